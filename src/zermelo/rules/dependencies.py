"""Which relation depends on which: signatures, components, and what depends on the state."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from zermelo.text.tree import Aggregate, And, Atom, Comparison, Formula, Not, Or, Rule

Signature = tuple[str, int]
"""A relation's name and how many arguments it takes."""

STATE = frozenset({("true", 1), ("does", 2)})
Node = TypeVar("Node", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Dependency:
    """`head` depends on `body`, through negation (or an aggregate) or not, because of `atom`."""

    head: Signature
    body: Signature
    negative: bool
    atom: Atom
    rule: Rule


def signature(atom: Atom) -> Signature:
    """Return name and arity."""
    return atom.name, len(atom.args)


def atoms(formula: Formula, negative: bool = False) -> Iterator[tuple[Atom, bool]]:
    """Every atom in a formula, and whether it stands below a negation or in an aggregate."""
    match formula:
        case Atom():
            yield formula, negative
        case Not(part):
            # Twice negated is still no support: GDL has no positive cycles through `not not`.
            for atom, _ in atoms(part):
                yield atom, True
        case And(parts) | Or(parts):
            for part in parts:
                yield from atoms(part, negative)
        case Aggregate(elements=elements):
            for element in elements:
                for condition in element.condition:
                    for atom, _ in atoms(condition):
                        yield atom, True
        case Comparison():
            return


def edges(rules: Iterable[Rule]) -> Iterator[Dependency]:
    """Every dependency of a head on an atom of its body."""
    for rule in rules:
        head = signature(rule.head)
        for formula in rule.body:
            for atom, negative in atoms(formula):
                yield Dependency(head, signature(atom), negative, atom, rule)


def depending_on(rules: Iterable[Rule], sources: Iterable[Signature]) -> frozenset[Signature]:
    """Return the relations that depend on one of `sources`, themselves included."""
    return dependents(((edge.head, edge.body) for edge in edges(rules)), sources)


def dependents(
    uses: Iterable[tuple[Signature, Signature]], sources: Iterable[Signature]
) -> frozenset[Signature]:
    """Return `sources` and all that depends on them.

    Args:
        uses: relations, each with one that its rules ask for.
        sources: where to start.
    """
    users: dict[Signature, set[Signature]] = {}
    for user, used in uses:
        users.setdefault(used, set()).add(user)
    found = set(sources)
    todo = list(found)
    while todo:
        for head in users.get(todo.pop(), ()):
            if head not in found:
                found.add(head)
                todo.append(head)
    return frozenset(found)


def state_dependent(rules: Iterable[Rule]) -> frozenset[Signature]:
    """Return the relations whose truth depends on the state or on the moves."""
    return depending_on(rules, STATE)


def components(graph: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """Return the strongly connected components, what is depended on first (Tarjan, iterative)."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    on_stack: set[Node] = set()
    stack: list[Node] = []
    found: list[list[Node]] = []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, successors = work[-1]
            for successor in successors:
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    stack.append(successor)
                    on_stack.add(successor)
                    work.append((successor, iter(graph.get(successor, ()))))
                    break
                if successor in on_stack:
                    low[node] = min(low[node], index[successor])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member == node:
                            break
                    found.append(component)
    return found
