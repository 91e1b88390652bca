"""What more threads bring to tree search: `python -m benchmarks.mcts_threads chess gomoku:size=15`.

One line for each game: which part of the time of one thread the circuit takes (passes of random
matches stand for those of the search), how many times as fast more threads can be if they never
wait but for the tree, and how many times as many simulations they did in a second of the clock.
Both are measured in turns, and the best of each counts. Threads are bound to cores: on a busy
machine the system would often have both share one.
"""

import argparse
import os
import time
from threading import Barrier

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import load
from zermelo.search.algorithms.mcts import SLICE_TOGETHER, Mcts
from zermelo.search.base import Clock, Limits
from zermelo.search.mcts.fast import KernelTree

MEMORY = 1 << 30
BEGINNING = 1000
"""Passes until lanes end as often as others begin."""
PASSES = 300
"""Passes of random matches that are measured."""


def pass_of(game: CompiledGame) -> float:
    """Return the CPU seconds that a pass of 1024 random matches takes."""
    lanes = game.engine.matches(game.fluent_bits(game.initial), 1, 1000)
    lanes.play(PASSES // 10)
    begin = time.process_time()
    lanes.play(PASSES)
    return (time.process_time() - begin) / PASSES


def planted(game: CompiledGame, threads: int) -> KernelTree:
    """Return a tree with all lanes at work."""
    search = Mcts(threads=threads)
    tree = search.planted(game, search.score(game, None), Clock(Limits(memory=MEMORY)))
    assert isinstance(tree, KernelTree)
    tree.plant(game.initial)
    tree.run(BEGINNING, 1 << 62)
    return tree


def bind(tree: KernelTree, cores: list[int]) -> None:
    """Have each thread of a tree run on a core of its own, as far as there are cores."""
    others = len(tree.crews) - 1
    together = Barrier(max(1, others))

    def settle(number: int) -> None:
        together.wait()
        os.sched_setaffinity(0, {cores[number % len(cores)]})

    if tree.team.others is not None:
        list(tree.team.others.map(settle, range(1, 1 + others)))


def rate(tree: KernelTree, seconds: float) -> tuple[float, float, int]:
    """Return simulations a second of the clock, CPU seconds, and passes of the first thread."""
    from zermelo.search.mcts.kernels.arrays import PASSES as COUNTED

    begun, before, passes = tree.finished, int(tree.crews[0].counts[COUNTED]), 20
    begin, spent = time.perf_counter(), time.process_time()
    while (gone := time.perf_counter() - begin) < seconds:
        tree.run(passes, 1 << 62)
        slice_ = time.perf_counter() - begin - gone
        passes = max(1, int(passes * min(4.0, SLICE_TOGETHER / slice_)))
    spent = time.process_time() - spent
    done = int(tree.crews[0].counts[COUNTED]) - before
    return (tree.finished - begun) / gone, spent, done


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=["chess"])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure")
    parser.add_argument("--turns", type=int, default=5)
    given = parser.parse_args()
    print(f"{'game':<16}{'circuit':>8}{'ideal':>7}{'one a second':>14}{'more':>12}{'times':>7}")
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[0]})
    for name in given.names:
        game = load(name)
        each, one, more, share = pass_of(game), 0.0, 0.0, 0.0
        alone, together = planted(game, 1), planted(game, given.threads)
        bind(together, cores)
        for _ in range(given.turns):
            found, spent, passes = rate(alone, given.seconds)
            if found > one:
                one, share = found, min(1.0, passes * each / spent)
            more = max(more, rate(together, given.seconds)[0])
        ideal = 1.0 / (1.0 - share + share / given.threads)
        figures = f"{share:>8.2f}{ideal:>7.2f}{one:>14,.0f}{more:>12,.0f}{more / one:>7.2f}"
        print(f"{name:<16}{figures}", flush=True)


if __name__ == "__main__":
    main()
