"""Zermelo: give it the rules of any game as logic; it checks, compiles, analyses and plays it."""

__version__ = "0.1.0"
__all__ = ["load"]


def __getattr__(name: str) -> object:
    """Import what is asked for: `import zermelo` alone loads nothing heavy."""
    if name == "load":
        from zermelo.position.load import load

        return load
    raise AttributeError(f"module 'zermelo' has no attribute {name!r}")
