"""All searches there are: every file in `algorithms` is one, and what other packages offer.

A package offers a search by an entry point of the group `zermelo.search`: its name, and the class.
"""

from collections.abc import Mapping
from functools import cache
from inspect import getmembers, isclass
from typing import Any

from zermelo.errors import UsageError
from zermelo.folder import from_outside, modules_in


@cache
def searches() -> Mapping[str, type[Any]]:
    """Return the class of every search, by the name of its file or of its entry point.

    >>> "random" in searches()
    True
    """
    found: dict[str, type[Any]] = {}
    for name, module in modules_in("zermelo.search.algorithms"):
        own = [
            member
            for _, member in getmembers(module, isclass)
            if member.__module__ == module.__name__ and hasattr(member, "needs")
        ]
        if len(own) != 1:
            raise TypeError(f"{module.__name__} must have exactly one search, not {len(own)}")
        found[name] = own[0]
    for name, kind in from_outside("zermelo.search"):
        if name in found or not hasattr(kind, "needs"):
            why = "is there already" if name in found else "is no search: it says not what it needs"
            raise UsageError(f"{kind.__module__}: {name} {why}")
        found[name] = kind
    return found
