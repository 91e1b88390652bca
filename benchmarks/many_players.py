"""Five ways to see the others, against each other: `python -m benchmarks.many_players [GAME ...]`.

Max^n, paranoid, offensive, MP-mix and best-reply search play each other in pairs on games of three
roles, all with the same number of nodes for a decision and the same evaluator. A pair sits in every
way in which both have a seat, each opening in all of them. The win rate counts a match for who has
the best seat of both, half for each if they are equal; with its 95% interval.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import combinations

from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.play.score import MeanScore, score
from zermelo.play.series import SeriesMatch, series
from zermelo.play.standings import distinct
from zermelo.search.base import Clock, Limits
from zermelo.search.many.default_evaluator import evaluator_for
from zermelo.search.spec import parse, spell

GAMES = ("tictactoe_3p", "nim_3p", "connect_four_3p", "chinese_checkers")
SEARCHES = ("maxn", "paranoid", "offensive", "mpmix", "brs")


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, help="some games only")
    parser.add_argument("--searches", nargs="*", default=SEARCHES, help="some searches only")
    parser.add_argument("--only", help="only pairs that this search is in")
    parser.add_argument("--matches", type=int, default=60, help="of each pair")
    parser.add_argument("--nodes", type=int, default=500, help="of each decision")
    parser.add_argument("--opening", type=int, default=3, help="random moves")
    arguments = parser.parse_args()
    limits = Limits(nodes=arguments.nodes)
    for name in arguments.games:
        begin = time.perf_counter()
        game = load(name)
        evaluator = evaluator_for(game, None)
        searches = list(suited(game, arguments.searches))
        print(f"{name}, evaluator {spell(evaluator)}, {arguments.nodes} nodes a decision")
        results: dict[tuple[str, str], list[SeriesMatch]] = {}
        for pair in combinations(searches, 2):
            if arguments.only not in (None, *pair):
                continue
            chosen = [parse(with_evaluator(spec, spell(evaluator))) for spec in pair]
            results[pair] = list(
                series(
                    game,
                    chosen,
                    games=arguments.matches,
                    limits=limits,
                    opening=arguments.opening,
                )
            )
            print(
                f"  {pair[0]} against {pair[1]}: {text_of(rate([(results[pair], 0)]))}", flush=True
            )
        for search in searches:
            own = [
                (played, pair.index(search)) for pair, played in results.items() if search in pair
            ]
            games = sum(len(played) for played, _ in own)
            print(f"  {search:12} {text_of(rate(own))} in {games} matches")
        print(f"  {time.perf_counter() - begin:.0f} s", flush=True)


def suited(game: CompiledGame, specs: list[str]) -> Iterator[str]:
    """Yield the searches that a game suits; tell why others do not."""
    for spec in specs:
        try:
            parse(spec).start(game, Role(0), Clock())
        except UnsuitedError as error:
            print(f"  {error}")
        else:
            yield spec


def with_evaluator(spec: str, evaluator: str) -> str:
    """Return a search with an evaluator."""
    name, _, options = evaluator.partition(":")
    called = f"{name}({options})" if options else name
    return f"{spec}{',' if ':' in spec else ':'}evaluator={called}"


def rate(results: list[tuple[list[SeriesMatch], int]]) -> MeanScore:
    """Return the win rate of a search: of matches, with its number in each list."""
    points, different = [], 0
    for played, number in results:
        different += distinct(played)
        for each in played:
            goals = list(zip(each.seats, each.match.goals, strict=True))
            mine = max(goal or 0.0 for seat, goal in goals if seat == number)
            other = max(goal or 0.0 for seat, goal in goals if seat != number)
            points.append(0.5 if mine == other else float(mine > other))
    found = score(points, different)
    assert found is not None
    return found


def text_of(found: MeanScore) -> str:
    """Return a rate in percent."""
    return f"{100 * found.mean:.0f}% ({100 * found.low:.0f} to {100 * found.high:.0f})"


if __name__ == "__main__":
    main()
