"""All evaluators there are: every file in `evaluators` is one."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from inspect import getmembers, isclass
from typing import Any

from zermelo.folder import modules_in


@cache
def evaluators() -> Mapping[str, type[Any]]:
    """Return the class of every evaluator, by the name of its file.

    >>> "even" in evaluators()
    True
    """
    found: dict[str, type[Any]] = {}
    for name, module in modules_in("zermelo.evaluate.evaluators"):
        own = [
            member
            for _, member in getmembers(module, isclass)
            if member.__module__ == module.__name__
            and is_dataclass(member)
            and hasattr(member, "start")
        ]
        if len(own) != 1:
            raise TypeError(f"{module.__name__} must have exactly one evaluator, not {len(own)}")
        found[name] = own[0]
    return found
