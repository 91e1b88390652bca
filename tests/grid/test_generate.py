"""Maps made to order."""

import numpy as np
import pytest

from zermelo.errors import LimitError, UsageError
from zermelo.grid.arena import steps_of
from zermelo.grid.generate import generated
from zermelo.grid.grid import Grid


def regions(grid: Grid) -> int:
    from zermelo.grid.kernels.regions import fill_regions

    free = grid.padded.astype(np.uint8).reshape(-1)
    found, room = np.empty(free.size, np.int32), np.empty(free.size, np.int32)
    return fill_regions(steps_of(grid.padded).reshape(-1), grid.width + 2, free, found, room)


def test_the_same_spelling_is_the_same_map() -> None:
    for spec in ("random:seed=3", "rooms:seed=3", "maze:seed=3"):
        assert (generated(spec).free == generated(spec).free).all()
        assert (generated(spec).free != generated(spec.replace("3", "4")).free).any()


def test_rooms_and_mazes_hang_together() -> None:
    for size in ("width=40,height=23", "width=7,height=1", "width=2,height=9"):
        for kind in ("rooms:size=4", "rooms:size=1", "maze:corridor=1", "maze:corridor=3"):
            assert regions(generated(f"{kind},{size}")) == 1


def test_a_maze_has_one_way_from_any_place_to_any_other() -> None:
    free = generated("maze:width=21,height=21,seed=5").free
    steps = int((free[1:] & free[:-1]).sum() + (free[:, 1:] & free[:, :-1]).sum())
    assert steps == free.sum() - 1


def test_density_says_how_much_is_blocked() -> None:
    assert generated("random:density=0").free.all()
    assert not generated("random:density=1").free.any()
    assert 0.25 < 1 - generated("random:width=100,height=100,density=0.3").free.mean() < 0.35


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("rom:seed=1", "no map is called 'rom'; did you mean rooms"),
        ("castle", "no map is called 'castle'; there are random, rooms, maze"),
        (
            "maze:size=3",
            "'size=3' is no option of maze; its options: width, height, corridor, seed",
        ),
        ("maze:width", "'width' is no option of maze"),
        ("maze:width=3,width=4", "maze: width is given twice"),
        ("maze:width=x", "maze:width takes a whole number of at least 1, not 'x'"),
        ("maze:width=0", "maze:width takes a whole number of at least 1, not 0"),
        ("random:density=2", "random:density takes a number from 0 to 1, not 2"),
        ("random:density=nan", "random:density takes a number from 0 to 1, not nan"),
    ],
)
def test_a_wrong_spelling_is_told(spec: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        generated(spec)
    assert str(caught.value).startswith(message)


def test_too_many_cells_are_refused_before_they_are_made() -> None:
    with pytest.raises(LimitError, match="would have 8000 x 8000 cells, more than 8,388,608"):
        generated("maze:width=8000,height=8000")
