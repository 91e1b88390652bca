"""What every search does at the root: a first answer, the depth, the answer in the end."""

from zermelo.errors import UnsuitedError
from zermelo.position.game import Game, Joint, State
from zermelo.position.tree_game import TreeGame
from zermelo.search.base import Clock, Result
from zermelo.search.duel import Duel


def first_result(duel: Duel, state: State) -> Result:
    """Return any legal move at once: time may be up before anything better is known."""
    if duel.game.terminal(state):
        return Result(None, duel.values(duel.worth(state)), proven=True)
    move = duel.game.legal(state, duel.role)[0]
    return Result(move, duel.values(duel.guessed(state)))


def depth_limit(game: Game, own: int | None, clock: Clock) -> int | None:
    """Return the smaller of a search's own depth and the clock's; None is to the end.

    Raises:
        UnsuitedError: to the end of a game that may have none.
    """
    limits = [limit for limit in (own, clock.limits.depth) if limit is not None]
    if not limits and isinstance(game, TreeGame) and not game.ends:
        raise UnsuitedError(f"{game.name} has cycles: give a depth")
    return min(limits) if limits else None


def result(
    duel: Duel,
    state: State,
    value: float,
    line: tuple[Joint, ...],
    depth: int | None,
    proven: bool,
) -> Result:
    """Return what a search found for the root."""
    move = line[0][duel.role] if line else None
    return Result(move, duel.values(value), line, len(line) if depth is None else depth, proven)
