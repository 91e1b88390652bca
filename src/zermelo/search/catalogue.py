"""All searches there are: every file in `algorithms` is one."""

from collections.abc import Mapping
from functools import cache
from inspect import getmembers, isclass
from typing import Any

from zermelo.folder import modules_in


@cache
def searches() -> Mapping[str, type[Any]]:
    """Return the class of every search, by the name of its file.

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
    return found
