"""A state -> the rows of its board, small enough to stand in a node of a tree."""

from zermelo.game.drawing import draw, drawing_of
from zermelo.game.game import Game, State

LARGEST_BOARD = 12
"""Boards with more rows or columns are too large for a node."""


def rows_of(game: Game, state: State | None) -> list[list[str]]:
    """Return the cells of a state's first board, rows from top to bottom; none if it has none."""
    if state is None or (compiled := game.compiled) is None:
        return []
    boards = drawing_of(compiled).boards(compiled.lexicon.holding(state))
    if not boards or max(len(boards[0].cells), len(boards[0].columns)) > LARGEST_BOARD:
        return []
    return [[" " if cell is None else cell for cell in row] for row in boards[0].cells]


def text_of(game: Game, state: State | None) -> str:
    """Return a state as text: its boards, or its fluents."""
    if state is None:
        return ""
    if (compiled := game.compiled) is not None:
        return draw(compiled, state)
    return " ".join(game.describe(state))
