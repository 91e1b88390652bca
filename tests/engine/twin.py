"""What kernels answer on small games; as a command it prints that, for a run with the JIT off."""

import json
import sys

import numpy as np

from tests.ground.sheets import LIGHT, STUCK, games_of
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.perft import fast_perft
from zermelo.sampling.playouts import play_out

LOOP = """
(role r) (node a) (node b) (node c) (node d) (init (edge a b)) (init (edge b a))
(<= (legal r (join ?x ?y)) (node ?x) (node ?y) (distinct ?x ?y))
(<= (next (edge ?x ?y)) (true (edge ?x ?y)))
(<= (next (edge ?x ?y)) (does r (join ?x ?y)))
(<= (reach a)) (<= (reach ?y) (reach ?x) (true (edge ?x ?y)))
(<= terminal (reach d)) (<= (goal r 100) (reach c)) (<= (goal r 0) (not (reach c)))
"""
"""Positive recursion: which nodes can be reached depends on itself."""

RACE = """
(role a) (role b) (init (at a 0)) (init (at b 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal ?r (run ?k)) (role ?r) (speed ?k)) (speed 0) (speed 1) (speed 2)
(<= (next (at ?r ?y)) (true (at ?r ?x)) (does ?r (run ?k)) (far ?k ?x ?y))
(<= (far 0 ?x ?x) (succ ?x ?y)) (<= (far 1 ?x ?y) (succ ?x ?y))
(<= (far 2 ?x ?z) (succ ?x ?y) (succ ?y ?z)) (far 2 3 4)
(<= terminal (true (at ?r 4))) (<= terminal (true (at a 3)) (true (at b 3)))
(<= (goal ?r 100) (true (at ?r 4))) (<= (goal ?r 10) (role ?r) (not (true (at ?r 4))))
"""
"""Both roles choose at once."""

STILL = """
(role r) (legal r wait) (<= terminal (goal r 0)) (goal r 50)
"""
"""Nothing ever holds or changes."""

SHEETS = {"still": STILL, "light": LIGHT, "stuck": STUCK, "loop": LOOP, "race": RACE}


def answers(game: CompiledGame) -> dict[str, object]:
    """Return what every kernel says of a game."""
    played = play_out(game, passes=12, threads=2, seed=5, step_limit=6, count_first_moves=True)
    children = game.children(game.initial)
    levels = list(fast_perft(game, 3))
    return {
        "playouts": [played.playouts, played.steps, played.cut, played.stuck],
        "goals": [sorted(counts.items()) for counts in played.goal_counts],
        "first moves": played.first_moves,
        "children": [[child.joint, str(child.state)] for child in children],
        "views": [[child.view.terminal, child.view.goals, child.view.legal] for child in children],
        "paths": [[level.paths, level.terminals, level.states] for level in levels],
    }


def all_answers() -> dict[str, object]:
    """Return the answers of all games as JSON has them."""
    found = {name: answers(games_of(text)[0]) for name, text in SHEETS.items()}
    again: dict[str, object] = json.loads(json.dumps(found))
    return again


if __name__ == "__main__":
    np.seterr(all="raise")
    sys.stdout.write(json.dumps(all_answers()))
