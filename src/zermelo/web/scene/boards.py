"""The boards of a game -> cells with geometry: squares, or hexagons where rows are shifted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from zermelo.boards.board import Drawing, placed
from zermelo.boards.grid import FluentGrid
from zermelo.boards.sides import Segment, Sides
from zermelo.text.ground_term import GroundTerm
from zermelo.web.scene.pieces import DrawnPiece, pieces_of

UNIT = 60.0
"""The side of a square; hexagons are as wide."""
MARGIN = 26.0
"""Room for the names of rows and columns."""
Link = tuple[tuple[str, str], tuple[str, str]]
"""Two cells, each by column and row."""
Things = Mapping[tuple[str, str], Sequence[str]]
"""What lies on each cell, by column and row."""


@dataclass(frozen=True)
class SceneBoard:
    """One board of a game: everything of its drawing that never changes."""

    number: int
    grids: tuple[FluentGrid, ...]
    blanks: frozenset[str]
    pieces: Mapping[str, DrawnPiece]
    top_down: bool  # the first row is at the top
    hexagons: bool
    chequered: bool
    sides: tuple[Sides, ...] = ()
    paths: tuple[Link, ...] = ()  # the lines that join cells, where these are points

    @classmethod
    def bare(cls, grids: tuple[FluentGrid, ...]) -> "SceneBoard":
        """Return a board whose cells hold nothing: all there is stands between them."""
        return cls(0, grids, frozenset(), {}, top_down=False, hexagons=False, chequered=False)

    @property
    def base(self) -> FluentGrid:
        """The grid that says which cells there are."""
        return self.grids[0]

    @property
    def rows(self) -> tuple[str, ...]:
        """The names of the rows, from top to bottom."""
        values = self.base.rows.values
        return values if self.top_down else values[::-1]

    @property
    def edge(self) -> float:
        """The room around the cells: lines on the edge are thick, and have dots."""
        return 8.0 if self.sides or self.base.block else 2.0

    def identity(self, column: str, row: str) -> str:
        """Return what a cell is called in a scene."""
        return f"c:{self.number}:{column}:{row}"

    def things(self, fluents: Sequence[GroundTerm]) -> Things:
        """Return what lies on each cell of a state."""
        by_shape = placed(fluents)
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
            return MARGIN + (across + 0.5) * UNIT, (down + 0.5) * UNIT + self.edge
        shift = (len(self.rows) - 1 - down) / 2
        height = UNIT * 2 / sqrt(3)
        return MARGIN + (across + 0.5 + shift) * UNIT, height * (0.5 + 0.75 * down) + 2

    def drawn(
        self, fluents: Sequence[GroundTerm], before: Sequence[GroundTerm] | None
    ) -> dict[str, Any]:
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
            for cell in cells:  # too many to look at
                cell["changed"] = False
        right = max((float(str(cell["x"])) for cell in cells), default=0.0)
        bottom = max((float(str(cell["y"])) for cell in cells), default=0.0)
        half = UNIT / sqrt(3) if self.hexagons else UNIT / 2
        return {
            "title": self.base.title,
            "form": self.form,
            "unit": UNIT,
            "width": round(right + UNIT / 2 + 2 + self.edge, 1),
            "height": round(bottom + half + MARGIN, 1),
            "points": hexagon() if self.hexagons else "",
            "gaps": self.gaps(),
            "cells": cells,
            "names": self.names(bottom + half),
            "paths": self.joined(),
            "blocks": self.blocks(),
            "dots": self.dots(),
            "sides": self.lines(fluents, before),
        }

    @property
    def form(self) -> str:
        """What its cells look like."""
        return "point" if self.paths else "hexagon" if self.hexagons else "square"

    def joined(self) -> list[dict[str, float]]:
        """Return the lines on which points lie."""
        across = {value: place for place, value in enumerate(self.base.columns.values)}
        down = {value: place for place, value in enumerate(self.rows)}
        found = []
        for first, second in self.paths:
            (x1, y1), (x2, y2) = (
                self.place(across[one[0]], down[one[1]]) for one in (first, second)
            )
            found.append({"x1": x1, "y1": y1, "x2": x2, "y2": y2})
        return found

    def blocks(self) -> list[dict[str, object]]:
        """Return the lines around blocks of cells."""
        size, wide, high = self.base.block, len(self.base.columns.values), len(self.rows)
        if not size:
            return []
        upright = [self.line((x, 0, x, high)) for x in range(0, wide + 1, size)]
        return upright + [self.line((0, y, wide, y)) for y in range(0, high + 1, size)]

    def at(self, across: float, up: float) -> tuple[float, float]:
        """Return a point of the board, in cells from the left and from the first row."""
        down = up if self.top_down else len(self.rows) - up
        return round(MARGIN + across * UNIT, 1), round(down * UNIT + self.edge, 1)

    def dots(self) -> list[dict[str, float]]:
        """Return the dots that sides join."""
        ends: dict[tuple[float, float], None] = {}
        for sides in self.sides:
            for x1, y1, x2, y2 in sides.segments.values() if sides.dotted else ():
                ends |= {(x1, y1): None, (x2, y2): None}
        return [{"x": x, "y": y} for x, y in (self.at(*end) for end in ends)]

    def lines(
        self, fluents: Sequence[GroundTerm], before: Sequence[GroundTerm] | None
    ) -> list[dict[str, object]]:
        """Return the sides that hold, and those that moves may draw."""
        now = placed(fluents)
        earlier = now if before is None else placed(before)
        found = []
        for sides in self.sides:
            held, old = set(now.get(sides.shape, ())), set(earlier.get(sides.shape, ()))
            for leaves, segment in sides.segments.items():
                if leaves in held or sides.played:
                    found.append(
                        self.line(segment)
                        | {
                            "id": sides.identity(leaves),
                            "label": " ".join(leaves),
                            "held": leaves in held,
                            "changed": leaves in held - old,
                        }
                    )
        return found

    def line(self, segment: Segment) -> dict[str, object]:
        """Return the ends of a side, where they are drawn."""
        (x1, y1), (x2, y2) = self.at(*segment[:2]), self.at(*segment[2:])
        return {"x1": x1, "y1": y1, "x2": x2, "y2": y2}

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


def shown(piece: DrawnPiece) -> dict[str, str]:
    """Return a piece as JSON has it."""
    return {"form": piece.form, "tone": piece.tone, "text": piece.text, "name": piece.name}


def scene_boards(drawing: Drawing, roles: Sequence[str]) -> tuple[SceneBoard, ...]:
    """Return the boards of a game, none of them chequered."""
    return tuple(
        SceneBoard(
            number,
            grids,
            drawing.blanks[number],
            pieces_of(drawing.symbols[number], roles),
            drawing.hints.get("origin") == "top",
            bool(drawing.hints.get("skew")),
            chequered=False,
            paths=links_in(drawing.hints.get("paths", ())),
        )
        for number, grids in enumerate(drawing.layout.boards)
    )


def links_in(paths: object) -> tuple[Link, ...]:
    """Return the cells that hints such as `a 1 a 4` join."""
    words = [str(path).split() for path in paths] if isinstance(paths, Sequence) else []
    return tuple(((x1, y1), (x2, y2)) for x1, y1, x2, y2 in words)
