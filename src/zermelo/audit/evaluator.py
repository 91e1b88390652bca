"""What ground rules say of many positions at once, in plain Python.

The value of an atom is an integer with a bit for each case: a position, perhaps with a joint move.
So one `&`, `|` or `~` evaluates a part of a rule for all cases.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from zermelo.audit.subject import State
from zermelo.errors import GroundError
from zermelo.ground.program import Program
from zermelo.rules.dependencies import components

T = TypeVar("T")
Joint = tuple[int, ...]
"""A move for each role."""
CASES = 1024


class Look(NamedTuple):
    """What the rules say of a position: is it an end, each role's goals, each role's moves."""

    terminal: bool
    goals: list[list[int]]
    legal: list[list[int]]


class Evaluator:
    """Evaluates rules: an atom after those that it depends on."""

    def __init__(self, program: Program) -> None:
        """Order the rules; GroundError if an atom depends on its own absence, or on its number."""
        self.program = program
        self.bodies: dict[int, list[list[int]]] = defaultdict(list)
        self.sums: dict[int, list[tuple[int, Sequence[tuple[int, int]]]]] = defaultdict(list)
        for head, body in program.rules():
            self.bodies[head].append(body)
        for head, bound, pairs in program.weighted:
            self.sums[head].append((bound, pairs))
        uses: dict[int, set[int]] = {}
        settled: dict[int, set[int]] = {}  # what must be known in full before an atom is
        for head in {*self.bodies, *self.sums}:
            literals = {one for body in self.bodies[head] for one in body}
            counted = {abs(one) for _, pairs in self.sums[head] for one, _ in pairs}
            uses[head] = {abs(one) for one in literals} | counted
            settled[head] = {-one for one in literals if one < 0} | counted
        self.strata = [stratum for stratum in components(uses) if stratum[0] in uses]
        if any(settled[atom] & set(stratum) for stratum in self.strata for atom in stratum):
            raise GroundError("the rules are not stratified")
        self.recursive = {atom for each in self.strata for atom in each if uses[atom] & set(each)}

    def looks(self, states: Sequence[State]) -> Iterator[Look]:
        """Yield what the rules say of each position."""
        program = self.program
        for some in parts(states):
            holds = self.values([(state, ()) for state in some])
            for case in range(len(some)):
                yield Look(
                    bool(holds[program.terminal] >> case & 1),
                    [[v for v, atom in own if holds[atom] >> case & 1] for own in program.goals],
                    [
                        [move for move, atom in enumerate(own.tolist()) if holds[atom] >> case & 1]
                        for own in program.legal
                    ],
                )

    def steps(self, pairs: Sequence[tuple[State, Joint]]) -> Iterator[State]:
        """Yield the position after each joint move."""
        following = list(enumerate(self.program.next.tolist()))
        for some in parts(pairs):
            holds = self.values(some)
            for case in range(len(some)):
                yield tuple(fluent for fluent, atom in following if holds[atom] >> case & 1)

    def values(self, cases: Sequence[tuple[State, Joint]]) -> dict[int, int]:
        """Return in which cases each atom holds."""
        true, does = self.program.true.tolist(), [atoms.tolist() for atoms in self.program.does]
        holds: dict[int, int] = defaultdict(int)
        for case, (state, joint) in enumerate(cases):
            for atom in [true[one] for one in state] + [does[r][m] for r, m in enumerate(joint)]:
                holds[atom] |= 1 << case
        every = (1 << len(cases)) - 1

        def literal(one: int) -> int:
            return holds[one] if one > 0 else every & ~holds[-one]

        for stratum in self.strata:
            before = None
            while before != (before := [holds[atom] for atom in stratum]):
                for atom in stratum:
                    for body in self.bodies[atom]:
                        both = every
                        for one in body:
                            both &= literal(one)
                        holds[atom] |= both
                    for bound, pairs in self.sums[atom]:
                        weighted = [(literal(one), weight) for one, weight in pairs]
                        holds[atom] |= reaching(bound, weighted, every)
                if self.recursive.isdisjoint(stratum):
                    break
        return holds


def parts(sequence: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield a sequence in parts of so many cases."""
    return (sequence[start : start + CASES] for start in range(0, len(sequence), CASES))


def reaching(bound: int, weighted: Iterable[tuple[int, int]], every: int) -> int:
    """Return the cases in which the weights of what holds add up to a bound.

    >>> bin(reaching(2, [(0b011, 1), (0b110, 1)], 0b111))
    '0b10'
    """
    sums = {0: every}
    for holds, weight in weighted:
        more: dict[int, int] = defaultdict(int)
        for total, cases in sums.items():
            more[total + weight] |= cases & holds
            more[total] |= cases & ~holds
        sums = {total: cases for total, cases in more.items() if cases}
    return sum(cases for total, cases in sums.items() if total >= bound)
