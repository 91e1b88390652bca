"""What `solve` takes for games that special programs solve: `python -m benchmarks.exact`.

Every game is a command of its own, whose answer says its nodes and its CPU seconds: from the rules,
compiled before, to the proven value. Name games to have others solved; a game may be followed by
`@` and columns of connect four that were played, as Fhourstones writes positions. Long ones are
left out unless they are named: connect_four, domineering:rows=8,columns=8,
breakthrough:width=5,height=6.
"""

import argparse
import json
import subprocess
import sys

GAMES = {
    "connect_four:width=5,height=5": "draw",
    "connect_four:width=6,height=5": "draw",
    "connect_four:width=7,height=5": "draw",
    "connect_four:width=6,height=6": "second",
    "connect_four@45461667": "first",
    "connect_four@35333571": "second",
    "connect_four@13333111": "draw",
    "domineering:rows=6,columns=6": "first",
    "domineering:rows=7,columns=7": "first",
    "hex:size=4": "first",
    "hex:size=5": "first",
    "breakthrough:width=5,height=5": "second",
    "dots_and_boxes": "second",
}
"""Games, and who wins: as published."""


def moves(columns: str) -> str:
    """Return columns as joint moves."""
    drops = (f"(drop {column})" for column in columns)
    pairs = (f"{drop} noop" if turn % 2 == 0 else f"noop {drop}" for turn, drop in enumerate(drops))
    return "; ".join(pairs)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="these games only")
    parser.add_argument("--megabytes", type=int, default=6000, help="what may be used")
    arguments = parser.parse_args()
    print(f"{'game':34} {'value':8} {'nodes':>15} {'CPU s':>9} {'M nodes/s':>10}  published")
    for name in arguments.games:
        game, _, played = name.partition("@")
        command = [sys.executable, "-m", "zermelo", "solve", game, "--json"]
        command += ["--max-memory", str(arguments.megabytes)]
        command += ["--moves", moves(played)] if played else []
        subprocess.run(
            [sys.executable, "-m", "zermelo", "show", game], check=True, stdout=subprocess.DEVNULL
        )
        ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        answer = json.loads(ran.stdout)
        values = list(answer["values"].values())
        value = "draw" if values[0] == values[1] else ("first", "second")[values[0] < values[1]]
        rate = answer["nodes"] / answer["cpu_seconds"] / 1e6
        print(
            f"{name:34} {value if answer['proven'] else 'open':8} {answer['nodes']:>15,} "
            f"{answer['cpu_seconds']:>9.2f} {rate:>10.2f}  {GAMES.get(name, '')}",
            flush=True,
        )


if __name__ == "__main__":
    main()
