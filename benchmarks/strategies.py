"""Strategies for several games: what they take in positions, rules and seconds; and all is true.

python -m benchmarks.strategies [GAME ...]
"""

import sys
import time

from zermelo.learn.learning import learn
from zermelo.learn.selection import selected
from zermelo.learn.verify import verify
from zermelo.position.load import load

GAMES = (
    "tictactoe",
    "nim_capped",
    "connect_three",
    "hex:size=3",
    "chomp",
    "domineering:rows=4,columns=4",
    "breakthrough:width=3,height=4",
    "misere_nim",
    "reversi:size=4",
    "dots_and_boxes:rows=2,columns=2",
)
SECONDS = 120.0


def main() -> None:
    """Print a row for each game."""
    print("| game | values | positions opened | lemmas | rules | seconds | states | wrong |")
    print("|---|---|---|---|---|---|---|---|")
    for name in sys.argv[1:] or GAMES:
        game = load(name)
        found = learn(game, game.initial, seconds=SECONDS)
        rules = found.lemmas
        begin = time.perf_counter()
        if found.complete:
            rules = tuple(
                selected(game, game.initial, found.lemmas, found.symmetries, found.values)
            )
        seconds = found.seconds + time.perf_counter() - begin
        held = verify(game, found.lemmas, found.symmetries)
        values = ", ".join(map(str, found.values)) + ("" if found.complete else " (not complete)")
        row = [name, values, found.nodes, len(found.lemmas), len(rules), f"{seconds:.1f}"]
        print("|", " | ".join(map(str, [*row, held.states, len(held.wrong)])), "|", flush=True)


if __name__ == "__main__":
    main()
