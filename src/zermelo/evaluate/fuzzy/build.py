"""A sheet -> the cone of its goals: ground formulas, each after its parts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import zermelo
from zermelo import store
from zermelo.errors import RuleError
from zermelo.evaluate.fuzzy.aggregates import tests
from zermelo.evaluate.fuzzy.cone import (
    Cone,
    Conjunction,
    Disjunction,
    Fluent,
    Negation,
    Node,
    Tally,
    packed,
    unpacked,
)
from zermelo.evaluate.fuzzy.instances import Instance, RuleInstances, in_order, instances
from zermelo.evaluate.fuzzy.scopes import Scope, is_static
from zermelo.rules.dependencies import (
    Signature,
    atoms,
    components,
    edges,
    signature,
    state_dependent,
)
from zermelo.rules.rewrite import Literal, as_literal
from zermelo.text.ground_term import ground_term
from zermelo.text.tree import Aggregate, Compound, Name, Rule, Sheet

PACKAGE = Path(__file__).parents[2]
ROOTS = frozenset({("goal", 2), ("terminal", 0)})


def cone_of(
    sheet: Sheet, roles: Sequence[str], fluents: Sequence[str], *, unroll: bool = False
) -> Cone:
    """Return the cone of a sheet's goals, from the store if it was there before.

    Args:
        sheet: rules that were compiled, so that nothing is wrong with them.
        roles: in the order of the game.
        fluents: in KIF, in the order of their bits.
        unroll: whether a relation may depend on itself, as long as no atom does.

    Raises:
        RuleError: the goal is recursive.
        LimitError: its rules have too many instances.
    """
    sources = [
        *(PACKAGE / "text").glob("*.py"),
        *(PACKAGE / "rules").glob("**/*.py"),
        *(PACKAGE / "ground").glob("**/*.py"),
        *Path(__file__).parent.glob("*.py"),
    ]
    name = store.fingerprint(sources, zermelo.__version__, repr(sheet), repr(fluents), str(unroll))
    kept = store.find(name)
    if kept is not None:
        return unpacked(kept)
    cone = built(sheet, roles, fluents, unroll=unroll)
    store.keep(name, packed(cone))
    return cone


def built(
    sheet: Sheet, roles: Sequence[str], fluents: Sequence[str], *, unroll: bool = False
) -> Cone:
    """Return the cone of a sheet's goals."""
    rules = behind(sheet.rules)
    dynamic = state_dependent(rules) | ROOTS
    if not unroll:
        refuse_recursion(rules, dynamic)
    builder = ConeBuilder(instances(rules, dynamic, fluents), dynamic, fluents)
    for atom in builder.in_order():
        builder.define(atom)
    goals: list[list[tuple[int, int]]] = [[] for _ in roles]
    for atom, node in builder.named.items():
        match ground_term(atom).tree:
            case Compound("goal", (Name(role), Name(value))) if role in roles:
                goals[roles.index(role)].append((int(value), node))
    terminal = builder.named.get("terminal")
    if terminal is None:
        terminal = builder.add(Disjunction((), "terminal"))
    return Cone(tuple(builder.nodes), tuple(map(on_scale, goals)), terminal)


def behind(rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules that a goal or the end depends on, in order."""
    by_head: dict[Signature, list[Rule]] = {}
    for rule in rules:
        by_head.setdefault(signature(rule.head), []).append(rule)
    needed, todo = {*ROOTS, ("role", 1)}, [*ROOTS, ("role", 1)]
    while todo:
        for rule in by_head.get(todo.pop(), ()):
            for used in {signature(atom) for part in rule.body for atom, _ in atoms(part)}:
                if used not in needed:
                    needed.add(used)
                    todo.append(used)
    return [rule for rule in rules if signature(rule.head) in needed]


def refuse_recursion(rules: Sequence[Rule], dynamic: frozenset[Signature]) -> None:
    """Raise RuleError if a relation that depends on the state depends on itself."""
    changing = [edge for edge in edges(rules) if {edge.head, edge.body} <= dynamic]
    graph: dict[Signature, list[Signature]] = {}
    for edge in changing:
        graph.setdefault(edge.head, []).append(edge.body)
    for component in components(graph):
        for edge in changing:
            if edge.head in component and edge.body in component:
                message = (
                    f"the goal is recursive, so that it has no fuzzy value: {edge.head[0]} depends "
                    "on itself; unroll=true allows that as long as no atom does"
                )
                raise RuleError(message, edge.rule.span)


def on_scale(goals: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the goals above 0, highest first; -1, 0, 1 stand for 0, 50, 100."""
    if any(value < 0 for value, _ in goals):
        goals = [(50 * value + 50, node) for value, node in goals]
    return tuple(sorted(((value, node) for value, node in goals if value > 0), reverse=True))


@dataclass(slots=True)
class ConeBuilder:
    """Nodes so far; every formula that is written alike is one node."""

    found: list[RuleInstances]
    dynamic: frozenset[Signature]
    fluents: Sequence[str]
    nodes: list[Node] = field(default_factory=list)
    known: dict[Node, int] = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)
    bits: dict[str, int] = field(init=False)
    rules: dict[str, list[RuleInstances]] = field(init=False)

    def __post_init__(self) -> None:
        """Note where each atom is defined."""
        self.bits = {f"(true {fluent})": bit for bit, fluent in enumerate(self.fluents)}
        self.rules = {}
        for one in self.found:
            for head in one.heads:
                self.rules.setdefault(head, []).append(one)

    def in_order(self) -> Iterator[str]:
        """Every atom that a goal or the end depends on, after those that it depends on itself."""
        graph: dict[str, list[str]] = {}
        todo = [atom for atom in self.rules if atom == "terminal" or atom.startswith("(goal ")]
        while todo:
            atom = todo.pop()
            if atom not in graph:
                uses = [use for one in self.rules[atom] for use in used(one, atom)]
                graph[atom] = [use for use in dict.fromkeys(uses) if use in self.rules]
                todo += graph[atom]
        for component in components(graph):
            if len(component) > 1 or component[0] in graph[component[0]]:
                raise self.recursive(component)
            yield component[0]

    def recursive(self, atoms_: list[str]) -> RuleError:
        """Return the error for atoms that depend on each other."""
        inside = set(atoms_)
        atom, one = next(
            (atom, one)
            for atom in sorted(atoms_)
            for one in self.rules[atom]
            if inside.intersection(used(one, atom))
        )
        message = (
            f"the goal is recursive, so that it has no fuzzy value: {atom} depends on itself; "
            "mobility and material suit any goal"
        )
        return RuleError(message, one.rule.span)

    def add(self, node: Node) -> int:
        """Return the number of a node, new or known."""
        index = self.known.setdefault(node, len(self.nodes))
        if index == len(self.nodes):
            self.nodes.append(node)
        return index

    def define(self, atom: str) -> None:
        """Add an atom: one alternative for each instance of each of its rules."""
        parts = [
            self.body(one, one.scope, one.heads[atom][values])
            for one in self.rules[atom]
            for values in sorted(one.heads[atom], key=in_order)
        ]
        self.named[atom] = self.add(Disjunction(tuple(parts), atom))

    def body(self, one: RuleInstances, scope: Scope, instance: Instance) -> int:
        """Return the node of a scope: what is static holds, and is left out."""
        parts: list[int] = []
        place = 0
        for part in scope.parts:
            if not isinstance(part, Literal):
                parts.append(self.choice(one, part, instance))
            elif not is_static(part, self.dynamic):
                if isinstance(part.atom, Aggregate):
                    parts.append(self.aggregate(part, instance, place))
                else:
                    parts += self.literal(part.positive, *instance.literals[place])
                place += 1
        return parts[0] if len(parts) == 1 else self.add(Conjunction(tuple(parts)))

    def choice(self, one: RuleInstances, scopes: Iterable[Scope], instance: Instance) -> int:
        """Return the node of an `or`: one alternative for each instance of each of its scopes."""
        parts = []
        for scope in scopes:
            inside = one.inside.get((scope, instance.values), {})
            parts += [self.body(one, scope, inside[key]) for key in sorted(inside, key=in_order)]
        return parts[0] if len(parts) == 1 else self.add(Disjunction(tuple(parts)))

    def literal(self, positive: bool, atom: str) -> Iterator[int]:
        """The node of a literal; none if it is the negation of what never holds."""
        if atom in self.bits:
            node = self.add(Fluent(atom[len("(true ") : -1], self.bits[atom]))
        elif atom in self.named:
            node = self.named[atom]
        else:
            return
        yield node if positive else self.add(Negation(node))

    def aggregate(self, literal: Literal, instance: Instance, place: int) -> int:
        """Return the node of an aggregate: what its elements come to, compared with its guards."""
        assert isinstance(literal.atom, Aggregate)
        elements: dict[str, list[int]] = {}
        for number, terms, *atoms_ in instance.elements.get(place, ()):
            condition = map(as_literal, literal.atom.elements[int(number)].condition)
            waits = [part for part in condition if not is_static(part, self.dynamic)]
            parts = [
                node
                for part, atom in zip(waits, atoms_, strict=True)
                for node in self.literal(part.positive, atom)
            ]
            elements.setdefault(terms, []).append(self.add(Conjunction(tuple(parts))))
        first = [
            (ground_term(terms).args[:1], self.add(Disjunction(tuple(nodes))))
            for terms, nodes in sorted(elements.items())
        ]
        weighed = [(term[0].text if term else "", node) for term, node in first]
        holds = [
            self.all_of([self.add(tally) for tally in wanted], holds)
            for holds, wanted in tests(literal.atom, instance.literals[place], weighed)
        ]
        node = self.all_of(holds, True)
        return node if literal.positive else self.add(Negation(node))

    def all_of(self, tallies: list[int], holds: bool) -> int:
        """Return the tally that holds if all of them do, or if not all of them do."""
        if len(tallies) == 1 and holds:
            return tallies[0]
        count = len(tallies)
        low, high = (count, None) if holds else (None, count - 1)
        return self.add(Tally(tuple(tallies), (1,) * count, low, high))


def used(one: RuleInstances, atom: str) -> Iterator[str]:
    """The atoms that stand in the bodies of a rule for an atom."""
    for outermost in one.heads[atom].values():
        for instance in within(one, one.scope, outermost):
            for places in instance.literals:
                yield from places
            for elements in instance.elements.values():
                for _, _, *waits in elements:
                    yield from waits


def within(one: RuleInstances, scope: Scope, instance: Instance) -> Iterator[Instance]:
    """An instance of a scope, and those of the scopes inside it."""
    yield instance
    for part in scope.parts:
        if not isinstance(part, Literal):
            for inner in part:
                for each in one.inside.get((inner, instance.values), {}).values():
                    yield from within(one, inner, each)
