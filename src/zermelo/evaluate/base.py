"""Evaluators: guesses at the worth of a state that is not the end."""

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache
from inspect import isclass
from typing import Any, Protocol, runtime_checkable

from zermelo.evaluate.score import Score
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, State, Values
from zermelo.registry import Registry

Guess = Callable[[State], Values]


class Evaluator(Protocol):
    """A frozen dataclass of options."""

    def start(self, game: Game) -> Guess:
        """Bind a game; what is returned guesses the worth of a state for each role."""


@runtime_checkable
class ArithmeticEvaluator(Protocol):
    """An evaluator that compiled searches can use as well."""

    def arrays(self, game: CompiledGame) -> Score | None:
        """Return arithmetic that comes to the same numbers; None if these options have none."""


def arrays_of(evaluator: Evaluator, game: CompiledGame) -> Score | None:
    """Return an evaluator as arithmetic for kernels, if it and the game's engine offer that."""
    if not game.engine.has_kernels or not isinstance(evaluator, ArithmeticEvaluator):
        return None
    return evaluator.arrays(game)


def why_no_arrays(evaluator: Evaluator, game: CompiledGame) -> str:
    """Say why `arrays_of` returned None."""
    if not game.engine.has_kernels:
        return f"the engine {game.engine.name} has no kernels"
    return f"the evaluator {type(evaluator).__name__.lower()} has no arrays for it"


@cache
def evaluators() -> Registry[type[Evaluator]]:
    """Return the class of every evaluator: each file in `evaluators` is one, by its name.

    Another package offers an evaluator by an entry point of the group `zermelo.evaluators`.

    >>> "even" in evaluators()
    True
    """
    package, group = "zermelo.evaluate.evaluators", "zermelo.evaluators"
    return Registry("evaluator", package, group, is_evaluator, "is no dataclass with `start`")


def is_evaluator(thing: Any) -> bool:
    """Whether something is the class of an evaluator: options, and a `start` that binds a game."""
    return isclass(thing) and is_dataclass(thing) and hasattr(thing, "start")
