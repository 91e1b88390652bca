"""Small maps of all kinds, and queries on them."""

from collections.abc import Iterator
from random import Random

import numpy as np

from zermelo.grid.generate import generated
from zermelo.grid.grid import Cell, Grid


def some_maps(count: int, seed: int = 0, most: int = 24) -> Iterator[Grid]:
    """Yield maps that have a free cell at least, very small and very narrow ones among them."""
    chance = Random(seed)
    while count:
        size = f"width={chance.randint(1, most)},height={chance.randint(1, most)}"
        density = chance.choice((0, 0.05, 0.1, 0.2, 0.3, 0.4))
        kinds = (
            f"random:{size},density={density}",
            f"random:{size},density={density}",
            f"rooms:{size},size={chance.randint(1, 7)}",
            f"maze:{size},corridor={chance.randint(1, 3)}",
        )
        grid = generated(f"{chance.choice(kinds)},seed={chance.randrange(10**6)}")
        if grid.free.any():
            count -= 1
            yield grid


def free_cells(grid: Grid, count: int, chance: Random) -> list[Cell]:
    """Return free cells, by chance."""
    y, x = np.nonzero(grid.free)
    chosen = [chance.randrange(len(x)) for _ in range(count)]
    return [(int(x[number]), int(y[number])) for number in chosen]
