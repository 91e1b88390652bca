"""Where fuzzy goals help: `python -m benchmarks.fuzzy [GAME ...]`.

Alpha-beta with `fuzzy` plays alpha-beta of the same depth without an evaluator, and `random`: from
seeded random openings, each with the roles exchanged. The scores are those of `fuzzy`, in percent,
with a 95% interval. And what an evaluation takes, in batches of 64 positions, on one core.
"""

import argparse
import time

import numpy as np

from zermelo.evaluate.batch import scoring
from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.play.series import series, table
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.load import load
from zermelo.position.sample import Matches
from zermelo.search.spec import parse

GAMES = (
    "connect_four",
    "tictactoe",
    "connect_three",
    "gomoku:size=9",
    "dodgem",
    "nine_mens_morris",
    "checkers",
    "reversi",
    "breakthrough",
    "kalah",
    "domineering",
    "quarto",
)
POSITIONS = 6400


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, help="some games only")
    parser.add_argument("--matches", type=int, default=100, help="of each pair")
    parser.add_argument("--depth", type=int, default=2, help="of both searches")
    parser.add_argument("--opening", type=int, default=4, help="random moves")
    parser.add_argument("--options", default="unroll=true", help="of fuzzy")
    arguments = parser.parse_args()
    fuzzy = f"alphabeta:depth={arguments.depth},evaluator=fuzzy({arguments.options})"
    print(f"{'game':20}{'against none':>20}{'against random':>20}{'microseconds':>15}")
    for name in arguments.games:
        game = load(name)
        print(f"{name:20}", end="", flush=True)
        for other in (f"alphabeta:depth={arguments.depth}", "random"):
            score = score_against(game, fuzzy, other, arguments.matches, arguments.opening)
            print(f"{score:>20}", end="", flush=True)
        print(f"{microseconds(game):>15.2f}", flush=True)


def score_against(game: CircuitGame, one: str, other: str, matches: int, opening: int) -> str:
    """Return the score of a search against another, and its interval."""
    played = list(series(game, [parse(one), parse(other)], games=matches, opening=opening))
    found = table(played, 2)[0].score
    assert found is not None
    return f"{100 * found.mean:.1f} ({100 * found.low:.0f}-{100 * found.high:.0f})"


def microseconds(game: CircuitGame) -> float:
    """Return how long a position takes."""
    worth_of = scoring(game, Fuzzy(unroll=True).arrays(game))
    for layer in Matches(game, seed=0):
        if layer.step == 4:
            break
    rows = np.resize(layer.rows, (POSITIONS, game.words))
    worth_of(rows)
    begin = time.process_time()
    worth_of(rows)
    return (time.process_time() - begin) / POSITIONS * 1e6


if __name__ == "__main__":
    main()
