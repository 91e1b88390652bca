"""Evaluators: guesses at the worth of a state that is not the end."""

from collections.abc import Callable
from typing import Protocol

from zermelo.position.game import Game, State, Values

Guess = Callable[[State], Values]


class Evaluator(Protocol):
    """A frozen dataclass of options."""

    def start(self, game: Game) -> Guess:
        """Bind a game; what is returned guesses the worth of a state for each role."""
