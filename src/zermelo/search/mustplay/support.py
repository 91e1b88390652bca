"""Supports and lemmas: the part of a state that an answer needs, and what follows from it."""

from dataclasses import dataclass, field

from zermelo.game.game import State


@dataclass(frozen=True, slots=True)
class Support:
    """All states with these bits under the mask."""

    mask: int
    bits: int

    def holds(self, state: State) -> bool:
        """Whether a state is one of them.

        >>> Support(0b110, 0b010).holds(State(0b011)), Support(0b110, 0b010).holds(State(0b111))
        (True, False)
        """
        return state & self.mask == self.bits


@dataclass(frozen=True, slots=True)
class Lemma:
    """Every state with the support reaches a level; or none does."""

    support: Support
    level: int
    reached: bool

    def applies(self, level: int) -> bool:
        """Whether it answers a question about a level.

        >>> Lemma(Support(0, 0), 2, True).applies(1), Lemma(Support(0, 0), 2, False).applies(1)
        (True, False)
        """
        return self.level >= level if self.reached else self.level <= level


@dataclass(slots=True)
class Lemmas:
    """A table of lemmas by state, two for each, and the last ones for states never seen before."""

    size: int  # how many of the last ones are held against states
    known: dict[State, list[Lemma]] = field(default_factory=dict)
    learnt: list[Lemma] = field(default_factory=list)

    def learn(self, state: State, lemma: Lemma) -> None:
        """Keep a lemma, and that it answers the question about a state."""
        self.learnt.append(lemma)
        self.known[state] = [*self.known.get(state, [])[:1], lemma]

    def find(self, state: State, level: int) -> Lemma | None:
        """Return what the table has on a question about a state."""
        found = (one for one in self.known.get(state, []) if one.applies(level))
        return next(found, None)

    def last(self, since: int = 0) -> list[Lemma]:
        """Return the last lemmas but for those learnt before the `since`-th.

        They are in the order of a ring that is filled from its end: the latest of a round first.
        """
        many = len(self.learnt)
        first, turn = max(since, many - self.size), (many - 1) // self.size * self.size
        before, after = self.learnt[first:turn], self.learnt[max(first, turn) :]
        return [*reversed(before), *reversed(after)]

    def about(self, state: State, level: int) -> Lemma | None:
        """Return a lemma that answers the question about a state."""
        if (found := self.find(state, level)) is not None:
            return found
        last = (one for one in self.last() if one.applies(level) and one.support.holds(state))
        return next(last, None)
