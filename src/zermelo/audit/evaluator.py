"""Ground rules: what goes in, what comes out, and what they say of many positions at once.

For the evaluator, the value of an atom is an integer with a bit for each case: a position, perhaps
with a joint move. So one `&`, `|` or `~` evaluates a part of a rule for all cases.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from zermelo.errors import GroundError
from zermelo.ground.program import Program
from zermelo.rules.dependencies import components

CASES = 1024
Fact = tuple[Any, ...]
"""A relation and its arguments: ("true", F), ("does", R, M), ("goal", R, V), ("terminal",) ..."""


def facts_in(program: Program) -> dict[Fact, int]:
    """Return the atoms of what may hold, and of what may be done."""
    found: dict[Fact, int] = {}
    for fluent, atom in enumerate(program.true.tolist()):
        found["true", program.fluents[fluent]] = atom
    for role, moves, atoms in zip(program.roles, program.moves, program.does, strict=True):
        found |= {("does", role, move): int(atom) for move, atom in zip(moves, atoms, strict=True)}
    return found


def facts_out(program: Program) -> dict[Fact, int]:
    """Return the atoms of what the rules may say; 0 if they never do."""
    found: dict[Fact, int] = {("terminal",): program.terminal}
    for fluent, atom in enumerate(program.next.tolist()):
        found["next", program.fluents[fluent]] = atom
    for role, moves, atoms in zip(program.roles, program.moves, program.legal, strict=True):
        found |= {("legal", role, move): int(atom) for move, atom in zip(moves, atoms, strict=True)}
    for role, goals in zip(program.roles, program.goals, strict=True):
        found |= {("goal", role, value): atom for value, atom in goals}
    return found


class Evaluator:
    """Evaluates rules: an atom after those that it depends on."""

    def __init__(self, program: Program) -> None:
        """Order the rules; GroundError if an atom depends on its own absence, or on its number."""
        self.facts_in, self.facts_out = facts_in(program), facts_out(program)
        self.bodies: dict[int, list[list[int]]] = defaultdict(list)
        self.sums: dict[int, list[tuple[int, Sequence[tuple[int, int]]]]] = defaultdict(list)
        uses: dict[int, set[int]] = defaultdict(set)
        settled: dict[int, set[int]] = defaultdict(set)  # must be known before an atom is
        for head, body in program.rules():
            self.bodies[head].append(body)
            uses[head].update(map(abs, body))
            settled[head].update(-one for one in body if one < 0)
        for head, bound, pairs in program.weighted:
            self.sums[head].append((bound, pairs))
            uses[head].update(abs(one) for one, _ in pairs)
            settled[head].update(abs(one) for one, _ in pairs)
        self.strata = [
            (part, any(uses[one] & set(part) for one in part)) for part in components(uses)
        ]
        if any(settled[atom] & set(part) for part, _ in self.strata for atom in part):
            raise GroundError("the rules are not stratified")

    def said(self, cases: Sequence[Iterable[Fact]], *names: str) -> Iterator[list[Fact]]:
        """Yield what the rules say, with these names, in each case of what holds and is done."""
        wanted = [(fact, atom) for fact, atom in self.facts_out.items() if fact[0] in names]
        for start in range(0, len(cases), CASES):
            some = cases[start : start + CASES]
            holds: dict[int, int] = defaultdict(int)
            for case, facts in enumerate(some):
                for fact in facts:
                    holds[self.facts_in[fact]] |= 1 << case
            self.evaluate(holds, (1 << len(some)) - 1)
            for case in range(len(some)):
                yield [fact for fact, atom in wanted if holds[atom] >> case & 1]

    def evaluate(self, holds: dict[int, int], every: int) -> None:
        """Find in which cases each atom holds."""

        def literal(one: int) -> int:
            return holds[one] if one > 0 else every & ~holds[-one]

        for stratum, recursive in self.strata:
            before = None
            while before != (before := [holds[atom] for atom in stratum]):
                for atom in stratum:
                    for body in self.bodies[atom]:
                        both = every
                        for one in body:
                            both &= literal(one)
                        holds[atom] |= both
                    for bound, pairs in self.sums[atom]:
                        sums = {0: every}
                        for one, weight in pairs:
                            sums = added(sums, literal(one), weight)
                        holds[atom] |= sum(some for total, some in sums.items() if total >= bound)
                if not recursive:
                    break


def added(sums: dict[int, int], holds: int, weight: int) -> dict[int, int]:
    """Return the cases of each sum, after a weight is added in some cases.

    >>> added({0: 0b111}, 0b011, 5)
    {5: 3, 0: 4}
    """
    more: dict[int, int] = defaultdict(int)
    for total, cases in sums.items():
        more[total + weight] |= cases & holds
        more[total] |= cases & ~holds
    return {total: cases for total, cases in more.items() if cases}
