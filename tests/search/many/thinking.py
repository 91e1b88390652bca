"""What max^n says of a game, step by step."""

from zermelo.game.game import Game, Role, Values
from zermelo.search.algorithms.maxn import Maxn
from zermelo.search.base import Clock, Limits, Result, last
from zermelo.search.spec import parse


def thoughts(
    search: Maxn, game: Game, limits: Limits | None = None, role: int = 0
) -> tuple[list[Result], Clock]:
    results: list[Result] = []
    clock = Clock(limits)
    found = search.start(game, Role(role), clock)(game.initial, clock)
    last(results.append(result) or result for result in found)  # type: ignore[func-returns-value]
    return results, clock


def values_of(search: Maxn, game: Game, limits: Limits | None = None, role: int = 0) -> Values:
    return thoughts(search, game, limits, role)[0][-1].values


def as_maxn(text: str) -> Maxn:
    search = parse(text)
    assert isinstance(search, Maxn)
    return search
