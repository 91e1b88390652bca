"""What searches share: room that grows, bases that run out, steps and regions."""

import numpy as np
import pytest

from zermelo.errors import LimitError, PlayError, UsageError
from zermelo.grid.arena import Arena, onward, require_free, steps_of
from zermelo.grid.find import find, prepared
from zermelo.grid.generate import generated
from zermelo.grid.grid import MOST_CELLS, Grid
from zermelo.grid.kernels.board import ERA
from zermelo.grid.queries import queries
from zermelo.grid.searches.astar import best_first
from zermelo.grid.searches.rsr import rectangles_of

ROOMS = generated("rooms:width=30,height=30")


def test_a_search_without_room_is_given_more() -> None:
    arena = Arena(ROOMS)
    arena.queue = arena.queue._replace(entries=np.empty(3, np.int64))
    route = best_first(arena, "astar", 1, (0, 0), (28, 28))
    assert route.length == find(ROOMS, (0, 0), (28, 28), "jps").length
    assert arena.queue.entries.size > 3


def test_searches_go_on_when_their_bases_have_run_out() -> None:
    arena = Arena(ROOMS)
    first = best_first(arena, "astar", 1, (0, 0), (28, 28))
    arena.base = ERA
    for _ in range(3):
        assert best_first(arena, "astar", 1, (0, 0), (28, 28)).length == first.length


def test_steps_do_not_cut_corners() -> None:
    free = np.array([[True, True], [False, True]])
    assert steps_of(np.pad(free, 1))[1:-1, 1:-1].tolist() == [[1, 6], [0, 8]]
    grid = Grid("corner", free)
    assert list(grid.steps((0, 0))) == [((1, 0), 1.0)]
    assert find(grid, (0, 0), (1, 1), "astar").cells == ((0, 0), (1, 0), (1, 1))


def test_steps_worth_while_are_steps() -> None:
    allowed = np.arange(256, dtype=np.uint8)
    assert not (onward() & ~allowed).any()
    assert (onward()[8] == allowed).all()


def test_rectangles_share_out_all_free_cells() -> None:
    for spec in ("random:density=0.3", "rooms", "maze", "random:width=300,height=3,density=0"):
        grid = generated(spec)
        rectangles = rectangles_of(grid)
        owners = rectangles.owners.reshape(grid.padded.shape)
        assert ((owners >= 0) == grid.padded).all()
        for number, (left, top, right, bottom) in enumerate(rectangles.corners.tolist()):
            area = (right - left + 1) * (bottom - top + 1)
            assert (owners[top : bottom + 1, left : right + 1] == number).all()
            assert np.count_nonzero(owners == number) == area


def test_queries_can_be_answered() -> None:
    grid = generated("random:density=0.45,seed=2")
    asked = queries(grid, 20, seed=3)
    assert asked == queries(grid, 20, seed=3)
    search = prepared(grid, "jps")
    assert all(search(start, goal).found for start, goal in asked)


def test_a_map_without_free_cells_has_no_queries() -> None:
    with pytest.raises(PlayError, match="no cell of random:density=1 is free"):
        queries(generated("random:density=1"), 1)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ((30, 0), "the start 30,0 lies outside rooms.*: x is 0 to 29, y is 0 to 29"),
        ((0, -1), "the start 0,-1 lies outside"),
        ((7, 0), "the start 7,0 is blocked in rooms.*: choose a free cell"),
    ],
)
def test_starts_must_be_free(cell: tuple[int, int], message: str) -> None:
    with pytest.raises(PlayError, match=message):
        require_free(ROOMS, cell, "the start")
    with pytest.raises(PlayError, match=message):
        find(ROOMS, cell, (0, 0))


def test_an_unknown_search_is_refused_with_a_near_one() -> None:
    with pytest.raises(UsageError, match="no search on grids is called 'jpss'; did you mean jps"):
        prepared(ROOMS, "jpss")
    with pytest.raises(UsageError, match="there are astar, dstar, jps, rsr, ucs"):
        prepared(ROOMS, "minimax")


def test_a_map_that_is_too_large_is_refused() -> None:
    free = np.broadcast_to(np.True_, (MOST_CELLS + 1, 1))
    with pytest.raises(LimitError, match="vast has 1 x 8388609 cells, more than 8,388,608"):
        Grid("vast", free)
