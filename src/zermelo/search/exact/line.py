"""A line of best play from what a search has proved: it goes on to an end, and never round.

What is known of a position does not say how far its end is. Where matches may go round, a move that
keeps the value may lead back; then another one is tried.
"""

from collections.abc import Iterator
from itertools import chain
from math import inf, nextafter
from typing import Protocol

from zermelo.game.game import Joint, State
from zermelo.search.base import OutOfTimeError
from zermelo.search.exact.levels import Levels
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.windows import Line
from zermelo.search.proofnumber.bracket import Bracket
from zermelo.search.proofnumber.question import Verdict

Move = tuple[Joint, State]


class Asked(Protocol):
    """What answers questions to the end of matches, and remembers bounds."""

    def ask(self, state: State, left: int | None, threshold: float) -> Verdict | None:
        """Return whether max gets at least `threshold`; None if the budget does not suffice."""

    def bounds(self, state: State) -> tuple[int, int]:
        """Return the levels between which the value of a state is known to be."""


def best_line(duel: Duel, levels: Levels, asked: Asked, bracket: Bracket, state: State) -> Line:
    """Return a line of best play to the end, from a position whose value is known.

    Every position on it has the same value. What the search did not keep is asked again, within the
    time. If that does not suffice, the line breaks off.
    """
    seen, line, ways = {state}, list[Joint](), list[Iterator[Move]]()

    def unseen() -> Move | None:
        return next((move for move in ways[-1] if move[1] not in seen), None)

    try:
        while not duel.over(state):
            known = moves(duel, levels, asked, bracket, state)
            first = next(known, None)
            if first is None:
                break  # nothing is known here, and it takes too long to find out
            ways.append(chain([first], known))
            while (move := unseen()) is None:  # all moves lead back: try another way
                ways.pop()
                if not line:
                    return ()
                line.pop()
            joint, state = move
            seen.add(state)
            line.append(joint)
    except OutOfTimeError:
        pass  # the value is proven all the same
    return tuple(line)


def moves(
    duel: Duel, levels: Levels, asked: Asked, bracket: Bracket, state: State
) -> Iterator[Move]:
    """Yield the joint moves that keep the value of a position."""
    maximising, value = duel.maximising(state), bracket.low
    if not (bracket.raised if maximising else bracket.lowered):
        yield from duel.children(state)  # the other role has its way whatever happens here
        return
    known = False
    for joint, child in duel.children(state):
        if duel.over(child):
            low = high = duel.worth(child)
        else:
            low, high = map(levels.goal, asked.bounds(child))
        if low >= value if maximising else high <= value:
            known = True
            yield joint, child
    if not known:
        verdict = asked.ask(state, None, value if maximising else nextafter(value, inf))
        if verdict is not None and verdict.joint is not None:
            yield verdict.joint, duel.game.next(state, verdict.joint)
