"""Even: nobody is ahead. For those who only trust the end of a match."""

from dataclasses import dataclass

from zermelo.evaluate.base import Guess
from zermelo.evaluate.score import CONSTANT, Score, ScoreWriter
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game

DRAW = 50.0


@dataclass(frozen=True, slots=True)
class Even:
    """Takes every state for a draw."""

    def start(self, game: Game) -> Guess:
        """Bind a game."""
        values = (DRAW,) * len(game.roles)
        return lambda state: values

    def arrays(self, game: CompiledGame) -> Score:
        """Return a constant."""
        draft = ScoreWriter()
        return draft.written([draft.node(CONSTANT, a=DRAW)] * len(game.roles))
