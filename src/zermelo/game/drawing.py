"""The states of a game as text: how to draw them is found out once for each game."""

from functools import lru_cache

from zermelo.boards.board import Drawing
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State


@lru_cache(maxsize=64)
def drawing_of(game: CompiledGame) -> Drawing:
    """Return how the states of a game are drawn."""
    return Drawing.of(game.lexicon, game.lexicon.holding(game.initial), game.board)


def draw(game: CompiledGame, state: State) -> str:
    """Return a state as text: its boards, what the symbols mean, and whatever else holds.

    >>> from zermelo.game.load import load
    >>> game = load("tictactoe")
    >>> print(draw(game, game.initial))
    3  . . .
    2  . . .
    1  . . .
       1 2 3
    <BLANKLINE>
    control: x
    """
    return drawing_of(game).text(game.lexicon.holding(state))
