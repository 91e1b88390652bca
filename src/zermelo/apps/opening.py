"""Options -> a game, and the state that a command starts in."""

from typing import TYPE_CHECKING

from zermelo.apps.output import tell

if TYPE_CHECKING:
    from zermelo.game.compiled_game import CompiledGame
    from zermelo.game.game import Game, State
    from zermelo.search.base import Search


def opened(
    name: str, *, seconds: float, megabytes: int, no_cache: bool, kernel: str, engine: str = "auto"
) -> "CompiledGame":
    """Return the game of that name or path, compiled if it was not before.

    `kernel` is what the command will run on it: the first time, it has to be compiled too.
    """
    from zermelo.game.load import load
    from zermelo.process.limits import Allowance

    allowance = Allowance(seconds, megabytes)
    game = load(name, allowance=allowance, tell=tell, keep=not no_cache, engine=engine)
    if game.engine.has_kernels:
        tell_of_kernels(kernel)
    return game


def opened_game(
    name: str, *, seconds: float, megabytes: int, no_cache: bool, kernel: str, engine: str = "auto"
) -> "Game":
    """Return the game of that name or path as `opened` does, or an explicit tree."""
    from zermelo.game.load import load_game
    from zermelo.process.limits import Allowance

    allowance = Allowance(seconds, megabytes)
    game = load_game(name, allowance=allowance, tell=tell, keep=not no_cache, engine=engine)
    if game.compiled is not None and game.compiled.engine.has_kernels:
        tell_of_kernels(kernel)
    return game


KERNELS = {
    "playouts": "engine/kernels/playout.py",
    "settle": "search/solve/kernels/backward.py",
    "view": "engine/kernels/lanes.py",
}
"""Where the kernels lie that commands wait for, besides those of searches."""


def tell_of_kernels(kernel: str = "playouts") -> None:
    """Say that the first run takes longer, if it does."""
    tell_if_not_compiled(KERNELS[kernel])


def tell_if_not_compiled(*files: str) -> None:
    """Say that kernels have to be compiled, unless those of all files are."""
    from zermelo.kernels.background import background
    from zermelo.kernels.kernel import is_compiled

    if background.answers:
        return  # nobody waits
    if not all(map(is_compiled, files)):
        tell("compiling the kernels, once for all games: some ten seconds ...")


def ready(searches: "list[Search]", game: "Game", state: "State") -> None:
    """Make sure that searches suit a game, and load the kernels that they will run.

    So loading them, or compiling them the first time, is no part of the time of a decision.
    """
    from zermelo.kernels.background import background
    from zermelo.search.loading import kernels_of, load_kernels
    from zermelo.search.suitability import require

    if any(getattr(search, "kernel", None) == "on" for search in searches):
        background.insist()
    for search in searches:
        require(search, game)
    for search in searches:
        tell_if_not_compiled(*kernels_of(search, game))
        load_kernels(search, game, state)


def started(game: "Game", moves: str | None, state: str | None) -> "State":
    """Return the state that `--state` and `--moves` lead to."""
    if moves is None and state is None:
        return game.initial
    from zermelo.game.spelling import after, read_moves, read_state

    start = game.initial if state is None else read_state(game, state)
    return start if moves is None else after(game, start, read_moves(moves))
