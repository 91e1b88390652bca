"""Ground rules -> a circuit of AND gates over literals."""

from dataclasses import dataclass

from zermelo.circuit.builder import FALSE, Builder
from zermelo.circuit.loops import in_loop_order, on_the_way
from zermelo.errors import RuleError
from zermelo.ground.program import Program
from zermelo.rules.dependencies import components


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
        looping = in_loop_order(component, graph, rules)
        steps = members.difference(looping)
        variables = {atom: len(builder.gates) + index for index, atom in enumerate(looping)}
        builder.gates.extend([()] * len(looping))
        first = len(builder.gates)
        feedback.update(variables.values())
        for atom, variable in variables.items():
            literal[atom] = 2 * variable
        inside = set(variables.values())
        order: list[int] = []
        for atom in looping:
            before = len(builder.gates)
            for inner in on_the_way(atom, graph, steps):
                literal[inner] = define(inner)
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
