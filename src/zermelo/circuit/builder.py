"""Builder: makes the gates of a circuit, each once, and simplifies what can be simplified at once.

A *literal* is twice a node's number, plus 1 where negated; node 0 is the constant false. An OR is
the negation of an AND of negations, so one kind of gate is enough: the AND of some wires and of the
negations of others. Because exactly one move of each role is done, an OR over more than half of a
role's moves is the negated OR of the rest: frame axioms shrink by that.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

FALSE, TRUE = 0, 1


@dataclass(slots=True)
class GateBuilder:
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
            simpler = self.by_exclusion(key)
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

    def by_exclusion(self, key: tuple[int, ...]) -> int | None:
        """Simplify an AND by the fact that each role does exactly one move; None if it does not."""
        chosen = set(key)
        roles: dict[int, list[int]] = {}
        for literal in key:
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
        pairs = sorted(pairs)
        total = sum(weight for _, weight in pairs)
        # Counting makes two gates for each literal and sum; adding makes seven for each bit added.
        counting = 2 * len(pairs) * max(0, min(bound, total - bound + 1))
        adding = 7 * sum(weight.bit_count() for _, weight in pairs)
        if counting <= adding:
            return self.by_counting(bound, pairs)
        return self.reaches(bound, self.sum_of(pairs))

    def sum_of(self, pairs: list[tuple[int, int]]) -> list[int]:
        """Return the sum of the weights in binary, lowest bit first: a tree of full adders.

        Sums of the same literals are the same gates, whatever they are compared with.
        """
        columns: dict[int, list[int]] = {}
        for literal, weight in pairs:
            for place in range(weight.bit_length()):
                if weight >> place & 1:
                    columns.setdefault(place, []).append(literal)
        bits: list[int] = []
        while columns:
            place = len(bits)
            column = columns.pop(place, [])
            carries: list[int] = []
            at = 0
            while len(column) - at > 1:
                half, carry = self.half_adder(column[at], column[at + 1])
                at += 2
                if at < len(column):
                    half, second = self.half_adder(half, column[at])
                    carry = self.any_of([carry, second])
                    at += 1
                column.append(half)
                carries.append(carry)
            if carries:
                columns.setdefault(place + 1, []).extend(carries)
            bits.append(column[at] if column else FALSE)
        return bits

    def half_adder(self, one: int, other: int) -> tuple[int, int]:
        """Return the sum of two bits: whether one of them holds, and whether both do."""
        both = self.all_of([one, other])
        return self.all_of([self.any_of([one, other]), both ^ 1]), both

    def reaches(self, bound: int, bits: list[int]) -> int:
        """Return whether a binary number is at least `bound`."""
        if bound >> len(bits) > 0:
            return FALSE
        reached = TRUE
        for place, bit in enumerate(bits):
            if bound >> place & 1:
                reached = self.all_of([bit, reached])
            else:
                reached = self.any_of([bit, reached])
        return reached

    def by_counting(self, bound: int, pairs: list[tuple[int, int]]) -> int:
        """Return whether the weights reach the bound, from literal to literal: for small sums."""
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
