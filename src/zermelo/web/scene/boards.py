"""The boards of a game -> cells with geometry: squares, or hexagons where rows are shifted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from zermelo.position.board import Drawing, placed
from zermelo.position.layout import Grid
from zermelo.web.scene.pieces import Piece, pieces_of

UNIT = 60.0
"""The side of a square; hexagons are as wide."""
MARGIN = 26.0
"""Room for the names of rows and columns."""
Things = Mapping[tuple[str, str], Sequence[str]]
"""What lies on each cell, by column and row."""


@dataclass(frozen=True)
class Ground:
    """One board of a game: everything of its drawing that never changes."""

    number: int
    grids: tuple[Grid, ...]
    blanks: frozenset[str]
    pieces: Mapping[str, Piece]
    top_down: bool  # the first row is at the top
    hexagons: bool
    chequered: bool

    @property
    def base(self) -> Grid:
        """The grid that says which cells there are."""
        return self.grids[0]

    @property
    def rows(self) -> tuple[str, ...]:
        """The names of the rows, from top to bottom."""
        values = self.base.rows.values
        return values if self.top_down else values[::-1]

    def identity(self, column: str, row: str) -> str:
        """Return what a cell is called in a scene."""
        return f"c:{self.number}:{column}:{row}"

    def things(self, fluents: Sequence[str]) -> Things:
        """Return what lies on each cell of a state."""
        by_shape = placed(tuple(fluents))
        there: dict[tuple[str, str], list[str]] = {}
        for grid in self.grids:
            for leaves in by_shape.get(grid.shape, ()):
                column, row, content = grid.place(leaves)
                if content not in self.blanks and grid.shows(leaves):
                    there.setdefault((column, row), []).append(content)
        return there

    def place(self, across: int, down: int) -> tuple[float, float]:
        """Return the centre of a cell, by the numbers of its column and row."""
        if not self.hexagons:
            return MARGIN + (across + 0.5) * UNIT, (down + 0.5) * UNIT + 2
        shift = (len(self.rows) - 1 - down) / 2
        height = UNIT * 2 / sqrt(3)
        return MARGIN + (across + 0.5 + shift) * UNIT, height * (0.5 + 0.75 * down) + 2

    def drawn(self, fluents: Sequence[str], before: Sequence[str] | None) -> dict[str, Any]:
        """Return the board in a state; what changed since `before` is marked."""
        now = self.things(fluents)
        earlier = now if before is None else self.things(before)
        columns, rows = self.base.columns, self.rows
        cells = []
        for down, row in enumerate(rows):
            for across, column in enumerate(columns.values):
                if (column, row) not in self.base.cells:
                    continue
                here = now.get((column, row), ())
                x, y = self.place(across, down)
                cells.append(
                    {
                        "id": self.identity(column, row),
                        "x": round(x, 1),
                        "y": round(y, 1),
                        "label": f"{column} {row}",
                        "dark": self.chequered and (across + len(rows) - down) % 2 == 1,
                        "changed": here != earlier.get((column, row), ()),
                        "pieces": [shown(self.pieces[name]) for name in here],
                    }
                )
        if sum(bool(cell["changed"]) for cell in cells) * 2 > len(cells):
            for cell in cells:  # nobody looks at so many
                cell["changed"] = False
        right = max((float(str(cell["x"])) for cell in cells), default=0.0)
        bottom = max((float(str(cell["y"])) for cell in cells), default=0.0)
        half = UNIT / sqrt(3) if self.hexagons else UNIT / 2
        return {
            "title": self.base.title,
            "form": "hexagon" if self.hexagons else "square",
            "unit": UNIT,
            "width": round(right + UNIT / 2 + 4, 1),
            "height": round(bottom + half + MARGIN, 1),
            "points": hexagon() if self.hexagons else "",
            "gaps": self.gaps(),
            "cells": cells,
            "names": self.names(bottom + half),
        }

    def gaps(self) -> list[dict[str, float]]:
        """Return the squares of a chequered board that no piece ever stands on: its light ones."""
        places = [
            self.place(across, down)
            for down, row in enumerate(self.rows)
            for across, column in enumerate(self.base.columns.values)
            if self.chequered and (column, row) not in self.base.cells
        ]
        return [{"x": round(x, 1), "y": round(y, 1)} for x, y in places]

    def names(self, bottom: float) -> list[dict[str, Any]]:
        """Return the names of rows and columns, and where they stand."""
        base, found = self.base, []
        for down, row in enumerate(self.rows):
            x, y = self.place(0, down)
            text = row.removeprefix(base.rows.prefix)
            found.append({"x": round(x - UNIT / 2 - 13, 1), "y": round(y, 1), "text": text})
        for across, column in enumerate(base.columns.values):
            x, _ = self.place(across, len(self.rows) - 1)
            text = column.removeprefix(base.columns.prefix)
            found.append({"x": round(x, 1), "y": round(bottom + 14, 1), "text": text})
        return found


def hexagon() -> str:
    """Return the corners of a hexagon around its centre, one of them at the top."""
    radius, half = UNIT / sqrt(3), UNIT / 2
    corners = [(0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)]
    return " ".join(f"{x * half:.2f},{y * radius:.2f}" for x, y in corners)


def shown(piece: Piece) -> dict[str, str]:
    """Return a piece as JSON has it."""
    return {"form": piece.form, "tone": piece.tone, "text": piece.text, "name": piece.name}


def grounds(drawing: Drawing, roles: Sequence[str], *, chequered: bool) -> tuple[Ground, ...]:
    """Return the boards of a game."""
    return tuple(
        Ground(
            number,
            grids,
            drawing.blanks[number],
            pieces_of(drawing.symbols[number], roles),
            drawing.hints.get("origin") == "top",
            bool(drawing.hints.get("skew")),
            chequered,
        )
        for number, grids in enumerate(drawing.layout.boards)
    )
