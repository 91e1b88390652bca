"""What pruning spares max^n on chinese checkers, by depth: `python -m benchmarks.maxn`.

All ways come to the same vector, which is checked. A row has the nodes of plain max^n, and of each
pruning with its part of that. Moves are ordered by what is guessed of where they lead, except for
the last move before the leaves; such looks ahead are no nodes, but are in the seconds. Tables are
off: a state that is reached twice counts twice. Guesses are the rows that a role's marbles have
gone, brought to the greatest sum of goals, which is proved first.
"""

import argparse
import time
from dataclasses import dataclass
from random import Random

from zermelo.evaluate.base import Guess
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State, Values, joints
from zermelo.game.load import load
from zermelo.proofs.goal_bounds import goal_bounds
from zermelo.search.algorithms.maxn import Maxn
from zermelo.search.base import Clock, Limits, last
from zermelo.search.many.node import Pruning

STEP = 5.0
WAYS: dict[str, tuple[Pruning, float | None]] = {
    "none": ("none", None),
    "shallow": ("shallow", None),
    "last_branch": ("last_branch", None),
    "speculative": ("speculative", None),
    "discrete": ("speculative", STEP),
}
"""The prunings, and what worths are multiples of, where that is made use of."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Takes the rows that marbles have gone towards the other side for the worth of a state."""

    def start(self, game: Game) -> Guess:
        """Bind chinese checkers: cells are columns and rows of a slanted grid."""
        compiled = game.compiled
        assert compiled is not None
        marbles: list[tuple[int, int, int]] = []
        for fluent, text in enumerate(compiled.lexicon.fluents):
            name, *words = text.strip("()").split()
            if name == "cell":
                column, row = int(words[0]), int(words[1])
                gone = {"red": 9 - row, "green": 9 - column, "blue": column + row - 6}
                marbles.append((fluent, game.roles.index(words[2]), gone[words[2]]))

        def guess(state: State) -> Values:
            worth = [0.0] * len(game.roles)
            for fluent, role, gone in marbles:
                if state >> fluent & 1:
                    worth[role] += gone
            return tuple(worth)

        return guess


@dataclass(frozen=True, slots=True)
class Spent:
    """What a search came to, and what it took."""

    values: Values
    nodes: int
    seconds: float


def run(game: CompiledGame, state: State, depth: int, way: str, rounded: bool) -> Spent:
    """Search a state in one way; guesses are rounded for the discrete cut-off, and its twin."""
    pruning, granularity = WAYS[way]
    search = Maxn(
        evaluator=Rows(),
        pruning=pruning,
        granularity=STEP if rounded else granularity,
        rescale=True,
        order="guess",
        deepening=False,
        table=False,
    )
    clock = Clock(Limits(depth=depth))
    think = search.start(game, Role(0), clock)
    begin = time.process_time()
    result = last(think(state, clock))
    assert result is not None
    return Spent(result.values, clock.count.nodes, time.process_time() - begin)


def positions(game: CompiledGame, number: int, moves: int, seed: int) -> list[State]:
    """Return the initial state, and others after some random moves."""
    random = Random(seed)
    found = [game.initial]
    while len(found) < number:
        state = game.initial
        for _ in range(moves):
            state = game.next(state, random.choice(list(joints(game, state))))
        found.append(state)
    return found


def main() -> None:
    """Print a row for each depth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=6, help="the deepest to look")
    parser.add_argument("--positions", type=int, default=1, help="how many: the first is initial")
    parser.add_argument("--moves", type=int, default=12, help="random moves to the others")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    game = load("chinese_checkers")
    bounds = goal_bounds(game)
    assert bounds is not None
    print(
        f"chinese_checkers: goals of {bounds.low} to {bounds.high}, at most {bounds.most:g} for all"
    )
    states = positions(game, given.positions, given.moves, given.seed)
    print(f"nodes of {len(states)} positions, and CPU seconds of none and speculative")
    print(f"{'depth':>5}" + "".join(f"{way:>20}" for way in WAYS) + f"{'seconds':>16}")
    for depth in range(1, given.depth + 1):
        found = {
            way: [run(game, each, depth, way, rounded=False) for each in states] for way in WAYS
        }
        twins = [run(game, each, depth, "none", rounded=True) for each in states]
        plain = sum(each.nodes for each in found["none"])
        row = f"{depth:>5}"
        for way, spent in found.items():
            same = twins if way == "discrete" else found["none"]
            assert [each.values for each in spent] == [each.values for each in same], way
            nodes = sum(each.nodes for each in spent)
            row += f"{nodes:>12,} {nodes / plain:>6.1%}"
        slow, fast = (sum(each.seconds for each in found[way]) for way in ("none", "speculative"))
        print(f"{row}{slow:>9.1f} {fast:>6.1f}", flush=True)


if __name__ == "__main__":
    main()
