"""What search kernels answer on small games; as a command it prints that, for the JIT off."""

import json
import sys
from typing import Any

import numpy as np

from tests.engine.twin import LOOP
from tests.ground.sheets import games_of
from zermelo.evaluate.evaluators.mobility import Mobility
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.sampling import traits
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.dfpn import Dfpn
from zermelo.search.algorithms.iterative import Iterative
from zermelo.search.algorithms.mtd import Mtd
from zermelo.search.algorithms.scout import Scout
from zermelo.search.base import Clock
from zermelo.search.window import fast

SIDES = """
(role a) (role b) (init (turn a)) (init (step 0)) (succ 0 1) (succ 1 2) (side l) (side r)
(<= (legal ?r ?s) (true (turn ?r)) (side ?s))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (turn b)) (true (turn a))) (<= (next (turn a)) (true (turn b)))
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= (next (went ?r ?s)) (does ?r ?s) (side ?s)) (<= (next (went ?r ?s)) (true (went ?r ?s)))
(<= terminal (true (step 2)))
(<= same (true (went a ?s)) (true (went b ?s)))
(<= (goal a 70) same) (<= (goal b 30) same)
(<= (goal a 20) (not same)) (<= (goal b 80) (not same))
"""
"""Each role goes left or right once; the first wants to be followed."""
SHEETS = {"sides": SIDES, "loop": LOOP}


def answers(game: CompiledGame) -> list[object]:
    """Return what every kernel says of a game."""
    found: list[object] = []
    searches: tuple[Any, ...] = (
        Alphabeta(depth=3, kernel="on"),
        Scout(depth=3, kernel="on", shallow=1),
        Mtd(depth=3, kernel="on", killers=True),
        Iterative(depth=3, kernel="on", evaluator=Mobility()),
        Dfpn(depth=3, kernel="on"),
    )
    for search in searches:
        clock = Clock()
        think = search.start(game, Role(0), clock)
        results = [[one.move, one.values, one.line] for one in think(game.initial, clock)]
        found.append([results, clock.count.nodes, clock.count.leaves, clock.count.cuts])
    return found


def all_answers() -> dict[str, object]:
    """Return the answers of all games as JSON has them; table and history grow on the way.

    Random matches, which show whether all end, have tests of their own: two passes are enough here.
    """
    fast.FIRST_CELLS = fast.FIRST_HISTORY = 8
    traits.PASSES = 2
    found = {name: answers(games_of(text)[0]) for name, text in SHEETS.items()}
    again: dict[str, object] = json.loads(json.dumps(found))
    return again


if __name__ == "__main__":
    np.seterr(all="raise")
    sys.stdout.write(json.dumps(all_answers()))
