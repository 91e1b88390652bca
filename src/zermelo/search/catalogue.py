"""All searches: every file in `algorithms` is one, and other packages offer more.

A package offers a search by an entry point of the group `zermelo.search`: its name, and the class.
"""

from functools import cache
from inspect import isclass
from typing import Any

from zermelo.registry import Registry
from zermelo.search.base import Search


@cache
def searches() -> Registry[type[Search]]:
    """Return the class of every search, by the name of its file or of its entry point.

    >>> "random" in searches()
    True
    """
    package, group = "zermelo.search.algorithms", "zermelo.search"
    return Registry("search", package, group, is_search, "has no `needs`")


def is_search(thing: Any) -> bool:
    """Whether something is the class of a search: it says which traits of a game it needs."""
    return isclass(thing) and hasattr(thing, "needs")
