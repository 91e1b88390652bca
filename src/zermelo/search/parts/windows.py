"""What searches with windows have in common, be they readable or compiled."""

from math import inf
from typing import Protocol

from zermelo.game.game import Joint, State
from zermelo.search.base import OutOfTimeError, Prospect
from zermelo.search.parts.duel import Duel

Line = tuple[Joint, ...]
Answer = tuple[float, Line, bool]


class Windows(Protocol):
    """Searches of states with windows, which remember what was found before."""

    @property
    def duel(self) -> Duel:
        """The game, and for whom."""

    def value(self, state: State, depth: int | None, low: float, high: float) -> Answer:
        """Return a value v, its line, and whether no guess was involved (fail-soft).

        v <= low: the worth is at most v. v >= high: the worth is at least v. Else it is v.
        """

    def continued(self, state: State, line: Line, depth: int | None, value: float) -> Line:
        """Return a line that broke off at an answer of a table, as far as the table knows it."""

    def prospects(self, state: State) -> tuple[Prospect, ...]:
        """Return what the moves of the root came to that was searched last, if max decides."""


def completed(search: Windows, state: State, line: Line, depth: int | None) -> Line:
    """Return a proven line that broke off at an answer of the table, on to its end.

    The table may have lost what is after it: then the rest is searched once more, within the time.
    """
    duel = search.duel
    for joint in line:
        state = duel.game.next(state, joint)
    try:
        while not duel.over(state):
            left = None if depth is None else depth - len(line)
            more = () if left == 0 else search.value(state, left, -inf, inf)[1]
            if not more:
                break
            for joint in more:
                state = duel.game.next(state, joint)
            line += more
    except OutOfTimeError:
        pass  # the value is proven all the same
    return line
