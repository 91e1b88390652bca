"""IDA* among the other methods: it cannot be asked to wait, so it begins again with more time."""

from collections.abc import Iterator
from functools import partial

from zermelo.errors import ZermeloError
from zermelo.search.base import Bound, Clock, Limits, Result, last
from zermelo.search.one_role.compiled import is_compiled
from zermelo.search.one_role.idastar import idastar
from zermelo.search.one_role.thinking import PathFollower
from zermelo.search.plan.progress import PLAYER, Standing
from zermelo.search.puzzle.puzzle import Puzzle

NAME = "idastar"
FIRST = 4.0
"""Seconds for the first time; each further time has twice as many."""
LARGEST_GAME = 1 << 18
"""Fluents by moves; where there are more, deriving a heuristic takes a minute, without a pause."""


def informed(standing: Standing, clock: Clock) -> Iterator[None]:
    """Search with the heuristic that is derived from the rules, longer and longer.

    Yields between searches, for others to work; what is found is noted in the standing.
    """
    dimensions = standing.game.dimensions
    if dimensions.fluents * dimensions.moves > LARGEST_GAME:
        return
    seconds = FIRST
    while not standing.settled:
        limit = clock.limits.seconds
        left = seconds if limit is None else min(seconds, limit - clock.seconds)
        part = clock.part(Limits(clock.limits.depth, seconds=left, memory=clock.limits.memory))
        try:
            fast = is_compiled("auto", standing.game, None)
            think = PathFollower(Puzzle(standing.game), partial(idastar, "auto", fast))
            note(standing, last(think(standing.state, part)))
        except ZermeloError:
            return  # it does not suit the puzzle; others may
        clock.tick(0)
        if part.seconds < left:
            return  # it has come to its end
        seconds *= 2
        yield


def note(standing: Standing, result: Result | None) -> None:
    """Note what a search says: its match, and that none is better or shorter if it is proved."""
    if result is None or not result.line:
        return
    standing.found([joint[PLAYER] for joint in result.line], NAME)
    if result.proven and result.bound is Bound.EXACT:
        goal = int(result.values[PLAYER])
        standing.none_above(goal, NAME)
        if result.shortest:
            standing.exclude(goal, len(result.line) - 1, NAME)
