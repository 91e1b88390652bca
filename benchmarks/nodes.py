"""Nodes a second of alpha-beta beside another checkout: `python -m benchmarks.nodes PYTHON`.

PYTHON is that of the other checkout's environment. Both search the same positions in children that
stay, in turns, and must count the same nodes: positions that were entered, never probes of the
table. CPU seconds of one core, without loading and compiling; the medians of the ratios of
neighbours are what counts.
"""

import argparse
import sys

from benchmarks.seam import Checkout, compared

SEARCH = "alphabeta:depth=40"
"""As it is by default, with a table; deep enough that the limit of nodes ends it."""
JOBS = (
    ("connect_four", 1_000_000),
    ("breakthrough", 700_000),
    ("reversi:size=6", 250_000),
    ("checkers", 300_000),
    ("hex:size=5", 800_000),
    ("chess", 60_000),
)
"""Games, and how many nodes take the version before machine code about a second."""


def main() -> None:
    """Print a line for every game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("base", help="the Python of the other checkout")
    parser.add_argument("--times", type=int, default=9, help="how often each game is searched")
    parser.add_argument("--search", default=SEARCH, help="the search, as commands spell it")
    parser.add_argument("--games", nargs="*", help="only these")
    options = parser.parse_args()
    pair = Checkout(sys.executable), Checkout(options.base)
    sys.stdout.write(f"{'nodes a CPU second':<34}{'here':>14}{'there':>14}   ratio\n")
    for game, nodes in JOBS:
        if not options.games or game in options.games:
            job = options.search, game, nodes
            sys.stdout.write(compared(pair, job, options.times) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
