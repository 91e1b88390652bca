"""Searches that look once, with the whole window or one around a guess: alpha-beta and scout."""

from collections.abc import Iterator
from functools import partial
from math import inf

from zermelo.game.game import Game, Role, State
from zermelo.search.base import Clock, Result, Thinker
from zermelo.search.parts.root import deep_calls, depth_limit, first_result, result
from zermelo.search.window.alphabeta import Window, aspired
from zermelo.search.window.windowed import Readable, Tabled, WindowMatch


def think(
    bench: WindowMatch[Readable],
    depth: int | None,
    aspiration: float | None,
    state: State,
    clock: Clock,
) -> Iterator[Result]:
    """Yield any legal move, then the best."""
    duel, search = bench.duel, bench.at(clock)
    yield first_result(duel, state)
    limit = depth_limit(duel.game, depth, clock)
    with deep_calls(duel.game, limit):
        if aspiration is None or duel.game.terminal(state):
            value, line, proven = search.value(state, limit, -inf, inf)
        else:
            centre = duel.guessed(state)
            value, line, proven = aspired(search, state, limit, centre, aspiration)
        line = search.continued(state, line, limit, value)
    yield result(duel, state, value, line, limit, proven, prospects=search.prospects(state))


def exact_search(game: Game) -> Thinker:
    """Return alpha-beta to the end, for the first role, that keeps its table from call to call."""
    bench = Tabled().bench(Window, game, Role(0), Clock(), None)
    return partial(think, bench, None, None)
