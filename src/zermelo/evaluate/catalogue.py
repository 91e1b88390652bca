"""All evaluators: every file in `evaluators` is one, and other packages offer more.

A package offers an evaluator by an entry point of the group `zermelo.evaluators`: its name, and the
class.
"""

from dataclasses import is_dataclass
from functools import cache
from inspect import isclass
from typing import Any

from zermelo.evaluate.base import Evaluator
from zermelo.registry import Registry


@cache
def evaluators() -> Registry[type[Evaluator]]:
    """Return the class of every evaluator, by the name of its file or of its entry point.

    >>> "even" in evaluators()
    True
    """
    package, group = "zermelo.evaluate.evaluators", "zermelo.evaluators"
    return Registry("evaluator", package, group, is_evaluator, "is no dataclass with `start`")


def is_evaluator(thing: Any) -> bool:
    """Whether something is the class of an evaluator: options, and a `start` that binds a game."""
    return isclass(thing) and is_dataclass(thing) and hasattr(thing, "start")
