"""Paths on grids of ours beside those of other libraries: `python -m benchmarks.grids`.

The same queries on the same maps, one core, in one run; making ready counts with the searches. What
counts is the ratio. The others have another cost model: pyastar2d lets a diagonal step cost as much
as a straight one, and both cut corners, which leaves shorter paths and less to search. So they are
peers for time only; lengths of ours are held to our own uniform-cost search.
"""

import argparse
import importlib.util
import time
from collections.abc import Callable

import numpy as np

from zermelo.grid.find import prepared
from zermelo.grid.generate import generated
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.queries import queries
from zermelo.grid.reference import ucs
from zermelo.grid.scenario import TOLERANCE

MAPS = (
    "random:width=512,height=512,density=0.1,seed=1",
    "random:width=512,height=512,density=0.2,seed=1",
    "random:width=512,height=512,density=0.35,seed=1",
    "rooms:width=512,height=512,size=7,seed=1",
    "rooms:width=512,height=512,size=31,seed=1",
    "maze:width=512,height=512,corridor=1,seed=1",
    "maze:width=512,height=512,corridor=2,seed=1",
    "maze:width=512,height=512,corridor=8,seed=1",
)
Solve = Callable[[Cell, Cell], object]


def pyastar2d(grid: Grid) -> Solve:
    """Return A* of pyastar2d, which is C++."""
    import pyastar2d as peer

    weights = np.where(grid.free, 1, np.inf).astype(np.float32)
    return lambda start, goal: peer.astar_path(
        weights, start[::-1], goal[::-1], allow_diagonal=True
    )


def tcod(grid: Grid) -> Solve:
    """Return A* of libtcod, which is C."""
    from tcod.path import AStar

    peer = AStar(grid.free.astype(np.int8), diagonal=2**0.5)
    return lambda start, goal: peer.get_path(start[1], start[0], goal[1], goal[0])


def ours(search: str) -> Callable[[Grid], Solve]:
    """Return one of our searches; what it answers has its length and path."""
    return lambda grid: prepared(grid, search)


def measured(make: Callable[[Grid], Solve], grid: Grid, asked: list[tuple[Cell, Cell]]) -> float:
    """Return CPU seconds for all queries, with making ready."""
    begin = time.process_time()
    solve = make(grid)
    for start, goal in asked:
        solve(start, goal)
    return time.process_time() - begin


def check(grid: Grid, asked: list[tuple[Cell, Cell]], searches: list[str]) -> None:
    """Hold lengths to uniform-cost search: the first to the definition, all to the compiled one."""
    exact = prepared(grid, "ucs")
    finds = [prepared(grid, search) for search in searches]
    for number, (start, goal) in enumerate(asked):
        best = exact(start, goal).length
        assert best is not None
        if number == 0:
            defined = ucs(grid, start, goal)
            assert defined is not None
            assert abs(best - defined[1]) < TOLERANCE
        for find in finds:
            length = find(start, goal).length
            assert length is not None
            assert abs(length - best) < TOLERANCE, (grid.name, start, goal)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("maps", nargs="*", default=list(MAPS), help="some maps only")
    parser.add_argument("--queries", type=int, default=1000, help="on each map")
    parser.add_argument("--checked", type=int, default=50, help="queries whose lengths are checked")
    parser.add_argument("--rounds", type=int, default=1, help="the best of so many counts")
    parser.add_argument("--search", action="append", help="of ours beside astar and jps")
    arguments = parser.parse_args()
    searches = ["astar", "jps", *(arguments.search or ())]
    solvers = {name: ours(name) for name in searches}
    peers = {"pyastar2d": pyastar2d, "tcod": tcod}
    solvers |= {name: make for name, make in peers.items() if importlib.util.find_spec(name)}
    measured(lambda grid: prepared(grid, "jps"), generated("random"), [((0, 0), (0, 0))])
    print(f"{'milliseconds a query':48} {''.join(f'{name:>11}' for name in solvers)}   jps, astar")
    for spec in arguments.maps:
        grid = generated(spec)
        asked = queries(grid, arguments.queries, seed=7)
        check(grid, asked[: arguments.checked], searches)
        best = dict.fromkeys(solvers, float("inf"))
        for _ in range(arguments.rounds):
            for name, make in solvers.items():
                best[name] = min(best[name], measured(make, grid, asked))
        row = "".join(f"{1000 * best[name] / len(asked):>11.3f}" for name in solvers)
        peer = best.get("pyastar2d")
        ratio = f"{peer / best['jps']:>6.1f}x {peer / best['astar']:>5.1f}x" if peer else ""
        print(f"{spec:48} {row} {ratio}", flush=True)


if __name__ == "__main__":
    main()
