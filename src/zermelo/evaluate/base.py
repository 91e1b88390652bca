"""Evaluators: guesses at the worth of a state that is not the end."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from zermelo.evaluate.score import Score
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, State, Values

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
