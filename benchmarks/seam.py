"""Playouts and nodes a second beside those of another checkout: `python -m benchmarks.seam BASE`.

BASE is the Python of the other checkout's environment. Both run in children that stay, in turns and
in the opposite order every other time, so that a busy machine slows both alike; the medians of the
ratios of neighbours are what counts. Nodes and playouts of a job are fixed by their seeds: both
checkouts must come to the same numbers.
"""

import argparse
import statistics
import subprocess
import sys
from collections.abc import Sequence

CHILD = """
import sys, time
from zermelo import load
from zermelo.search.base import Clock, Limits, last
from zermelo.search.spec import parse
try:
    from zermelo.sampling.playouts import play_out
except ImportError:
    from zermelo.position.playouts import play_out

games = {}

def job(kind, name, size):
    game = games.setdefault(name, load(name))
    begin = time.process_time()
    if kind == "playouts":
        done = play_out(game, passes=size, seed=1).steps
    else:
        clock = Clock(Limits(nodes=size))
        last(parse(kind).start(game, 0, clock)(game.initial, clock))
        done = clock.count.nodes
    return done, time.process_time() - begin

for line in sys.stdin:
    kind, name, size = line.split()
    done, gone = job(kind, name, int(size))
    print(done, gone, flush=True)
"""
JOBS = (
    ("playouts", "connect_four", 20_000),
    ("playouts", "reversi", 300),
    ("mcts", "connect_four", 20_000),
    ("mcts", "reversi", 2_000),
    ("alphabeta:depth=20", "connect_four", 150_000),
    ("alphabeta:depth=20", "breakthrough", 100_000),
)


class Checkout:
    """A child that runs jobs with the code of one checkout."""

    def __init__(self, python: str) -> None:
        """Start it."""
        self.child = subprocess.Popen(
            [python, "-c", CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, job: tuple[str, str, int]) -> tuple[int, float]:
        """Return how much was done, and in how many CPU seconds."""
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.write(" ".join(map(str, job)) + "\n")
        self.child.stdin.flush()
        done, gone = self.child.stdout.readline().split()
        return int(done), float(gone)


def compared(pair: Sequence[Checkout], job: tuple[str, str, int], times: int) -> str:
    """Return a line on a job: rates of both, and the median of the ratios with its quartiles."""
    for checkout in pair:
        checkout.run(job)  # kernels are compiled and loaded here
    ratios, rates = list[float](), list[list[float]]([[], []])
    for turn in range(times):
        order = (0, 1) if turn % 2 == 0 else (1, 0)
        found = {number: pair[number].run(job) for number in order}
        if found[0][0] != found[1][0]:
            return f"{job[0]} on {job[1]}: {found[0][0]:,} here, {found[1][0]:,} there"
        for number, (done, gone) in found.items():
            rates[number].append(done / gone)
        ratios.append(found[1][1] / found[0][1])
    low, middle, high = statistics.quantiles(ratios, n=4)
    here, there = (statistics.median(own) for own in rates)
    name = f"{job[0]} {job[1]}"
    return f"{name:<34}{here:>14,.0f}{there:>14,.0f}   {middle:.3f} ({low:.3f} to {high:.3f})"


def main() -> None:
    """Print a line for every job."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("base", help="the Python of the other checkout")
    parser.add_argument("--times", type=int, default=20, help="how often each job is run")
    options = parser.parse_args()
    pair = Checkout(sys.executable), Checkout(options.base)
    sys.stdout.write(f"{'steps or nodes a CPU second':<34}{'here':>14}{'there':>14}   ratio\n")
    for job in JOBS:
        sys.stdout.write(compared(pair, job, options.times) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
