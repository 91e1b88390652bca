"""Random starts and goals that can reach each other."""

from random import Random

import numpy as np

from zermelo.errors import PlayError
from zermelo.grid.arena import steps_of
from zermelo.grid.grid import Cell, Grid


def queries(grid: Grid, count: int, seed: int = 0) -> list[tuple[Cell, Cell]]:
    """Return starts and goals in the largest region of a map; PlayError if nothing is free.

    >>> from zermelo.grid.generate import generated
    >>> queries(generated("maze:width=5,height=3"), 2, seed=1)
    [((3, 0), (3, 2)), ((2, 0), (0, 1))]
    """
    from zermelo.grid.kernels.regions import fill_regions

    if not grid.free.any():
        raise PlayError(f"no cell of {grid.name} is free: there is nothing to ask for")
    free = grid.padded.astype(np.uint8).reshape(-1)
    regions, room = np.empty(free.size, np.int32), np.empty(free.size, np.int32)
    fill_regions(steps_of(grid.padded).reshape(-1), grid.width + 2, free, regions, room)
    largest = 1 + int(np.argmax(np.bincount(regions)[1:]))
    chance, cells = Random(seed), np.flatnonzero(regions == largest)

    def drawn() -> Cell:
        y, x = divmod(int(cells[chance.randrange(cells.size)]), grid.width + 2)
        return x - 1, y - 1

    return [(drawn(), drawn()) for _ in range(count)]
