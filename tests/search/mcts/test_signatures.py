"""Searches that play matches out: moves, values, visits and nodes as they were last reviewed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.search.answers import after, answer
from tests.search.many.forest import tree
from tests.signatures import compare
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.base import Limits
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
OPTIONS = [
    "",
    "c=0.2,trust=0.9",
    "expand=all",
    "expand=all,playout=uniform",
    "solver=false",
    "decisive=true",
    "playout=nst",
    "playout=nst,trust=0.5,decay=0.9",
    "playout=uniform,history=0",
    "rave=50,history=0.5",
    "rave=20,grave=5",
    "urgency=0.3",
    "dag=false",
    "cutoff=2,evaluator=goal",
    "cutoff=0,evaluator=mobility",
    "simultaneous=regret",
    "lanes=4,batch=8",
    "seed=3",
]
POSITIONS = [  # a game, and moves that are made at random before
    ("tictactoe", 3),
    ("connect_four", 6),
    ("goofspiel", 1),
    ("pig_race", 2),
    ("nim_3p", 1),
    ("lights_out:width=3,height=2", 1),
]


@pytest.mark.parametrize(("title", "moves"), POSITIONS)
@pytest.mark.parametrize("kernel", ["on", "off"])
def test_signatures_on_rules(title: str, moves: int, kernel: str, game_of: Games) -> None:
    game = game_of(title)
    found: dict[str, str] = {}
    for place, options in enumerate(OPTIONS):
        few = 30 if kernel == "off" else 400
        more = f"simulations={few},kernel={kernel}"
        spec = f"mcts:{','.join(filter(None, [options, more]))}"
        states = [after(game, moves + later, 1) for later in (0, 1)]
        role = place % len(game.roles)
        found[f"{title}+{moves} {spec} for role {role}"] = answer(
            parse(spec), game, states, role=role, reports=False
        )
    compare(KEPT / f"{title.partition(':')[0]}-kernel-{kernel}.txt", found)


def test_signatures_on_trees() -> None:
    found: dict[str, str] = {}
    for seed in range(6):
        game = tree(300 + seed, 1 + seed % 4, total=100)
        for options in OPTIONS:
            spec = f"mcts:{','.join(filter(None, [options, 'simulations=40']))}"
            role = seed % len(game.roles)
            found[f"tree {300 + seed} {spec}"] = answer(
                parse(spec), game, [game.initial], role=role, watched=True, reports=False
            )
    compare(KEPT / "trees.txt", found)


@pytest.mark.parametrize("spec", ["flat:passes=20", "flat:passes=7,seed=2", "random", "greedy"])
def test_signatures_of_simple_searches(spec: str, game_of: Games) -> None:
    found: dict[str, str] = {}
    for title, moves in POSITIONS:
        if spec == "greedy" and title in ("goofspiel", "pig_race"):
            continue
        game = game_of(title)
        states = [after(game, moves + later, 1) for later in (0, 1)]
        for role in range(len(game.roles)):
            found[f"{title}+{moves} {spec} for role {role}"] = answer(
                parse(spec), game, states, role=role, watched=True
            )
    compare(KEPT / f"{spec.replace(':', '-')}.txt", found)


@pytest.mark.parametrize("options", ["", "kernel=off", "prove=false", "seed=2"])
def test_signatures_of_auto(options: str, game_of: Games) -> None:
    found: dict[str, str] = {}
    spec = f"auto:{options}" if options else "auto"
    for title, moves in (POSITIONS[0], POSITIONS[2], POSITIONS[4], POSITIONS[5]):
        game = game_of(title)
        states = [after(game, moves + later, 1) for later in (0, 1)]
        for nodes in (5, 120):
            role = nodes % len(game.roles)
            found[f"{title}+{moves} {spec} for role {role} {nodes} nodes"] = answer(
                parse(spec), game, states, role=role, limits=Limits(nodes=nodes), reports=False
            )
    compare(KEPT / f"auto-{options or 'as-it-is'}.txt", found)


def test_signatures_of_auto_with_time_to_solve(game_of: Games) -> None:
    found: dict[str, str] = {}
    for title in ("tictactoe", "nim", "kayles", "toads_and_frogs"):
        game = game_of(title)
        for moves in range(4):
            found[f"{title}+{moves}"] = answer(
                parse("auto"),
                game,
                [after(game, moves, moves)],
                role=moves % 2,
                limits=Limits(seconds=1e6),
            )
    compare(KEPT / "auto-solved.txt", found)
