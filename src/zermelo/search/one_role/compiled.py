"""Whether a search of a puzzle runs by kernels."""

from zermelo.errors import UsageError
from zermelo.game.game import Game
from zermelo.search.events import Watch

KERNEL = "compiled where it can be (auto), surely (on) or not at all (off)"


def is_compiled(kernel: str, game: Game, watch: Watch | None) -> bool:
    """Whether to run by kernels; `kernel` is auto, on or off. Only the readable can be watched.

    Raises:
        UsageError: they must be used, but cannot.
    """
    if kernel == "on":
        from zermelo.kernels.background import background

        background.insist()
    if kernel == "off" or watch is not None:
        return False
    possible = game.compiled is not None
    if kernel == "on" and not possible:
        raise UsageError(
            f"the kernel cannot run: {game.name} is not compiled; kernel=auto takes it where it can"
        )
    return possible
