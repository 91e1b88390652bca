"""Every engine, and machine code at every level and width, compute the same game.

As a command it prints a line for every game of the library and every sheet of ZERMELO_CORPUS, and
exits with 1 if any two differ: `python -m tests.engines [name ...]`.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tests.corpus import ALLOWANCE, folder, sheets
from tests.engine.gates import gates_of
from zermelo.engine.engine import Engine, engine_named, engines
from zermelo.engine.narrow import narrow
from zermelo.engine.native.code import NAMES, wide_code
from zermelo.engine.native.machine import linked, object_code
from zermelo.engine.native.program import program
from zermelo.engine.native.referee import agrees
from zermelo.errors import ZermeloError
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.library import entries
from zermelo.game.load import compiled_game, read_rules
from zermelo.search.base import Clock, Limits, last
from zermelo.search.spec import parse
from zermelo.search.suitability import lacks

Words = NDArray[np.uint64]
LEVELS = 0, 1
"""Of optimisation: those that the program uses."""
LAYERS, ROWS = 6, 64
"""Moves along random lines, and states of each layer that are looked at."""
CHILDREN = 20_000
"""Joint moves of a layer beyond which fewer states are looked at."""
PASSES, LONGEST = 60, 500
"""Steps of 1024 random matches, and the step limit of a match."""
PLAIN_GATES = 60_000
"""Gates up to which plain Python takes part."""
NODES = 300
FAST = "interpreter", "native"
"""Engines that draw the same random matches, and run the same kernels of searches."""
SEARCHES = "alphabeta:depth=3", "maxn:depth=2", "mcts:playout=even"


def differences(game: CompiledGame) -> Iterator[str]:
    """Yield what engines disagree about."""
    gates = gates_of(game)
    circuit = narrow(gates)
    for level in LEVELS:
        library_of_code = linked(object_code(program(circuit).text, level))
        if not agrees(circuit, *(library_of_code.address(name) for name in NAMES)):
            yield f"machine code of a brood at level {level}"
        if wide_code(gates, level, keep=False) is None:
            yield f"machine code of 1024 lanes at level {level}"
    made = {name: engine_named(name)(gates, False) for name in engines()}
    if game.dimensions.work // 4 > PLAIN_GATES:
        del made["plain"]
    yield from different_answers(game, made)
    yield from different_matches(game, made)
    yield from different_searches(game, made)


def different_answers(game: CompiledGame, made: dict[str, Engine]) -> Iterator[str]:
    """Compare states, legal moves, ends and goals along random lines."""
    chance = np.random.default_rng(1)
    first, *others = made.values()
    rows = game.row(game.initial)[None]
    for layer in range(LAYERS):
        views = first.view(rows)
        while len(rows) > 1 and steps(game, views.legal) > CHILDREN:
            rows = rows[: len(rows) // 2].copy()
            views = first.view(rows)
        if steps(game, views.legal) > CHILDREN:
            return
        parents, joints = first.children(views)
        following = first.step(rows[parents], joints)
        for other in others:
            same = other.view(rows)
            agree = (
                np.array_equal(views.legal, same.legal)
                and np.array_equal(views.ended, same.ended)
                and np.array_equal(views.goals, same.goals)
            )
            if not agree:
                yield f"{other.name}: what holds after {layer} moves"
                return
            if not all(map(np.array_equal, (parents, joints), other.children(same))):
                yield f"{other.name}: joint moves after {layer} moves"
                return
            if not np.array_equal(following, other.step(rows[parents], joints)):
                yield f"{other.name}: states after {layer + 1} moves"
                return
        if not len(following):
            return
        chosen = chance.choice(len(following), min(ROWS, len(following)), replace=False)
        rows = following[np.sort(chosen)].copy()


def steps(game: CompiledGame, legal: Words) -> int:
    """Return how many joint moves the states of a batch have at most."""
    bits = np.unpackbits(legal.view(np.uint8), axis=1, bitorder="little")
    counts = [
        np.maximum(bits[:, begin:end].sum(axis=1, dtype=np.int64), 1)
        for begin, end in zip(game.dimensions.firsts, game.dimensions.firsts[1:], strict=False)
    ]
    return int(np.prod(counts, axis=0, dtype=np.float64).sum())


def different_matches(game: CompiledGame, made: dict[str, Engine]) -> Iterator[str]:
    """Compare random matches; those of the plain engine are drawn in another way."""
    found = {}
    for name in FAST:
        matches = made[name].matches(game.fluent_bits(game.initial), 7, LONGEST)
        matches.first_moves = np.zeros(game.dimensions.moves, np.int64)
        matches.play(PASSES)
        found[name] = [
            *matches.totals.tolist(),
            *matches.goals.tolist(),
            *matches.first_moves.tolist(),
            *matches.going_on(),
        ]
    if found[FAST[0]] != found[FAST[1]]:
        yield "random matches"


def different_searches(game: CompiledGame, made: dict[str, Engine]) -> Iterator[str]:
    """Compare moves, values and nodes of searches that suit the game."""
    from zermelo.search.findings import findings

    known = findings(game)
    for spec in SEARCHES:
        search = parse(spec)
        if next(lacks(search.needs, game, known), None) is not None:
            continue
        found = []
        for name in FAST:
            played, clock = replace(game, engine=made[name]), Clock(Limits(nodes=NODES))
            role = Role(0)
            try:
                result = last(search.start(played, role, clock)(played.initial, clock))
            except ZermeloError as error:
                found.append(str(error))
            else:
                found.append(f"{result} {clock.count.nodes} {clock.count.leaves}")
        if len(set(found)) > 1:
            yield f"{spec}: {' | '.join(found)}"


def loaded(name: str) -> CompiledGame:
    """Return a game of the library, or `name.kif` of the folder."""
    place = folder()
    path = str(place / name) if place is not None and name.endswith(".kif") else name
    return compiled_game(name, compiled(read_rules(path), ALLOWANCE))


def main(names: list[str]) -> int:
    """Print what came of every game; return 1 if anything differs."""
    wrong = ungrounded = 0
    chosen = names or [*entries(), *(f"{name}.kif" for name in sheets())]
    for name in chosen:
        begin = time.process_time()
        try:
            game = loaded(name)
        except ZermeloError as error:
            ungrounded += 1
            say(f"{name:38} is not loaded: {' '.join(str(error).split())[:100]}")
            continue
        found = list(differences(game))
        wrong += bool(found)
        say(f"{name:38} {time.process_time() - begin:7.1f} s  {'; '.join(found) or 'agrees'}")
    say(f"{len(chosen)} games, {ungrounded} not loaded, {wrong} with differences")
    return 1 if wrong else 0


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
