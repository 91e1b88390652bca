"""Where fuzzy goals help: `python -m benchmarks.fuzzy [GAME ...]`.

Alpha-beta with `fuzzy` plays `random`, and alpha-beta of the same depth without an evaluator; that
one also meets `fuzzy` with terminal=true and with inhibited=true. Openings are random and seeded,
each is played with the roles exchanged. The scores are those of `fuzzy`, in percent, with a 95%
interval. And what an evaluation takes, in batches of 64 positions, on one core.
"""

import argparse
import time

import numpy as np

from zermelo.evaluate.batch import scoring
from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import load
from zermelo.play.series import series, table
from zermelo.sampling.matches import RandomMatchBatch
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
COLUMNS = {
    "none": "unroll=true",
    "terminal": "unroll=true,terminal=true",
    "inhibited": "unroll=true,inhibited=true",
}
"""Options of `fuzzy` against no evaluator."""
POSITIONS = 6400


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, help="some games only")
    parser.add_argument("--matches", type=int, default=100, help="of each pair")
    parser.add_argument("--depth", type=int, default=2, help="of both searches")
    parser.add_argument("--opening", type=int, default=4, help="random moves")
    arguments = parser.parse_args()
    print(f"{'game':18}{'random':>15}" + "".join(f"{name:>15}" for name in COLUMNS) + f"{'us':>7}")
    for name in arguments.games:
        game = load(name)
        plain = f"alphabeta:depth={arguments.depth}"
        pairs = [(COLUMNS["none"], "random"), *((options, plain) for options in COLUMNS.values())]
        print(f"{name:18}", end="", flush=True)
        for options, other in pairs:
            one = f"{plain},evaluator=fuzzy({options})"
            score = score_against(game, one, other, arguments.matches, arguments.opening)
            print(f"{score:>15}", end="", flush=True)
        print(f"{microseconds(game):>7.2f}", flush=True)


def score_against(game: CompiledGame, one: str, other: str, matches: int, opening: int) -> str:
    """Return the score of a search against another, and its interval."""
    played = list(series(game, [parse(one), parse(other)], games=matches, opening=opening))
    found = table(played, 2)[0].score
    assert found is not None
    return f"{100 * found.mean:.1f} ({100 * found.low:.0f}-{100 * found.high:.0f})"


def microseconds(game: CompiledGame) -> float:
    """Return how long a position takes."""
    worth_of = scoring(game, Fuzzy(unroll=True).arrays(game))
    for layer in RandomMatchBatch(game, seed=0):
        if layer.step == 4:
            break
    rows = np.resize(layer.rows, (POSITIONS, game.words))
    worth_of(rows)
    begin = time.process_time()
    worth_of(rows)
    return (time.process_time() - begin) / POSITIONS * 1e6


if __name__ == "__main__":
    main()
