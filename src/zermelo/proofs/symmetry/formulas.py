"""Ground rules -> formulas in which what means the same looks the same, as far as that is easy.

A symmetry of the rules as written is one of the formulas, but not the other way round: rules are
split into helper relations before grounding, and a helper that stands for the first two of three
conditions hides that all three are alike. So conjunctions inside conjunctions are opened, what is
always true or false is left out, and equal formulas are made once (see `circuit/builder.py`). The
circuit itself is no use here: it counts by adders and cuts loops open, in an order of its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from zermelo.circuit.builder import FALSE, TRUE, GateBuilder
from zermelo.ground.program import Program
from zermelo.proofs.budget import Budget
from zermelo.rules.dependencies import components

OPENED = 1 << 10, 1 << 4, 1
"""Parts of a conjunction up to which it is opened inside others, if that fits into `MOST`."""
MOST_PARTS = 1 << 21
"""Parts that all conjunctions may have together."""

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Formulas:
    """What the rules say, over nodes: the constant, fluents, moves of each role, then formulas.

    A literal is twice a node, plus 1 where negated. A node is an input, a conjunction, a sum that
    must reach its bound, or an atom of a loop, which is defined by a literal.
    """

    fluents: int
    moves: tuple[int, ...]  # how many each role has
    conjunctions: tuple[tuple[int, ...], ...]  # [node] () for all other nodes
    sums: dict[int, tuple[int, Pairs]]  # node -> bound, and literals with their weights
    loops: dict[int, int]  # node -> the literal that it stands for
    next: tuple[int, ...]  # [fluent] literal
    legal: tuple[tuple[int, ...], ...]  # [role][move] literal
    goals: tuple[tuple[tuple[int, int], ...], ...]  # [role] value and literal
    terminal: int

    def parts(self, node: int) -> list[int]:
        """Return the literals that a node is defined by."""
        if node in self.sums:
            return [literal for literal, _ in self.sums[node][1]]
        return [self.loops[node]] if node in self.loops else list(self.conjunctions[node])

    def alive(self) -> list[int]:
        """Return every formula that something asked for depends on, in ascending order."""
        first = 1 + self.fluents + sum(self.moves)
        todo = [
            self.terminal,
            *self.next,
            *(literal for of_role in self.legal for literal in of_role),
            *(literal for of_role in self.goals for _, literal in of_role),
        ]
        seen = set[int]()
        while todo:
            node = todo.pop() >> 1
            if node >= first and node not in seen:
                seen.add(node)
                todo += self.parts(node)
        return sorted(seen)


@dataclass(slots=True)
class FormulaWriter:
    """Makes formulas, each once."""

    builder: GateBuilder
    opened: int  # parts of a conjunction up to which it is opened inside others
    size: int = 0  # how many parts there are by now, at most
    sums: dict[int, tuple[int, Pairs]] = field(default_factory=dict)
    loops: dict[int, int] = field(default_factory=dict)
    known: dict[tuple[int, Pairs], int] = field(default_factory=dict)  # literals of sums

    def all_of(self, literals: Iterable[int]) -> int:
        """Return the literal of a conjunction, with short conjunctions in it opened."""
        gates = self.builder.gates
        parts: list[int] = []
        for literal in literals:
            inner = () if literal & 1 else gates[literal >> 1]
            parts += inner if 0 < len(inner) <= self.opened else (literal,)
        self.size += len(parts)
        return self.builder.all_of(parts)

    def any_of(self, literals: Iterable[int]) -> int:
        """Return the literal of a disjunction."""
        return 1 ^ self.all_of([literal ^ 1 for literal in literals])

    def at_least(self, bound: int, pairs: Iterable[tuple[int, int]]) -> int:
        """Return the literal of: the weights of those literals that hold reach the bound."""
        weights: dict[int, int] = {}
        for literal, weight in pairs:
            # Every literal counts by its node: one that is negated counts the other way round.
            if literal & 1:
                bound -= weight
            weights[literal & ~1] = weights.get(literal & ~1, 0) + (
                -weight if literal & 1 else weight
            )
        weights.pop(FALSE, None)
        weights = {literal: weight for literal, weight in weights.items() if weight}
        least = sum(weight for weight in weights.values() if weight < 0)
        most = sum(weight for weight in weights.values() if weight > 0)
        if bound <= least:
            return TRUE
        if bound > most:
            return FALSE
        # Now all weights are made positive, so that sums of one meaning are alike.
        chosen = [(literal ^ (weight < 0), abs(weight)) for literal, weight in weights.items()]
        bound -= least
        chosen.sort()
        if all(weight >= bound for _, weight in chosen):
            return self.any_of(literal for literal, _ in chosen)
        if all(most - least - weight < bound for _, weight in chosen):
            return self.all_of(literal for literal, _ in chosen)
        key = bound, tuple(chosen)
        if key not in self.known:
            node = self.opaque()
            self.sums[node] = key
            self.known[key], self.known[negated(key)] = 2 * node, 2 * node + 1
        return self.known[key]

    def opaque(self) -> int:
        """Return a new node that is no conjunction."""
        self.builder.gates.append(())
        return len(self.builder.gates) - 1


def negated(total: tuple[int, Pairs]) -> tuple[int, Pairs]:
    """Return the sum that reaches its bound where this one does not.

    >>> negated((2, ((4, 1), (6, 1), (8, 1))))
    (2, ((5, 1), (7, 1), (9, 1)))
    """
    bound, pairs = total
    rest = sum(weight for _, weight in pairs) - bound + 1
    return rest, tuple(sorted((literal ^ 1, weight) for literal, weight in pairs))


def formulas(program: Program, budget: Budget) -> Formulas:
    """Return the formulas that a program's rules come to, opened as far as they stay small."""
    found = (written(program, opened, budget) for opened in OPENED)
    return next(rules for rules in found if rules is not None)


def written(program: Program, opened: int, budget: Budget) -> Formulas | None:
    """Return the formulas of a program; None if they get too large by being opened."""
    moves = tuple(len(of_role) for of_role in program.does)
    writer = FormulaWriter(GateBuilder(len(program.fluents), moves), opened)
    inputs = [*program.true.tolist(), *(atom for does in program.does for atom in does.tolist())]
    literal = {atom: 2 * (1 + index) for index, atom in enumerate(inputs)}
    rules, sums = by_head(program, literal)

    def read(atom: int) -> int:
        return literal.get(atom, FALSE) if atom > 0 else 1 ^ literal.get(-atom, FALSE)

    def define(atom: int) -> int:
        ways = [writer.all_of([read(part) for part in body]) for body in rules[atom]]
        for bound, pairs in sums.get(atom, ()):
            ways.append(writer.at_least(bound, [(read(part), weight) for part, weight in pairs]))
        return writer.any_of(ways)

    graph = {
        head: [
            *(abs(part) for body in bodies for part in body if abs(part) in rules),
            *(abs(p) for _, pairs in sums.get(head, ()) for p, _ in pairs if abs(p) in rules),
        ]
        for head, bodies in rules.items()
    }
    for component in components(graph):
        budget.check()
        if writer.size > MOST_PARTS and opened > 1:
            return None
        if len(component) == 1 and component[0] not in graph[component[0]]:
            literal[component[0]] = define(component[0])
            continue
        nodes = {atom: writer.opaque() for atom in component}
        literal.update((atom, 2 * node) for atom, node in nodes.items())
        writer.loops.update((node, define(atom)) for atom, node in nodes.items())
    return Formulas(
        len(program.fluents),
        moves,
        tuple(writer.builder.gates),
        writer.sums,
        writer.loops,
        tuple(read(atom) for atom in program.next.tolist()),
        tuple(tuple(read(atom) for atom in legal.tolist()) for legal in program.legal),
        tuple(tuple((value, read(atom)) for value, atom in goals) for goals in program.goals),
        read(program.terminal),
    )


def by_head(
    program: Program, inputs: dict[int, int]
) -> tuple[dict[int, list[list[int]]], dict[int, list[tuple[int, Pairs]]]]:
    """Return the bodies of each atom that is no input, and its sums."""
    rules: dict[int, list[list[int]]] = {}
    sums: dict[int, list[tuple[int, Pairs]]] = {}
    for head, body in program.rules():
        if head not in inputs:
            rules.setdefault(head, []).append(body)
    for head, bound, pairs in program.weighted:
        if head not in inputs:
            rules.setdefault(head, [])
            sums.setdefault(head, []).append((bound, pairs))
    return rules, sums
