"""How fast games are solved strongly: `python -m benchmarks.solving [GAME ...]`.

One core; start-up and compilation aside. The largest, connect four on 5 x 5, has 70 million
positions and needs 5 GB: name it to have it solved.
"""

import argparse
import resource
import time

from zermelo.game.load import load
from zermelo.search.solve.graph import explore
from zermelo.search.solve.retrograde import worths
from zermelo.search.solve.solution import load_kernels

GAMES = (
    "tictactoe",
    "reversi:size=4",
    "connect_four:width=4,height=4",
    "connect_four:width=4,height=5",
    "connect_four:width=5,height=4",
    "domineering:rows=5,columns=5",
    "eight_puzzle",
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="some games only")
    parser.add_argument("--megabytes", type=int, default=12_000, help="what may be used")
    arguments = parser.parse_args()
    print(
        f"{'game':36} {'positions':>12} {'moves':>13} {'value':>6} {'explored':>9} {'settled':>8} "
        f"{'positions/s':>12} {'MB':>7}"
    )
    for name in arguments.games:
        game = load(name)
        load_kernels(game)
        begin = time.process_time()
        graph = explore(game, megabytes=arguments.megabytes)
        explored = time.process_time() - begin
        moves = len(graph.children)
        values, _ = worths(graph)
        total = time.process_time() - begin
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        print(
            f"{name:36} {len(values):>12,} {moves:>13,} {values[0]:>6g} {explored:>8.2f}s "
            f"{total - explored:>7.2f}s {len(values) / total:>12,.0f} {memory:>7,}",
            flush=True,
        )


if __name__ == "__main__":
    main()
