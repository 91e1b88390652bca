"""The kernels of searches are loaded before a clock runs: compiling them takes seconds.

A search that has kernels has an option `kernel`. In `kernels` it may name the files of those that
it always runs and that take long to compile, so that whoever waits for them can be told.
"""

from zermelo.game.game import Game, Role, State
from zermelo.search.base import Clock, Limits, Search, last

ONE_NODE = Limits(depth=1, nodes=1)


def kernels_of(search: Search, game: Game) -> tuple[str, ...]:
    """Return the files of kernels that a search runs on a game, as far as it names them."""
    files: tuple[str, ...] = getattr(search, "kernels", ()) if has_kernels(search, game) else ()
    return files


def load_kernels(search: Search, game: Game, state: State, limits: Limits = ONE_NODE) -> None:
    """Load the kernels that a search runs on a game.

    numba loads a kernel for certain types of arguments when it is first called with them, so the
    search itself makes the calls, and stops at its first node.
    """
    if has_kernels(search, game):
        clock = Clock(limits)
        last(search.start(game, Role(0), clock)(state, clock))


def has_kernels(search: Search, game: Game) -> bool:
    """Whether a search may run kernels, and the engine of the game has them."""
    compiled = game.compiled
    if compiled is None or not compiled.engine.has_kernels:
        return False
    return bool(getattr(search, "kernel", "off") != "off")
