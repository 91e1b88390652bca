"""Puzzles: `python -m benchmarks.puzzle`, `... korf` and `... flood`.

`exercise`, the default: the fifteen puzzle by minimax and fuzzy goals, exercise 6 of chapter 16 of
General Game Playing (Genesereth and Thielscher, 2014): how many scrambled puzzles are solved, by
the length of the scramble and the depth of the search. A scramble is a random walk from the solved
puzzle that never takes its last move back. A line that leads to the end is followed: minimax does
not hurry, and of two lines to the end it may choose the longer one again and again. The player
leaves nothing to chance, so it fails as soon as it comes to a position for the second time.

`korf`: instances of the fifteen puzzle (Korf, Depth-first iterative-deepening, 1985) by IDA* with
Manhattan distance. `flood`: states that breadth-first search sees in a second, all of them or as
many as there is time for.
"""

import argparse
from collections.abc import Sequence
from functools import reduce
from random import Random
from time import process_time

from tests.search.puzzle.korf import LENGTHS as LENGTHS_OF
from tests.search.puzzle.korf import start

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import load
from zermelo.search.base import Clock, Limits, last
from zermelo.search.spec import parse

WHAT = ("exercise", "korf", "flood")
FLOODS = (
    "eight_puzzle",
    "hanoi:disks=8",
    "sokoban",
    "knights_tour",
    "fifteen_puzzle",
    "lights_out bfs:fold=true",
    "peg_solitaire bfs:fold=true",
)
LENGTHS = (2, 4, 6, 8, 10, 15, 20, 30)
DEPTHS = (1, 2, 4, 6)
PLAYER = Role(0)
SEARCHES = {"minimax": "minimax:", "alphabeta": "alphabeta:table=false,", "table": "alphabeta:"}
"""The second plays as the first and is faster; the table of the third knows earlier searches."""


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", default="exercise", choices=WHAT)
    parser.add_argument("--instances", type=int, nargs="*", default=LENGTHS_OF, help="of Korf")
    parser.add_argument("--seconds", type=float, default=20, help="for each flood")
    parser.add_argument("--puzzles", type=int, default=20, help="scrambles of each length")
    parser.add_argument("--search", default="minimax", choices=SEARCHES, help="how to search")
    parser.add_argument("--evaluator", default="fuzzy", help="how positions are judged")
    parser.add_argument("--depths", type=int, nargs="*", default=DEPTHS, help="of the search")
    arguments = parser.parse_args()
    if arguments.what == "korf":
        korf(arguments.instances)
    elif arguments.what == "flood":
        flood(arguments.seconds)
    else:
        exercise(arguments)


def korf(instances: Sequence[int]) -> None:
    """Print moves, nodes and time of instances of Korf's."""
    game = load("fifteen_puzzle")
    spec = parse("idastar:heuristic=manhattan")
    last(spec.start(game, PLAYER, Clock())(game.initial, Clock()))  # compiles, and proves once
    print(f"{'instance':>10}{'moves':>7}{'nodes':>15}{'seconds':>10}{'CPU':>8}{'nodes/s':>14}")
    for number in instances:
        clock, begin = Clock(), process_time()
        result = last(spec.start(game, PLAYER, clock)(start(game, number), clock))
        assert result is not None
        assert len(result.line) == LENGTHS_OF[number]
        spent = process_time() - begin
        nodes = clock.count.nodes
        row = f"{number:>10}{len(result.line):>7}{nodes:>15,}{clock.seconds:>10.2f}{spent:>8.2f}"
        print(f"{row}{nodes / spent:>14,.0f}", flush=True)


def flood(seconds: float) -> None:
    """Print how many states breadth-first search sees in a second."""
    print(f"{'game':<28}{'states':>13}{'moves':>7}{'seconds':>10}{'CPU':>8}{'states/CPU s':>14}")
    for name in FLOODS:
        game_name, _, spec = name.partition(" ")
        game = load(game_name)
        search = parse(spec or "bfs")
        last(search.start(game, PLAYER, Clock())(game.initial, Clock(Limits(nodes=1000))))
        clock, begin = Clock(Limits(seconds=seconds, memory=4 << 30)), process_time()
        result = last(search.start(game, PLAYER, clock)(game.initial, clock))
        assert result is not None
        spent = process_time() - begin
        nodes = clock.count.nodes
        row = f"{name:<28}{nodes:>13,}{len(result.line):>7}{clock.seconds:>10.2f}{spent:>8.2f}"
        print(f"{row}{nodes / spent:>14,.0f}", flush=True)


def exercise(arguments: argparse.Namespace) -> None:
    """Print how many scrambles are solved, by their length and by depth."""
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


def solved_puzzle(game: CompiledGame) -> State:
    """Return the position with all tiles in order."""
    tiles = [f"(cell {n % 4 + 1} {n // 4 + 1} {n + 1})" for n in range(15)]
    return game.state_of([*tiles, "(cell 4 4 b)"])


def scrambled(game: CompiledGame, length: int, generator: Random) -> State:
    """Return a position some random moves away from the solved one, which is none itself."""
    before, state = None, solved_puzzle(game)
    for _ in range(length):
        following = [game.next(state, (move,)) for move in game.legal(state, PLAYER)]
        following = [one for one in following if one != before]
        before, state = state, generator.choice(following)
    return scrambled(game, length, generator) if game.terminal(state) else state


def solves(game: CompiledGame, spec: str, state: State) -> bool:
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
