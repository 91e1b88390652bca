"""What may be and what may not, where only some fluents are known: a circuit with two rails.

Every wire has two integers. Bit k of the one says that the wire may be true in case k, bit k of the
other that it may be false; a wire of which nothing is known may be both. A gate may be true if all
that it needs may be, and false if anything that it needs may fail. So whatever a case leaves out is
impossible, in every state that the case describes; what it allows may still not happen. Integers
are as long as there are cases: thousands of them are run in one pass.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zermelo.circuit.order import Gates
from zermelo.engine.plain import Feed, Gate, Loop, parts


@dataclass(slots=True)
class Cases:
    """What is known of the fluents in each case; at first nothing."""

    size: int
    may: list[int]  # [fluents]
    may_not: list[int]  # [fluents]

    @classmethod
    def unknown(cls, fluents: int, size: int) -> "Cases":
        """Return cases of which nothing is known."""
        ones = (1 << size) - 1
        return cls(size, [ones] * fluents, [ones] * fluents)

    def set(self, fluent: int, holds: bool, where: int) -> None:
        """Have a fluent known in the cases of `where`."""
        if holds:
            self.may_not[fluent] &= ~where
        else:
            self.may[fluent] &= ~where

    def possible(self) -> int:
        """Return the cases in which no fluent is known to be neither true nor false."""
        found = (1 << self.size) - 1
        for yes, no in zip(self.may, self.may_not, strict=True):
            found &= yes | no
        return found


@dataclass(frozen=True, slots=True)
class RailView:
    """What the view says of cases."""

    terminal: tuple[int, int]  # in which it may be the end, and in which it may go on
    legal: list[int]  # [moves] where each may be legal
    goals: list[int]  # [goals] where each may hold


@dataclass(frozen=True, slots=True)
class Rails:
    """A circuit to be run on cases."""

    gates: Gates
    view_code: list[Gate | Loop]
    step_code: list[Gate | Loop]

    @classmethod
    def of(cls, gates: Gates) -> "Rails":
        """Return the rails of a circuit."""
        code, end = gates.code.tolist(), gates.view_end
        return cls(gates, parts(code[:end]), parts(code[end:]))

    def view(self, cases: Cases) -> RailView:
        """Return what may be said of cases."""
        may, may_not = self.wires(cases)
        return self.seen(may, may_not)

    def step(self, cases: Cases, moves: Sequence[int]) -> tuple[RailView, list[int], list[int]]:
        """Return the view, and which fluents may and may not hold after a move.

        Args:
            cases: what is known.
            moves: [moves] the cases in which each is made, numbered among those of all roles.
        """
        ones = (1 << cases.size) - 1
        may, may_not = self.wires(cases)
        seen = self.seen(may, may_not)
        first = 1 + self.gates.fluents
        for number, where in enumerate(moves):
            may[first + number], may_not[first + number] = where, ones & ~where
        run(self.step_code, may, may_not, ones)
        after = self.gates.next.tolist()
        return seen, [may[slot] for slot in after], [may_not[slot] for slot in after]

    def wires(self, cases: Cases) -> tuple[list[int], list[int]]:
        """Return both rails of all wires after the view."""
        ones = (1 << cases.size) - 1
        rest = self.gates.slots - 1 - self.gates.fluents
        may = [0, *cases.may, *[0] * rest]
        may_not = [ones, *cases.may_not, *[ones] * rest]
        run(self.view_code, may, may_not, ones)
        return may, may_not

    def legality(self, cases: Cases) -> list[tuple[int, int]]:
        """Return for each move the cases in which it may be legal, and in which it may not be."""
        may, may_not = self.wires(cases)
        return [(may[slot], may_not[slot]) for slot in self.gates.legal.tolist()]

    def seen(self, may: list[int], may_not: list[int]) -> RailView:
        """Return what the wires say after the view."""
        gates = self.gates
        return RailView(
            (may[gates.terminal], may_not[gates.terminal]),
            [may[slot] for slot in gates.legal.tolist()],
            [may[slot] for slot in gates.goals.tolist()],
        )

    def reached(self, seen: RailView, target: float) -> int:
        """Return the cases that may be an end worth at least `target`."""
        found = 0
        for value, where in zip(self.gates.goal_values.tolist(), seen.goals, strict=True):
            if value >= target:
                found |= where
        return found & seen.terminal[0]


def run(code: Iterable[Gate | Loop], may: list[int], may_not: list[int], ones: int) -> None:
    """Settle both rails of all wires."""
    for part in code:
        if isinstance(part, Gate):
            may[part.slot], may_not[part.slot] = settled(part, may, may_not, ones)
        else:
            run_loop(part, may, may_not, ones)


def settled(gate: Gate, may: list[int], may_not: list[int], ones: int) -> tuple[int, int]:
    """Return where a gate may be true, and where it may be false."""
    yes, no = ones, 0
    for slot in gate.positives:
        yes &= may[slot]
        no |= may_not[slot]
    for slot in gate.negatives:
        yes &= may_not[slot]
        no |= may[slot]
    return yes, no


def run_loop(loop: Loop, may: list[int], may_not: list[int], ones: int) -> None:
    """Run a loop from all false until nothing more may be true, nor is sure to be."""
    for step in loop.steps:
        if isinstance(step, Feed):
            may[step.slot], may_not[step.slot] = 0, ones
    changed = True
    while changed:
        changed = False
        for step in loop.steps:
            if isinstance(step, Gate):
                may[step.slot], may_not[step.slot] = settled(step, may, may_not, ones)
                continue
            yes, no = may[step.literal >> 1], may_not[step.literal >> 1]
            if step.literal & 1:
                yes, no = no, yes
            changed |= yes != may[step.slot] or no != may_not[step.slot]
            may[step.slot], may_not[step.slot] = yes, no
