"""Tree search and random matches beside an earlier version: `python -m benchmarks.rollouts`.

    python -m benchmarks.rollouts --before ../earlier             everything, in one run
    python -m benchmarks.rollouts --before ../earlier hex:size=9  random matches of one game

Simulations are those of `mcts` as it is by default, from the first position: a visit goes down the
tree to a leaf, and what several playouts of the leaf came to goes up again. OpenSpiel's C++ bot
(`make .venv/peers`) plays one playout at each visit. Of random matches the whole ones are counted.
`--before` names a checkout of another version with its own .venv. Every figure is per CPU second,
each version in a process of its own, in turns, and the best of these; what counts is the ratio.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

from benchmarks.mcts import PEERS

HERE = Path(__file__).parents[1]
GAMES = [
    "tictactoe",
    "connect_four",
    "breakthrough",
    "reversi",
    "checkers",
    "hex:size=9",
    "gomoku:size=15",
    "amazons",
    "chess",
]
SEARCH = """
import json, sys, time
from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.search.base import Clock, Limits, last
from zermelo.search.spec import parse
game, seconds, search = load(sys.argv[1]), float(sys.argv[2]), parse("mcts")
visits, playouts, spent = 0, 0, 0.0
last(search.start(game, Role(0), Clock())(game.initial, Clock(Limits(seconds=seconds))))
while spent < seconds:
    clock = Clock(Limits(seconds=seconds))
    think = search.start(game, Role(0), clock)
    begin = time.process_time()
    last(think(game.initial, clock))
    spent += time.process_time() - begin
    visits, playouts = visits + clock.count.nodes, playouts + clock.count.leaves
print(json.dumps([visits / spent, playouts / spent]))
"""
MATCHES = """
import json, sys, time
from zermelo.game.load import load
from zermelo.sampling.playouts import play_out
game, seconds = load(sys.argv[1]), float(sys.argv[2])
play_out(game, seconds=0.1)
begin = time.process_time()
played = play_out(game, seconds=seconds)
print(json.dumps([played.playouts / (time.process_time() - begin)]))
"""
PEER = """
import json, sys, time
import pyspiel
from benchmarks.mcts import Bot
game, seconds = pyspiel.load_game(sys.argv[1]), float(sys.argv[2])
bot = Bot(game, seconds / 4, 1)
done, spent = 0, 0.0
bot.choose(game.new_initial_state())
while spent < seconds:
    begin, asked = time.process_time(), bot.simulations
    bot.choose(game.new_initial_state())
    spent, done = spent + time.process_time() - begin, done + asked
print(json.dumps([done / spent]))
"""


def measured(checkout: Path, program: str, name: str, seconds: float) -> list[float]:
    """Return what a program prints, run by a version."""
    python = sys.executable if checkout == HERE else str(checkout / ".venv" / "bin" / "python")
    command = [python, "-c", program, name, str(seconds)]
    run = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)
    rates: list[float] = json.loads(run.stdout)
    return rates


def best(found: list[list[float]]) -> list[float]:
    """Return the turn whose first figure is highest; nothing if there was none."""
    return max(found, default=[])


def ratio(one: list[float], other: list[float]) -> str:
    """Spell how many times the first figure of one is that of another."""
    return f"{one[0] / other[0]:.2f}" if one and other else "-"


def simulations(before: Path | None, seconds: float, turns: int) -> None:
    """Print how many simulations are done."""
    peer = importlib.util.find_spec("pyspiel") is not None
    heading = ("game", "before", "visits", "times", "MCTSBot", "times", "playouts")
    print("{:<14}{:>12}{:>12}{:>7}{:>12}{:>7}{:>11}".format(*heading))
    for name in PEERS:
        now, earlier, theirs = [], [], []
        for _ in range(turns):
            now.append(measured(HERE, SEARCH, name, seconds))
            if before:
                earlier.append(measured(before, SEARCH, name, seconds))
            if peer:
                theirs.append(measured(HERE, PEER, PEERS[name][0], seconds))
        ours, old, bot = best(now), best(earlier), best(theirs)
        print(
            f"{name:<14}{(old or [0])[0]:>12,.0f}{ours[0]:>12,.0f}{ratio(ours, old):>7}"
            f"{(bot or [0])[0]:>12,.0f}{ratio(ours, bot):>7}{ours[1]:>11,.0f}",
            flush=True,
        )


def matches(names: list[str], before: Path | None, seconds: float, turns: int) -> None:
    """Print how many random matches are played."""
    print(f"{'game':<16}{'before':>14}{'matches':>14}{'times':>7}")
    for name in names:
        now, earlier = [], []
        for _ in range(turns):
            now.append(measured(HERE, MATCHES, name, seconds))
            if before:
                earlier.append(measured(before, MATCHES, name, seconds))
        ours, old = best(now), best(earlier)
        line = f"{name:<16}{(old or [0])[0]:>14,.0f}{ours[0]:>14,.0f}{ratio(ours, old):>7}"
        print(line, flush=True)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="games whose random matches are counted alone")
    parser.add_argument("--before", type=Path, help="a checkout of another version")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure")
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    if not given.names:
        simulations(given.before, given.seconds, given.turns)
        print()
    matches(given.names or GAMES, given.before, given.seconds, given.turns)


if __name__ == "__main__":
    main()
