"""Engines by name: every file in `engines` is one, and what other packages offer.

A package offers an engine by an entry point of the group `zermelo.engine`: its name, and the class.
A class is called with the circuit of a game, and returns an `Engine`.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from inspect import getmembers, isclass
from typing import Any

from zermelo.circuit.order import Gates
from zermelo.engine.engine import Engine
from zermelo.errors import UsageError
from zermelo.folder import from_outside, modules_in

AUTO = "auto"
USUAL = "interpreter"
"""What `auto` is: the fastest engine of all that run every game."""
MakesEngine = Callable[[Gates], Engine]


@cache
def engines() -> Mapping[str, MakesEngine]:
    """Return what makes each engine, by the name of its file or of its entry point.

    >>> sorted(engines())
    ['interpreter', 'plain']
    """
    found: dict[str, Any] = {}
    for name, module in modules_in("zermelo.engine.engines"):
        own = [
            member
            for _, member in getmembers(module, isclass)
            if member.__module__ == module.__name__ and hasattr(member, "matches")
        ]
        if len(own) != 1:
            raise TypeError(f"{module.__name__} must have exactly one engine, not {len(own)}")
        found[name] = own[0]
    for name, kind in from_outside("zermelo.engine"):
        if name in found or not hasattr(kind, "matches"):
            why = "is there already" if name in found else "is no engine: it plays no matches"
            raise UsageError(f"{kind.__module__}: {name} {why}")
        found[name] = kind
    return found


def engine_named(name: str) -> MakesEngine:
    """Return what makes the engine of that name; `auto` is the usual one.

    Raises:
        UsageError: there is no such engine; with the nearest name.
    """
    made = engines().get(USUAL if name == AUTO else name)
    if made is None:
        names = [AUTO, *engines()]
        near = get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
        raise UsageError(f"no engine is called {name!r}; {hint}")
    return made


def engine_for(name: str, gates: Gates) -> Engine:
    """Return an engine of that name that runs a circuit; errors as `engine_named`."""
    return engine_named(name)(gates)
