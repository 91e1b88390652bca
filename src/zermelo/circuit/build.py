"""Ground rules -> a circuit of AND gates over literals.

A *literal* is twice a node's number, plus 1 where negated; node 0 is the constant false. An OR is
the negation of an AND of negations, so one kind of gate is enough: the AND of some wires and of the
negations of others. Equal gates are made once. Because exactly one move of each role is done, an OR
over more than half of a role's moves is the negated OR of the rest: frame axioms shrink by that.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from zermelo.errors import RuleError
from zermelo.ground.program import Program
from zermelo.rules.dependencies import components

FALSE, TRUE = 0, 1


@dataclass(frozen=True, slots=True)
class Circuit:
    """Gates over nodes: the constant, fluents, moves, then gates and the atoms of loops.

    `gates[node]` are the literals that a gate joins; a node of a loop has the one literal that it
    becomes when the loop goes round again. A loop is a set of nodes to evaluate until all agree.
    """

    fluents: int
    moves: tuple[int, ...]  # how many each role has
    gates: tuple[tuple[int, ...], ...]  # [node] () for inputs
    loops: tuple[tuple[int, ...], ...]  # the nodes of each loop, in evaluation order
    feedback: frozenset[int]  # nodes of loops that start as false
    initial: tuple[int, ...]  # fluents
    next: tuple[int, ...]  # [fluent] literal
    legal: tuple[tuple[int, ...], ...]  # [role][move] literal
    goals: tuple[tuple[tuple[int, int], ...], ...]  # [role] value and literal
    terminal: int

    @property
    def inputs(self) -> int:
        """How many nodes come before the first gate."""
        return 1 + self.fluents + sum(self.moves)

    def move_node(self, role: int, move: int) -> int:
        """Return the node that says that `role` does `move`."""
        return 1 + self.fluents + sum(self.moves[:role]) + move


@dataclass(slots=True)
class Builder:
    """Makes gates, each once, and simplifies what can be simplified at once."""

    fluents: int
    moves: tuple[int, ...]
    gates: list[tuple[int, ...]] = field(default_factory=list)
    known: dict[tuple[int, ...], int] = field(default_factory=dict)
    role_of: dict[int, int] = field(default_factory=dict)  # move node -> role
    first_move: int = 0  # literals of moves lie from here ...
    end_move: int = 0  # ... to here

    def __post_init__(self) -> None:
        """Make the inputs."""
        self.gates = [()] * (1 + self.fluents + sum(self.moves))
        node = 1 + self.fluents
        self.first_move, self.end_move = 2 * node, 2 * len(self.gates)
        for role, size in enumerate(self.moves):
            for _ in range(size):
                self.role_of[node] = role
                node += 1

    def all_of(self, literals: Iterable[int]) -> int:
        """Return the literal of an AND."""
        chosen = set(literals)
        chosen.discard(TRUE)
        if len(chosen) < 2:
            return chosen.pop() if chosen else TRUE
        if FALSE in chosen:
            return FALSE
        key = tuple(sorted(chosen))
        # Sorted, a literal and its negation are neighbours; moves lie between fluents and gates.
        before = FALSE
        moves = 0
        for literal in key:
            if literal == before ^ 1 and literal & 1:
                return FALSE
            before = literal
            if self.first_move <= literal < self.end_move:
                moves += 1
        if moves > 1:
            simpler = self.by_exclusion(chosen)
            if simpler is not None:
                return simpler
        node = self.known.get(key)
        if node is None:
            node = self.known[key] = len(self.gates)
            self.gates.append(key)
        return 2 * node

    def any_of(self, literals: Iterable[int]) -> int:
        """Return the literal of an OR."""
        return 1 ^ self.all_of([literal ^ 1 for literal in literals])

    def by_exclusion(self, chosen: set[int]) -> int | None:
        """Simplify an AND by the fact that each role does exactly one move; None if it does not."""
        roles: dict[int, list[int]] = {}
        for literal in chosen:
            role = self.role_of.get(literal >> 1)
            if role is not None:
                roles.setdefault(role, []).append(literal)
        for role, literals in roles.items():
            done = [literal for literal in literals if not literal & 1]
            if len(done) > 1:
                return FALSE
            others = [literal for literal in literals if literal & 1]
            if done and others:
                return self.all_of(chosen.difference(others))
            if 2 * len(others) > self.moves[role]:
                first = 1 + self.fluents + sum(self.moves[:role])
                excluded = {literal >> 1 for literal in others}
                rest = [
                    2 * node
                    for node in range(first, first + self.moves[role])
                    if node not in excluded
                ]
                return self.all_of([*chosen.difference(others), self.any_of(rest)])
        return None

    def at_least(self, bound: int, pairs: Iterable[tuple[int, int]]) -> int:
        """Return the literal of: the weights of those literals that hold reach the bound."""
        ordered = sorted(pairs, key=lambda pair: -pair[1])
        bound = max(0, bound)
        rest = [0]
        for _, weight in reversed(ordered):
            rest.append(rest[-1] + weight)
        rest.reverse()
        known: dict[tuple[int, int], int] = {}
        # From the last literal to the first: what is still needed, and whether it is reached.
        for index in range(len(ordered), -1, -1):
            least = max(0, bound - rest[0] + rest[index])
            for needed in range(least, bound + 1):
                if needed == 0:
                    known[index, needed] = TRUE
                elif needed > rest[index]:
                    known[index, needed] = FALSE
                else:
                    literal, weight = ordered[index]
                    without = known[index + 1, needed]
                    with_it = known[index + 1, max(0, needed - weight)]
                    both = self.all_of([literal, with_it])
                    known[index, needed] = self.any_of([both, without])
        return known[0, bound]


def build(program: Program) -> Circuit:
    """Return the circuit of a program's ground rules."""
    moves = tuple(len(of_role) for of_role in program.does)
    builder = Builder(len(program.fluents), moves)
    literal: dict[int, int] = {}
    for index, atom in enumerate(program.true.tolist()):
        literal[atom] = 2 * (1 + index)
    node = 1 + len(program.fluents)
    for of_role in program.does:
        for atom in of_role.tolist():
            literal[atom] = 2 * node
            node += 1
    rules: dict[int, list[list[int]]] = {}
    sums: dict[int, list[tuple[int, tuple[tuple[int, int], ...]]]] = {}
    for head, body in program.rules():
        rules.setdefault(head, []).append(body)
    for head, bound, pairs in program.weighted:
        sums.setdefault(head, []).append((bound, pairs))
        rules.setdefault(head, [])
    graph = {
        head: [
            used
            for used in {
                *(abs(atom) for body in bodies for atom in body),
                *(abs(atom) for _, pairs in sums.get(head, ()) for atom, _ in pairs),
            }
            if used in rules and used not in literal
        ]
        for head, bodies in rules.items()
        if head not in literal
    }

    def read(atom: int) -> int:
        return literal.get(atom, FALSE) if atom > 0 else 1 ^ literal.get(-atom, FALSE)

    def define(atom: int) -> int:
        ways = [builder.all_of([read(part) for part in body]) for body in rules[atom]]
        for bound, pairs in sums.get(atom, ()):
            ways.append(builder.at_least(bound, [(read(part), w) for part, w in pairs]))
        return builder.any_of(ways)

    loops: list[tuple[int, ...]] = []
    feedback: set[int] = set()
    for component in components(graph):
        if len(component) == 1 and component[0] not in graph[component[0]]:
            literal[component[0]] = define(component[0])
            continue
        members = set(component)
        parts = (part for atom in component for body in rules[atom] for part in body)
        weighted = (
            part for atom in component for _, pairs in sums.get(atom, ()) for part, _ in pairs
        )
        if any(-part in members for part in (*parts, *weighted)):
            raise RuleError("the ground rules have negation in a cycle: they are not stratified")
        variables = {atom: len(builder.gates) + index for index, atom in enumerate(component)}
        builder.gates.extend([()] * len(component))
        first = len(builder.gates)
        feedback.update(variables.values())
        for atom, variable in variables.items():
            literal[atom] = 2 * variable
        inside = set(variables.values())
        order: list[int] = []
        # Tarjan closes a component from its deepest member: that order meets few feedback edges.
        for atom in component:
            before = len(builder.gates)
            becomes = define(atom)
            for gate in range(max(before, first), len(builder.gates)):
                if any(part >> 1 in inside for part in builder.gates[gate]):
                    inside.add(gate)
                    order.append(gate)
            builder.gates[variables[atom]] = (becomes,)
            order.append(variables[atom])
        loops.append(tuple(order))
    return Circuit(
        fluents=len(program.fluents),
        moves=moves,
        gates=tuple(builder.gates),
        loops=tuple(loops),
        feedback=frozenset(feedback),
        initial=program.initial,
        next=tuple(read(atom) if atom else FALSE for atom in program.next.tolist()),
        legal=tuple(tuple(read(atom) for atom in of_role.tolist()) for of_role in program.legal),
        goals=tuple(
            tuple((value, read(atom)) for value, atom in of_role) for of_role in program.goals
        ),
        terminal=read(program.terminal) if program.terminal else FALSE,
    )
