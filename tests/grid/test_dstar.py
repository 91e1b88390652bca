"""D* Lite mends what A* searches anew."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from tests.grid.maps import free_cells
from zermelo.errors import PlayError
from zermelo.grid.find import prepared
from zermelo.grid.generate import generated
from zermelo.grid.grid import Grid
from zermelo.grid.replanner import Replanner
from zermelo.grid.walk import walk


def hold_to_astar(planner: Replanner) -> None:
    """Compare lengths on the map as it is now."""
    mended = planner.route()
    grid = planner.grid
    if not (grid.is_free(planner.start) and grid.is_free(planner.goal)):
        assert not mended.found
        return
    anew = prepared(grid, "astar")(planner.start, planner.goal)
    assert mended.length == anew.length
    for here, there in pairwise(mended.cells):
        assert there in dict(grid.steps(here))


def test_paths_are_shortest_after_each_of_2000_changes() -> None:
    chance = Random(0)
    for number in range(8):
        wide, tall = chance.randint(6, 24), chance.randint(6, 18)
        grid = generated(f"random:width={wide},height={tall},density=0.25,seed={number}")
        planner = Replanner(grid, *free_cells(grid, 2, chance))
        for _ in range(250):
            hold_to_astar(planner)
            cells = planner.route().cells
            if len(cells) > 1 and chance.random() < 0.5:
                planner.move(cells[chance.randrange(1, min(4, len(cells)))])
            count = chance.choice((1, 1, 1, 4))
            turned = {(chance.randrange(wide), chance.randrange(tall)) for _ in range(count)}
            planner.change(sorted(turned - {planner.start}))


def test_a_goal_that_is_blocked_has_no_path_until_it_is_free_again() -> None:
    planner = Replanner(generated("rooms:width=20,height=20"), (0, 0), (18, 18))
    length = planner.route().length
    planner.change([(18, 18)])
    assert not planner.route().found
    planner.change([(18, 18)])
    assert planner.route().length == length


def test_little_is_settled_again_after_a_small_change() -> None:
    grid = generated("random:width=60,height=60,density=0.1,seed=4")
    planner = Replanner(grid, (0, 0), (58, 58))
    first = planner.route()
    planner.move(first.cells[5])
    planner.change([first.cells[8]])
    hold_to_astar(planner)
    assert 0 < planner.route(watch=True).expanded + 1 < first.expanded


def test_only_free_cells_can_be_walked_on_and_only_cells_of_the_map_change() -> None:
    planner = Replanner(Grid("one", np.ones((1, 3), np.bool_)), (0, 0), (2, 0))
    with pytest.raises(PlayError, match="the cell 3,0 lies outside one"):
        planner.move((3, 0))
    with pytest.raises(PlayError, match="the cell 0,1 lies outside one"):
        planner.change([(0, 1)])
    planner.change([(1, 0)])
    with pytest.raises(PlayError, match="the cell 1,0 is blocked in one"):
        planner.move((1, 0))


def test_a_walk_tells_every_change() -> None:
    grid = generated("random:width=40,height=24,density=0.1,seed=4")
    moments = list(walk(grid, (0, 0), (38, 22), changes=3, seed=1))
    assert len(moments) == 4
    assert moments[0].changed == ()
    for before, after in pairwise(moments):
        turned = np.argwhere(before.grid.free != after.grid.free)
        assert {(x, y) for y, x in turned.tolist()} == set(after.changed)
        assert after.walked[-1] == after.route.start
        assert (
            after.route.length == prepared(after.grid, "astar")(after.route.start, (38, 22)).length
        )


def test_a_walk_ends_where_no_path_is_left() -> None:
    grid = Grid("corridor", np.ones((1, 30), np.bool_))
    moments = list(walk(grid, (0, 0), (29, 0), changes=5))
    assert len(moments) == 2
    assert not moments[-1].route.found


def test_nothing_comes_between_an_agent_and_a_goal_beside_it() -> None:
    grid = Grid("corridor", np.ones((1, 2), np.bool_))
    assert len(list(walk(grid, (0, 0), (1, 0), changes=5))) == 1
