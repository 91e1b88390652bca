"""How fast games are solved strongly: `python -m benchmarks.solving [GAME ...]`.

One core; start-up and compilation aside. Seconds are of CPU, the system's part included: memory
that is used for the first time costs some. `--fold` looks at symmetric positions once; `--before`
names a checkout of another version with its own .venv, which is measured in the same run. The
largest, connect four on 5 x 5, has 70 million positions: name it to have it solved.
"""

import argparse
import json
import resource
import subprocess
from pathlib import Path

HERE = Path(__file__).parents[1]
GAMES = (
    "tictactoe",
    "reversi:size=4",
    "connect_four:width=4,height=4",
    "connect_four:width=4,height=5",
    "connect_four:width=5,height=4",
    "domineering:rows=5,columns=5",
    "hex:size=4",
    "eight_puzzle",
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="some games only")
    parser.add_argument("--megabytes", type=int, default=12_000, help="what may be used")
    parser.add_argument("--fold", action="store_true", help="symmetric positions are one")
    parser.add_argument("--before", type=Path, help="a checkout of another version")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measured(given.games[0], given.megabytes, fold=given.fold)))
        return
    print(
        f"{'game':32} {'':6} {'rows':>11} {'moves':>12} {'value':>5} {'explored':>9} "
        f"{'settled':>8} {'rows/s explored':>16} {'in all':>11} {'MB':>6}"
    )
    for name in given.games:
        for version, checkout in (("before", given.before), ("now", HERE)):
            if checkout is not None:
                print(f"{name:32} {version:6} {line(checkout, name, given)}", flush=True)


def line(checkout: Path, name: str, given: argparse.Namespace) -> str:
    """Return what a version has measured, in a process of its own."""
    command = [str(checkout / ".venv/bin/python"), __file__, name, "--measure"]
    command += [f"--megabytes={given.megabytes}"] + ["--fold"] * given.fold
    run = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    if run.returncode:
        return str(run.stderr.strip().splitlines()[-1])
    rows, moves, value, explored, settled, memory = json.loads(run.stdout.splitlines()[-1])
    return (
        f"{rows:>11,} {moves:>12,} {value:>5g} {explored:>8.2f}s {settled:>7.2f}s "
        f"{rows / explored:>16,.0f} {rows / (explored + settled):>11,.0f} {memory:>6,}"
    )


def measured(name: str, megabytes: int, *, fold: bool) -> tuple[int, int, float, float, float, int]:
    """Return rows, moves, the value, seconds for exploring and for settling, and megabytes."""
    from zermelo.game.load import load
    from zermelo.search.base import Clock
    from zermelo.search.solve.graph import explore
    from zermelo.search.solve.prove import folding_at
    from zermelo.search.solve.retrograde import worths
    from zermelo.search.solve.solution import load_kernels

    game = load(name)
    for one in (game, load("tictactoe")):
        load_kernels(one)
        if one is not game:
            worths(explore(one))  # compile the remaining kernels before the clock starts
    folding = folding_at(game, game.initial, Clock()) if fold else None
    begin = seconds()
    graph = explore(game, megabytes=megabytes, folding=folding)
    explored, moves = seconds() - begin, len(graph.children)
    values, _ = worths(graph)
    settled = seconds() - begin - explored
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return len(values), moves, float(values[0]), explored, settled, memory


def seconds() -> float:
    """Return the CPU time of this process, in the program and in the system."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
