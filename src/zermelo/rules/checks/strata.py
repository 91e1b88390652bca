"""Stratification: nothing depends on its own negation.

GDL asks this of relations. Real sheets such as n queens say `(goal robot 0)` if not
`(goal robot 100)`, which is harmless: so a cycle of relations is refused only if it is also one of
rules, where a rule depends on those whose heads its body can mean.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from zermelo.rules.checks.problem import Problem, relation
from zermelo.rules.dependencies import Dependency, Signature, components, signature
from zermelo.rules.numbers import Constants
from zermelo.text.tree import Atom, Compound, Name, Rule, Term

Graph = dict[Signature, dict[Signature, bool]]
"""What each relation depends on, and whether through negation."""
MOST_PAIRS = 3_000_000
"""How many heads are compared with atoms; in larger sheets a cycle of relations is enough."""
MOST_WAYS = 20
LONGEST_WAY = 10
"""How many cycles are spelled, and how many relations of each."""


def graph(edges: Iterable[Dependency]) -> Graph:
    """Return the dependencies between relations; `next` and `true` are not linked."""
    dependencies: Graph = {}
    for edge in edges:
        dependencies.setdefault(edge.body, {})
        below = dependencies.setdefault(edge.head, {})
        below[edge.body] = below.get(edge.body, False) or edge.negative
    return dependencies


def component_of(dependencies: Graph) -> dict[Signature, int]:
    """Return the number of each relation's strongly connected component."""
    return {
        member: number
        for number, component in enumerate(components(dependencies))
        for member in component
    }


def check_strata(
    rules: Sequence[Rule], edges: Sequence[Dependency], constants: Constants
) -> Iterator[Problem]:
    """A problem for each literal through which a relation depends on its own negation."""
    dependencies = graph(edges)
    component = component_of(dependencies)
    inside = [edge for edge in edges if component[edge.head] == component[edge.body]]
    negative = [edge for edge in inside if edge.negative]
    if not negative:
        return
    affected = {component[edge.head] for edge in negative}
    inside = [edge for edge in inside if component[edge.head] in affected]
    circular = rule_cycles(rules, inside, constants)
    ways: dict[tuple[Signature, Signature], str] = {}
    for edge in negative:
        key = edge.head, edge.body
        if key not in ways:
            few = len(ways) < MOST_WAYS
            ways[key] = cycle(edge, dependencies) if few else f"{edge.head[0]} -> ..."
        way = ways[key]
        if (id(edge.rule), id(edge.atom)) in circular:
            message = f"{relation(edge.head)} depends on its own negation: {way}"
            hint = "a relation may depend on 'not', or on an aggregate, only of relations below it"
            yield Problem("negative-cycle", message, edge.atom.span, "error", hint)
        else:
            message = f"{relation(edge.head)} depends on negations of its other instances: {way}"
            hint = "this is understood here; other systems may want a relation of its own for it"
            yield Problem("negative-cycle", message, edge.atom.span, "warning", hint)


def rule_cycles(
    rules: Sequence[Rule], inside: list[Dependency], constants: Constants
) -> set[tuple[int, int]]:
    """Return the rules and negated atoms that lie on a cycle of rules, by identity."""
    involved = {edge.head for edge in inside}
    heads: dict[Signature, list[Rule]] = {}
    for rule in rules:
        if signature(rule.head) in involved:
            heads.setdefault(signature(rule.head), []).append(rule)
    if sum(len(heads.get(edge.body, ())) for edge in inside) > MOST_PAIRS:
        return {(id(edge.rule), id(edge.atom)) for edge in inside}
    below: dict[int, set[int]] = {id(rule): set() for same in heads.values() for rule in same}
    targets: list[tuple[Dependency, list[int]]] = []
    for edge in inside:
        meant = [
            id(rule)
            for rule in heads.get(edge.body, ())
            if may_be_equal(edge.atom, rule.head, constants)
        ]
        below[id(edge.rule)].update(meant)
        targets.append((edge, meant))
    component = {
        member: number for number, group in enumerate(components(below)) for member in group
    }
    return {
        (id(edge.rule), id(edge.atom))
        for edge, meant in targets
        if edge.negative and any(component[each] == component[id(edge.rule)] for each in meant)
    }


def may_be_equal(left: Atom, right: Atom, constants: Constants) -> bool:
    """Tell whether two atoms have instances in common, each variable taken for itself."""
    stack: list[tuple[Term, Term]] = list(zip(left.args, right.args, strict=True))
    while stack:
        match stack.pop():
            case Name(one), Name(other):
                if one != other and not (one in constants or other in constants):
                    return False
            case Compound(name, args), Compound(other, others):
                if name != other or len(args) != len(others):
                    return False
                stack.extend(zip(args, others, strict=True))
            case (Compound(), Name()) | (Name(), Compound()):
                return False
    return True


def cycle(edge: Dependency, dependencies: Graph) -> str:
    """Return the shortest way from the head of an edge to its body and back, spelled."""
    before: dict[Signature, Signature] = {}
    queue = deque([edge.body])
    while queue and edge.head not in before and edge.head != edge.body:
        node = queue.popleft()
        for successor in dependencies[node]:
            if successor not in before and successor != edge.body:
                before[successor] = node
                queue.append(successor)
    way = [edge.head]
    while way[-1] != edge.body:
        way.append(before[way[-1]])
    names, above = [edge.head[0]], edge.head
    for below in reversed(way):
        negative = below == edge.body or dependencies[above][below]
        names.append(f"not {below[0]}" if negative else below[0])
        above = below
    if len(names) > LONGEST_WAY:
        names[LONGEST_WAY - 2 : -1] = ["..."]
    return " -> ".join(names)
