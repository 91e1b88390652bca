"""Nodes a second of alpha-beta beside another checkout: `python -m benchmarks.nodes PYTHON`.

PYTHON is that of the other checkout's environment. Both search the same positions in children that
stay, in turns, and must count the same nodes: positions that were entered, never probes of the
table. Each game is searched to a fixed depth, and to the end of the match as far as a limit of
nodes goes; otherwise the options are the default ones, with a table. CPU seconds of one core,
without loading and compiling; the medians of the ratios of neighbours are what counts.

The last lines count the paths of connect four, as `zermelo perft` does: paths a CPU second.
"""

import argparse
import sys
import time

from benchmarks.seam import Checkout, compared
from zermelo.game.load import load
from zermelo.game.perft import fast_perft

TO_THE_END = "alphabeta"
JOBS = (
    ("connect_four", 14, 600_000),
    ("breakthrough", 8, 600_000),
    ("reversi:size=6", 12, 200_000),
    ("checkers", 14, 200_000),
    ("hex:size=5", 8, 400_000),
    ("chess", 7, 200_000),
)
"""Games, how deep they are searched, and how many nodes at most."""
PERFT = "connect_four"
PERFT_DEPTH = 9


def main() -> None:
    """Print two lines for every game, then one for counting paths."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("base", help="the Python of the other checkout")
    parser.add_argument("--times", type=int, default=9, help="how often each game is searched")
    parser.add_argument("--games", nargs="*", help="only these")
    options = parser.parse_args()
    pair = Checkout(sys.executable), Checkout(options.base)
    sys.stdout.write(f"{'nodes a CPU second':<34}{'here':>14}{'there':>14}   ratio\n")
    for game, depth, nodes in JOBS:
        if not options.games or game in options.games:
            for search in (f"alphabeta:depth={depth}", TO_THE_END):
                sys.stdout.write(compared(pair, (search, game, nodes), options.times) + "\n")
                sys.stdout.flush()
    count_paths()


def count_paths() -> None:
    """Print how many paths a CPU second are counted; states that are reached twice count twice."""
    game = load(PERFT).compiled
    assert game is not None
    list(fast_perft(game, 1))  # kernels are loaded here
    begin = time.process_time()
    paths = sum(level.paths for level in fast_perft(game, PERFT_DEPTH))
    rate = paths / (time.process_time() - begin)
    sys.stdout.write(f"perft of {PERFT} to depth {PERFT_DEPTH}: {paths:,} paths, {rate:,.0f}/s\n")


if __name__ == "__main__":
    main()
