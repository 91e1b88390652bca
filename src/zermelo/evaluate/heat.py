"""Where on the board a change would help: the gain of every cell, as an evaluator sees it.

The gain of a cell for a role is the most that a state's worth could rise if only what lies on that
cell were something else, or nothing. It shows what an evaluator looks at: the cells of a line that
is nearly complete glow, those that make no difference stay dark.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from zermelo.boards.board import Board
from zermelo.evaluate.base import Guess
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.drawing import drawing_of
from zermelo.game.game import Role, State

Cell = tuple[str, str]
"""Column and row."""


@dataclass(frozen=True, slots=True)
class Heat:
    """A board and the gain of each of its cells, rows from top to bottom; None where no cell is."""

    board: Board
    gains: tuple[tuple[float | None, ...], ...]

    @property
    def most(self) -> float:
        """The largest gain."""
        return max((gain for row in self.gains for gain in row if gain is not None), default=0.0)


def heat(game: CompiledGame, guess: Guess, state: State, role: Role) -> list[Heat]:
    """Return the gains of all cells for a role, board by board; none where no board is seen."""
    worth = guess(state)[role]
    drawing = drawing_of(game)
    found = []
    fluents = game.lexicon.holding(state)
    for number, board in enumerate(drawing.boards(fluents)):
        cells = cells_of(game, number)
        gains = {
            cell: max(guess(changed)[role] for changed in changes(state, on_cell)) - worth
            for cell, on_cell in cells.items()
        }
        base = drawing.layout.boards[number][0]
        by_label = {
            (column.removeprefix(base.columns.prefix), row.removeprefix(base.rows.prefix)): gain
            for (column, row), gain in gains.items()
        }
        rows = tuple(
            tuple(
                None if content is None else by_label.get((column, row), 0.0)
                for column, content in zip(board.columns, contents, strict=True)
            )
            for row, contents in zip(board.rows, board.cells, strict=True)
        )
        found.append(Heat(board, rows))
    return found


def cells_of(game: CompiledGame, number: int) -> Mapping[Cell, list[int]]:
    """Return the fluents that can lie on each cell of a board."""
    found: dict[Cell, list[int]] = {}
    grids = drawing_of(game).layout.boards[number]
    for fluent, term in enumerate(game.lexicon.fluent_terms):
        shape, leaves = term.shape, term.leaves
        for grid in grids:
            if grid.shape == shape and grid.shows(leaves):
                column, row, _ = grid.place(leaves)
                found.setdefault((column, row), []).append(fluent)
    return found


def changes(state: State, fluents: list[int]) -> list[State]:
    """Return the state itself, and with each of some fluents, or none of them, alone."""
    empty = state & ~sum(1 << fluent for fluent in fluents)
    return [state, State(empty), *(State(empty | 1 << fluent) for fluent in fluents)]
