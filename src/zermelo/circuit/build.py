"""Ground rules -> a circuit of AND gates over literals."""

from dataclasses import dataclass

from zermelo.circuit.builder import FALSE, GateBuilder
from zermelo.circuit.loops import in_loop_order, on_the_way
from zermelo.errors import RuleError
from zermelo.ground.program import Program
from zermelo.rules.dependencies import components

Sum = tuple[int, tuple[tuple[int, int], ...]]
"""A bound, and atoms with the weights that must reach it."""


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
    construction = Construction(program)
    for component in components(construction.graph):
        construction.add(component)
    return construction.circuit()


class Construction:
    """Ground rules by their heads, and the literal of every atom that has one by now."""

    def __init__(self, program: Program) -> None:
        """Start with the inputs: what holds in a state, and what is done."""
        self.program = program
        self.moves = tuple(len(of_role) for of_role in program.does)
        self.builder = GateBuilder(len(program.fluents), self.moves)
        self.literal = literals_of_inputs(program)
        self.rules: dict[int, list[list[int]]] = {}
        self.sums: dict[int, list[Sum]] = {}
        for head, body in program.rules():
            self.rules.setdefault(head, []).append(body)
        for head, bound, pairs in program.weighted:
            self.sums.setdefault(head, []).append((bound, pairs))
            self.rules.setdefault(head, [])
        self.graph = {head: self.used(head) for head in self.rules if head not in self.literal}
        self.loops: list[tuple[int, ...]] = []
        self.feedback: set[int] = set()

    def used(self, head: int) -> list[int]:
        """Return the atoms with rules of their own that the rules of an atom depend on."""
        every = dict.fromkeys(abs(atom) for body in self.rules[head] for atom in body)
        if head in self.sums:
            every |= dict.fromkeys(abs(atom) for _, pairs in self.sums[head] for atom, _ in pairs)
        return [atom for atom in every if atom in self.rules and atom not in self.literal]

    def read(self, atom: int) -> int:
        """Return the literal of an atom, negated if it is negative; false if no rule makes it."""
        literal = self.literal
        return literal.get(atom, FALSE) if atom > 0 else 1 ^ literal.get(-atom, FALSE)

    def define(self, atom: int) -> int:
        """Return the literal that the rules of an atom make: one of its bodies holds."""
        read = self.read
        ways = [self.builder.all_of([read(part) for part in body]) for body in self.rules[atom]]
        for bound, pairs in self.sums.get(atom, ()):
            ways.append(self.builder.at_least(bound, [(read(part), w) for part, w in pairs]))
        return self.builder.any_of(ways)

    def add(self, component: list[int]) -> None:
        """Give literals to atoms that depend on each other; all that they need has its own."""
        first = component[0]
        if len(component) > 1 or first in self.graph[first]:
            self.require_stratified(component)
            self.add_loop(component)
        else:
            self.literal[first] = self.define(first)

    def require_stratified(self, component: list[int]) -> None:
        """Raise RuleError if atoms depend on each other through negation."""
        members = set(component)
        parts = (part for atom in component for body in self.rules[atom] for part in body)
        weighted = (
            part for atom in component for _, pairs in self.sums.get(atom, ()) for part, _ in pairs
        )
        if any(-part in members for part in (*parts, *weighted)):
            raise RuleError("the ground rules have negation in a cycle: they are not stratified")

    def add_loop(self, component: list[int]) -> None:
        """Add gates that are evaluated until nothing changes, with a variable where they go round.

        Of the gates, those that read a variable, directly or not, belong to the loop.
        """
        gates = self.builder.gates
        looping = in_loop_order(component, self.graph, self.rules)
        steps = set(component).difference(looping)
        variables = {atom: len(gates) + index for index, atom in enumerate(looping)}
        gates.extend([()] * len(looping))
        first = len(gates)
        self.feedback.update(variables.values())
        for atom, variable in variables.items():
            self.literal[atom] = 2 * variable
        inside = set(variables.values())
        order: list[int] = []
        for atom in looping:
            before = len(gates)
            for inner in on_the_way(atom, self.graph, steps):
                self.literal[inner] = self.define(inner)
            becomes = self.define(atom)
            for gate in range(max(before, first), len(gates)):
                if any(part >> 1 in inside for part in gates[gate]):
                    inside.add(gate)
                    order.append(gate)
            gates[variables[atom]] = (becomes,)
            order.append(variables[atom])
        self.loops.append(tuple(order))

    def circuit(self) -> Circuit:
        """Return the circuit, when all components have been added."""
        program, read = self.program, self.read
        return Circuit(
            fluents=len(program.fluents),
            moves=self.moves,
            gates=tuple(self.builder.gates),
            loops=tuple(self.loops),
            feedback=frozenset(self.feedback),
            initial=program.initial,
            next=tuple(read(atom) if atom else FALSE for atom in program.next.tolist()),
            legal=tuple(tuple(map(read, of_role.tolist())) for of_role in program.legal),
            goals=tuple(
                tuple((value, read(atom)) for value, atom in of_role) for of_role in program.goals
            ),
            terminal=read(program.terminal) if program.terminal else FALSE,
        )


def literals_of_inputs(program: Program) -> dict[int, int]:
    """Return the literals of the atoms that say what holds, then of those that say what is done."""
    atoms = [*program.true.tolist(), *(atom for each in program.does for atom in each.tolist())]
    return {atom: 2 * node for node, atom in enumerate(atoms, start=1)}
