"""Maps made to order: random cells, rooms with doors, mazes.

A map is spelled like a search: `random:width=64,height=64,density=0.2,seed=1`. The same spelling is
the same map everywhere: numbers come from Python's own generator, which does not change.
"""

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from difflib import get_close_matches
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import LimitError, UsageError
from zermelo.grid.grid import MOST_CELLS, Grid
from zermelo.registry import option

Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RandomCells:
    """Cells are blocked by chance, each for itself."""

    width: int = option(64, "columns", least=1)
    height: int = option(64, "rows", least=1)
    density: float = option(0.2, "how likely a cell is blocked", least=0)
    seed: int = option(0, "of all chance", least=0)

    def cells(self) -> Cells:
        """Return which are free."""
        chance = Random(self.seed)
        size = self.width * self.height
        drawn = np.fromiter((chance.random() for _ in range(size)), np.float64, size)
        return (drawn >= self.density).reshape(self.height, self.width)


@dataclass(frozen=True, slots=True)
class Rooms:
    """Square rooms, each with a door of one cell to all its neighbours."""

    width: int = option(64, "columns", least=1)
    height: int = option(64, "rows", least=1)
    size: int = option(7, "cells of a room, in each direction", least=1)
    seed: int = option(0, "of all chance", least=0)

    def cells(self) -> Cells:
        """Return which are free."""
        chance, apart = Random(self.seed), self.size + 1
        free = np.ones((self.height, self.width), np.bool_)
        free[self.size :: apart] = False
        free[:, self.size :: apart] = False
        for top in range(0, self.height, apart):
            for left in range(0, self.width, apart):
                down = chance.randrange(min(self.size, self.width - left))
                across = chance.randrange(min(self.size, self.height - top))
                if top + apart < self.height:
                    free[top + self.size, left + down] = True
                if left + apart < self.width:
                    free[top + across, left + self.size] = True
        return free


@dataclass(frozen=True, slots=True)
class Maze:
    """A maze in which one way leads from any place to any other."""

    width: int = option(64, "columns", least=1)
    height: int = option(64, "rows", least=1)
    corridor: int = option(1, "how many cells wide the ways are", least=1)
    seed: int = option(0, "of all chance", least=0)

    def cells(self) -> Cells:
        """Return which are free: places are joined on a walk that turns back from dead ends."""
        chance, apart = Random(self.seed), self.corridor + 1
        rows, columns = (self.height + 1) // apart, (self.width + 1) // apart
        free = np.zeros((self.height, self.width), np.bool_)
        if not rows or not columns:
            return np.ones_like(free)
        joined, walk = {(0, 0)}, [(0, 0)]
        while walk:
            row, column = walk[-1]
            top, left = row * apart, column * apart
            free[top : top + self.corridor, left : left + self.corridor] = True
            ways = [
                (row + down, column + across)
                for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0))
                if 0 <= row + down < rows and 0 <= column + across < columns
                if (row + down, column + across) not in joined
            ]
            if not ways:
                walk.pop()
                continue
            there = chance.choice(ways)
            joined.add(there)
            walk.append(there)
            top, left = min(row, there[0]) * apart, min(column, there[1]) * apart
            tall, wide = (self.corridor, apart) if there[0] == row else (apart, self.corridor)
            free[top : top + tall, left : left + wide] = True
        return free


KINDS: Mapping[str, type[RandomCells] | type[Rooms] | type[Maze]] = {
    "random": RandomCells,
    "rooms": Rooms,
    "maze": Maze,
}


def is_spec(text: str) -> bool:
    """Tell whether a text spells a map to be made, rather than a file."""
    return text.partition(":")[0] in KINDS


def generated(text: str) -> Grid:
    """Return the map that `text` spells.

    >>> generated("maze:width=5,height=3").free.sum()
    np.int64(11)

    Raises:
        UsageError: no such kind of map, no such option, or a value that it does not take.
        LimitError: the map would have too many cells.
    """
    name, _, rest = text.partition(":")
    if name not in KINDS:
        near = get_close_matches(name, KINDS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(KINDS)}"
        raise UsageError(f"no map is called {name!r}; {hint}")
    options = {field.name: field for field in fields(KINDS[name])}
    values: dict[str, float] = {}
    for part in rest.split(",") if rest else ():
        key, equals, value = map(str.strip, part.partition("="))
        if not equals or key not in options:
            raise UsageError(f"{part!r} is no option of {name}; its options: {', '.join(options)}")
        if key in values:
            raise UsageError(f"{name}: {key} is given twice")
        values[key] = number_of(value, f"{name}:{key}", options[key])
    wanted = KINDS[name](**values)  # type: ignore[arg-type]  # numbers of the right kind
    if wanted.width * wanted.height > MOST_CELLS:
        size = f"{wanted.width} x {wanted.height} cells"
        raise LimitError(f"{text} would have {size}, more than {MOST_CELLS:,}")
    return Grid(text, wanted.cells())


def number_of(text: str, where: str, field: Field[Any]) -> float:
    """Return an option's value; UsageError if it is no number, or too small or large."""
    kind = int if isinstance(field.default, int) else float
    least = field.metadata["least"]
    what = f"a whole number of at least {least}" if kind is int else "a number from 0 to 1"
    try:
        value = kind(text)
    except ValueError:
        raise UsageError(f"{where} takes {what}, not {text!r}") from None
    if not least <= value <= (MOST_CELLS if kind is int else 1):
        raise UsageError(f"{where} takes {what}, not {text}")
    return value
