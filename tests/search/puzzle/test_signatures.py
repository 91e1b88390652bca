"""Searches for one role: results, nodes, leaves and cuts as they were last reviewed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.search.answers import after, answer
from tests.search.puzzle.graphs import random_graph
from tests.signatures import compare
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.base import Limits
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
OPTIONS = {
    "bfs": ["", "fold=true", "kernel=off", "kernel=off,fold=true", "memory=1"],
    "dfs": ["", "table=false"],
    "dls": ["", "table=true", "depth=5", "depth=5,table=true"],
    "iddfs": ["", "table=true", "depth=4,table=true"],
    "ucs": [""],
    "astar": [f"heuristic={name}" for name in ("auto", "goals", "relaxed", "manhattan")]
    + ["heuristic=none,kernel=off", "heuristic=pattern,kernel=off", "heuristic=fuzzy"],
    "idastar": [f"heuristic={name}" for name in ("auto", "goals", "relaxed", "manhattan")]
    + ["heuristic=none,kernel=off", "heuristic=pattern,kernel=off", "heuristic=fuzzy"],
}
POSITIONS = [  # a game, and moves that are made at random before
    ("hanoi:disks=3", 2),
    ("lights_out:width=3,height=2", 1),
    ("missionaries_and_cannibals", 0),
    ("blocks_world", 0),
    ("knights_tour:width=3,height=3", 0),
    ("buttons_and_lights", 1),
    ("eight_puzzle", 12),
]
GRAPHS = 20
ALLOWED = Limits(), Limits(nodes=5), Limits(nodes=12), Limits(depth=2), Limits(depth=4)
"""Limits on graphs, in turn: nodes and depth end a search in different places."""


@pytest.mark.parametrize("name", OPTIONS)
def test_signatures_on_rules(name: str, game_of: Games) -> None:
    found: dict[str, str] = {}
    for number, (title, moves) in enumerate(POSITIONS):
        game = game_of(title)
        for options in OPTIONS[name]:
            if "relaxed" in options and number > 3:
                continue  # takes long
            spec = f"{name}:{options}" if options else name
            states = [after(game, moves + later, number) for later in (0, 1)]
            found[f"{title}+{moves} {spec}"] = answer(
                parse(spec), game, states, limits=Limits(nodes=1000)
            )
            found[f"{title}+{moves} {spec} to depth 4"] = answer(
                parse(spec), game, states, limits=Limits(depth=4, nodes=1000)
            )
    compare(KEPT / f"{name}.txt", found)


@pytest.mark.parametrize("name", OPTIONS)
def test_signatures_on_graphs(name: str) -> None:
    found: dict[str, str] = {}
    for seed in range(GRAPHS):
        game = random_graph(seed)
        made_from_rules = ("goals", "relaxed", "pattern", "manhattan", "fuzzy")
        for options in OPTIONS[name]:
            if any(each in options for each in made_from_rules) and seed > 0:
                continue  # refused alike for every graph
            spec = f"{name}:{options}" if options else name
            limits = ALLOWED[seed % len(ALLOWED)]
            found[f"graph {seed} {spec} {limits.nodes} nodes, depth {limits.depth}"] = answer(
                parse(spec), game, [game.initial] * 2, limits=limits, watched=True
            )
    compare(KEPT / f"{name}-graphs.txt", found)
