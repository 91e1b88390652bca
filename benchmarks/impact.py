"""Opponent impact of games for three, by seed: `python -m benchmarks.impact [GAME ...]`.

By the evaluator that searches of many roles take, and by the moves that are left, as `zermelo
analyse` measures it; the least and the greatest of some seeds, and the widest interval.
"""

import argparse

from zermelo.evaluate.impact import opponent_impact
from zermelo.game.load import load
from zermelo.search.many.default_evaluator import evaluator_for
from zermelo.search.spec import spell

GAMES = ("race", "tricks", "chinese_checkers", "nim_3p", "tictactoe_3p", "connect_four_3p")


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, help="some games only")
    parser.add_argument("--seeds", type=int, default=6, help="how many")
    given = parser.parse_args()
    for name in given.games:
        game = load(name)
        evaluator = evaluator_for(game, None)
        found = [
            impact
            for seed in range(given.seeds)
            if (impact := opponent_impact(game, evaluator, moves=True, seed=seed)) is not None
        ]
        least, most = min(each.mean for each in found), max(each.mean for each in found)
        width = max(each.high - each.low for each in found)
        print(
            f"{name:18} {least:.2f} to {most:.2f}, {found[0].states} states, "
            f"intervals of at most {width:.2f}, by {spell(evaluator)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
