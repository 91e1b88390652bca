"""Breadth first among the other methods: the nearest end with each goal comes first.

`zermelo.search.one_role.flood` does the work, in memory alone; what it finds is noted as it comes.
Rules that leave a state without a move, or an end without a goal, are no errors here: others may
find a match in spite of them.
"""

from collections.abc import Iterator

from zermelo.errors import LimitError
from zermelo.proofs.symmetry.folding import Folding
from zermelo.search.base import Clock
from zermelo.search.one_role.flood import NOTHING, Flood
from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.memory import StateMemory
from zermelo.search.plan.progress import PLAYER, Standing
from zermelo.search.puzzle.puzzle import Puzzle

BATCH = 4 * 1024
"""States whose children are made before others have their turn."""
NAME = "breadth first"


def breadth(
    standing: Standing, clock: Clock, *, megabytes: int, folding: Folding | None = None
) -> Iterator[None]:
    """Look at all states, nearest first, until all are seen or the memory is full.

    Yields between batches, for others to work; what is found is noted in the standing.
    """
    game = standing.game
    goal_search = GoalSearch(Puzzle(game), standing.state, clock, depth=clock.limits.depth)
    first = game.row(standing.state)
    if folding is not None:
        first = folding.folded(first[None])[0][0]
    memory = StateMemory.holding(first, megabytes << 20)
    flood = Flood(goal_search, game, memory, folding, strict=False, batch=BATCH)
    try:
        for _ in flood.steps():
            note(standing, flood)
            if flood.best is not None and flood.best[0] >= standing.ceiling:
                return
            goal_search.target = standing.ceiling  # others may have proved that there is no more
            yield
    except LimitError:
        return
    finally:
        note(standing, flood)
        memory.close()
    if flood.verdict is SearchVerdict.FAILURE:
        standing.none_above(best_of(flood), NAME)


def note(standing: Standing, flood: Flood) -> None:
    """Note the best end so far, and that better ones are farther than all that was looked at."""
    best = best_of(flood)
    if flood.best is not None and is_news(standing, best, flood.best[2]):
        way = flood.found()
        assert way is not None
        standing.found([joint[PLAYER] for joint in way.line], NAME)
    above = [goal for goal in standing.goals if goal > best]
    if above and flood.seen >= 0:
        standing.exclude(min(above), flood.seen, NAME)


def is_news(standing: Standing, goal: int, moves: int) -> bool:
    """Whether a match with a goal would be better than the one that is known, or shorter."""
    if standing.goal is None or goal != standing.goal:
        return standing.goal is None or goal > standing.goal
    return moves < len(standing.moves)


def best_of(flood: Flood) -> int:
    """Return what the best end so far is worth."""
    return NOTHING if flood.best is None else int(flood.best[0])
