"""Whether searches ever play an illegal move: `python -m benchmarks.legal_moves --positions 10000`.

Random positions of all games of the library, and of the rule sheets in the folder that
ZERMELO_CORPUS names, are thought about for a few simulations, for every role; the move is held
against the rules themselves, by the reasoner that knows no circuit, where the game is small enough
for it. Prints what was looked at, and every fault.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from random import Random

from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State
from zermelo.game.ground_game import GroundGame
from zermelo.game.library import entries
from zermelo.game.load import load
from zermelo.process.limits import Allowance
from zermelo.search.base import Clock, Limits, last
from zermelo.search.spec import parse

RULES = 3000
"""Ground rules up to which a game is asked by its rules, too."""


def positions(game: CompiledGame, size: int, seed: int) -> Iterator[State]:
    """Yield random positions in which somebody has a choice, from anywhere in random matches."""
    generator = Random(seed)
    found = tried = 0
    while found < size and tried < 20 * size:
        tried += 1
        line: list[State] = []
        state = game.initial
        while not game.terminal(state) and len(line) < 200:
            legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
            if not all(legal):
                break
            if any(len(moves) > 1 for moves in legal):
                line.append(state)
            state = game.next(state, tuple(map(generator.choice, legal)))
        for one in generator.sample(line, min(len(line), 5, size - found)):
            found += 1
            yield one


def faults(game: CompiledGame, rules: Game, spec: str, size: int, nodes: int) -> tuple[int, int]:
    """Return how many positions were thought about, and how many moves were illegal."""
    search = parse(spec)
    looked, wrong = 0, 0
    for state in positions(game, size, seed=size):
        looked += 1
        for role in range(len(game.roles)):
            limits = Limits(nodes=nodes)
            found = last(search.start(game, Role(role), Clock(limits))(state, Clock(limits)))
            legal = rules.legal(rules.state_of(game.describe(state)), Role(role))
            spelled = {rules.spell(Role(role), move) for move in legal}
            if found is None or found.move is None:
                wrong += 1
            elif game.spell(Role(role), found.move) not in spelled:
                wrong += 1
                move = game.spell(Role(role), found.move)
                print(f"{game.name}: {move} of {game.roles[role]} in {game.describe(state)}")
    return looked, wrong


def all_names() -> list[str]:
    """Return the names of the library's games, and the paths of rule sheets."""
    folder = os.environ.get("ZERMELO_CORPUS")
    sheets = sorted(Path(folder).glob("*.kif")) if folder else []
    return [*entries(), *map(str, sheets)]


def games(names: list[str]) -> Iterator[tuple[str, CompiledGame, Game]]:
    """Yield every game that compiles within a minute, and the same by its rules if it is small."""
    for name in names:
        try:
            game = load(name, allowance=Allowance(seconds=60, megabytes=6144))
        except ZermeloError as error:
            print(f"{name}: left out: {error}", flush=True)
            continue
        program = game.program
        small = program is not None and len(program.heads) <= RULES
        yield name, game, GroundGame(game.name, program) if program and small else game


def main() -> None:
    """Look at positions of all games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="names and rule sheets; all, if none is named")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--search", default="mcts")
    parser.add_argument("--nodes", type=int, default=64, help="simulations for each decision")
    parser.add_argument("--each", type=int, help="positions of each game")
    given = parser.parse_args()
    names = given.games or all_names()
    each = given.each or ceil(1.1 * given.positions / len(names))  # some have no choice to offer
    total = wrong = count = 0
    begin = time.perf_counter()
    for name, game, rules in games(names):
        looked, bad = faults(game, rules, given.search, each, given.nodes)
        total, wrong, count = total + looked, wrong + bad, count + 1
        print(f"{Path(name).stem:<34} {looked:>5} positions, {bad} illegal moves", flush=True)
    spent = time.perf_counter() - begin
    print(f"{count} games, {total:,} positions, {wrong} illegal moves, {spent:.0f} s")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
