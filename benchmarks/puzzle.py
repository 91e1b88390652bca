"""The fifteen puzzle by minimax and fuzzy goals: `python -m benchmarks.puzzle`.

Exercise 6 of chapter 16 of General Game Playing (Genesereth and Thielscher, 2014): how many
scrambled puzzles are solved, by the length of the scramble and the depth of the search. A scramble
is a random walk from the solved puzzle that never takes its last move back. A line that leads to
the end is followed: minimax does not hurry, and of two lines to the end it may choose the longer
one again and again. The player leaves nothing to chance, so it fails as soon as it comes to a
position for the second time.
"""

import argparse
from functools import reduce
from random import Random

from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Role, State
from zermelo.position.load import load
from zermelo.search.base import Clock, last
from zermelo.search.spec import parse

LENGTHS = (2, 4, 6, 8, 10, 15, 20, 30)
DEPTHS = (1, 2, 4, 6)
PLAYER = Role(0)
SEARCHES = {"minimax": "minimax:", "alphabeta": "alphabeta:table=false,", "table": "alphabeta:"}
"""The second plays as the first and is faster; the table of the third knows earlier searches."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=20, help="scrambles of each length")
    parser.add_argument("--search", default="minimax", choices=SEARCHES, help="how to search")
    parser.add_argument("--evaluator", default="fuzzy", help="how positions are judged")
    parser.add_argument("--depths", type=int, nargs="*", default=DEPTHS, help="of the search")
    arguments = parser.parse_args()
    game = load("fifteen_puzzle")
    print(f"{'scramble':>10}" + "".join(f"{f'depth {depth}':>10}" for depth in arguments.depths))
    for length in LENGTHS:
        starts = [scrambled(game, length, Random(seed)) for seed in range(arguments.puzzles)]
        print(f"{length:>10}", end="", flush=True)
        for depth in arguments.depths:
            options = f"depth={depth},evaluator={arguments.evaluator}"
            spec = f"{SEARCHES[arguments.search]}{options}"
            solved = sum(solves(game, spec, start) for start in starts)
            print(f"{100 * solved / len(starts):>9.0f}%", end="", flush=True)
        print()


def solved_puzzle(game: CircuitGame) -> State:
    """Return the position with all tiles in order."""
    tiles = [f"(cell {n % 4 + 1} {n // 4 + 1} {n + 1})" for n in range(15)]
    return game.state_of([*tiles, "(cell 4 4 b)"])


def scrambled(game: CircuitGame, length: int, generator: Random) -> State:
    """Return a position some random moves away from the solved one, which is none itself."""
    before, state = None, solved_puzzle(game)
    for _ in range(length):
        following = [game.next(state, (move,)) for move in game.legal(state, PLAYER)]
        following = [one for one in following if one != before]
        before, state = state, generator.choice(following)
    return scrambled(game, length, generator) if game.terminal(state) else state


def solves(game: CircuitGame, spec: str, state: State) -> bool:
    """Whether a search comes to the end."""
    think = parse(spec).start(game, PLAYER, Clock())
    seen: set[State] = set()
    while not game.terminal(state) and state not in seen:
        seen.add(state)
        result = last(think(state, Clock()))
        assert result is not None
        assert result.move is not None
        if game.terminal(reduce(game.next, result.line, state)):
            return True
        state = game.next(state, (result.move,))
    return game.terminal(state)


if __name__ == "__main__":
    main()
