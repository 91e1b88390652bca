"""Answers of commands: `python -m tests.kernels.plainly` prints those without any compiled kernel.

It is called with an empty cache, and fails if something was compiled.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import astuple
from typing import Any

import numpy as np

from zermelo import store
from zermelo.evaluate.base import arrays_of
from zermelo.evaluate.batch import scored
from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.evaluate.foresight import middles
from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.game.perft import fast_perft
from zermelo.grid.find import grid_searches, prepared
from zermelo.grid.generate import generated
from zermelo.grid.queries import queries
from zermelo.grid.walk import walk
from zermelo.kernels import background as module
from zermelo.kernels.background import background
from zermelo.play.thought import role_in_turn, thought
from zermelo.sampling.playouts import play_out
from zermelo.search.base import Clock, Limits, last
from zermelo.search.solve.prove import prove
from zermelo.search.spec import parse

DECISIONS = [
    ("tictactoe", "alphabeta", 700),
    ("tictactoe", "scout:depth=4,killers=true,history=true,peek=true", None),
    ("tictactoe", "iterative:depth=3", None),
    ("tictactoe", "mtd:depth=4", None),
    ("connect_four:width=4,height=4", "alphabeta:depth=4,evaluator=mobility", None),
    ("nim_3p", "paranoid:depth=3", None),
    ("tictactoe", "mcts:seed=3", 400),
    ("tictactoe", "mcts:cutoff=2,evaluator=material,rave=50", 200),
    ("nim_3p", "mcts:expand=all", 200),
    ("rock_paper_scissors", "mcts", 100),
    ("pig_race", "mcts", 60),
    ("tictactoe", "auto", 300),
    ("hanoi:disks=2", "bfs", None),
    ("hanoi:disks=2", "astar", None),
    ("hanoi:disks=2", "plan", None),
    ("hanoi:disks=2", "nested:level=1", 300),
    ("eight_puzzle", "idastar", 2000),
]
"""Games, searches and limits in nodes."""
MATCHES = ["tictactoe", "rock_paper_scissors", "kayles", "hex:size=3"]


def all_answers() -> dict[str, Any]:
    """Answers that need all kinds of kernels, as JSON has them."""
    found = dict(answers())
    answer: dict[str, Any] = json.loads(json.dumps(found))
    return answer


def answers() -> Iterator[tuple[str, Any]]:
    """Yield what is asked, and the answer."""
    for name in MATCHES:
        game = load(name)
        played = play_out(game, passes=20, seed=4, count_first_moves=True)
        yield f"playouts {name}", [*astuple(played)[:2], *astuple(played)[3:]]
        levels = list(fast_perft(game, 3))
        yield f"perft {name}", [(level.paths, level.terminals, level.states) for level in levels]
    for name, spec, nodes in DECISIONS:
        game = load(name)
        role = role_in_turn(game, game.initial)
        found = thought(game, parse(spec), game.initial, role, Limits(nodes=nodes))
        result = found.result
        told = result.move, result.values, result.line, result.depth, result.proven
        yield f"{name} {spec}", (told, found.count.nodes, found.count.leaves, found.count.cuts)
    yield "mcts goes on", continued()
    for name in ("nim", "tictactoe"):
        game = load(name)
        answer, solution = prove(game, game.initial, Clock(), megabytes=512, fold=True, whole=True)
        assert solution is not None
        values, distances = solution.values.tolist(), solution.distances.tolist()
        yield f"solve {name}", (answer.values, answer.line, values, distances)
    game = load("tictactoe")
    score = arrays_of(Fuzzy(), game)
    assert score is not None
    yield "fuzzy", np.round(scored(game, score, middles(game)[0][:40]), 12).tolist()
    grid = generated("random:width=24,height=20,density=0.3")
    for query in queries(grid, 2):
        for name in grid_searches():
            route = prepared(grid, name)(*query)
            yield f"{name} {query}", (route.cells, route.length, route.expanded)
        routes = [(one.route.cells, one.route.length) for one in walk(grid, *query, 3)]
        yield f"walk {query}", routes


def continued() -> list[Any]:
    """A tree search for two moves: what is known of the second is kept."""
    game = load("tictactoe")
    limits = Limits(nodes=300)
    think = parse("mcts").start(game, Role(0), Clock(limits))
    state, told = game.initial, []
    for _ in range(2):
        found = last(think(state, Clock(limits)))
        assert found is not None
        told.append((found.move, found.values, found.line))
        state = game.next(state, found.line[0])
    return told


def main() -> None:
    """Print the answers without compiled kernels."""
    module.have_compiled = lambda place: True
    with background.answering(lambda _: None, patience=module.NEVER):
        sys.stdout.write(json.dumps(all_answers()))
    place = store.folder("kernels")
    assert place is not None
    assert not list(place.rglob("*.nbc")), "a kernel was compiled"


if __name__ == "__main__":
    main()
