"""Zermelo: give it the rules of any game as logic; it checks, compiles, analyses and plays it."""

TYPE_CHECKING = False  # as in typing, which takes longer to import than all of this

if TYPE_CHECKING:
    from zermelo.game.load import load
    from zermelo.game.position import Position

__version__ = "0.1.0"
__all__ = ["Position", "load"]


def __getattr__(name: str) -> object:
    """Import what is asked for: `import zermelo` alone loads nothing heavy."""
    if name == "load":
        from zermelo.game.load import load

        return load
    if name == "Position":
        from zermelo.game.position import Position

        return Position
    raise AttributeError(f"module 'zermelo' has no attribute {name!r}")
