"""Which search plays a game when none is named, or the one that is named does not suit it."""

from collections.abc import Iterator

from zermelo.errors import UnsuitedError
from zermelo.game.game import Game
from zermelo.search.base import Search
from zermelo.search.spec import parse
from zermelo.search.suitability import require

PREFERRED = ("auto:solve=false", "iterative", "flat", "random")
"""The best first. Solving is what another process does, so that thinking begins at once. `random`
plays everything, so that there is always one left."""


def candidates(game: Game, spec: str | None) -> Iterator[tuple[str, Search]]:
    """Yield searches that suit a game, with their texts: the one that is named, then the best.

    A search may find out only while it thinks that a game does not suit it: then the next one is
    taken.
    """
    for text in (*((spec,) if spec else ()), *PREFERRED):
        search = parse(text)
        try:
            require(search, game)
        except UnsuitedError:
            continue
        yield text, search
