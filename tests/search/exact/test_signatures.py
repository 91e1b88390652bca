"""The exact search: results, nodes, leaves and cuts as they were last reviewed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.search.answers import after, answer
from tests.search.many.forest import shared, tree
from tests.signatures import compare, digest
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.base import Limits
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
SPECS = {
    "exact": ["exact", "exact:fold=false", "exact:samples=false"],
}
POSITIONS = [  # a game, and moves that are made at random before
    ("tictactoe", 3),
    ("connect_three", 6),
    ("breakthrough:width=3,height=4", 3),
    ("kayles", 3),
    ("hex:size=3", 2),
]


@pytest.mark.parametrize("name", SPECS)
def test_signatures_on_rules(name: str, game_of: Games) -> None:
    found = {}
    for number, (title, moves) in enumerate(POSITIONS):
        game, role = game_of(title), number % 2
        states = [after(game, moves + later, number) for later in (0, 1)]
        for spec in SPECS[name]:
            key = f"{title}+{moves} {spec} for role {role}"
            found[key] = answer(parse(spec), game, states, role=role)
    compare(KEPT / f"{name}.txt", found)


@pytest.mark.parametrize("name", SPECS)
def test_signatures_on_drawn_games(name: str) -> None:
    found = {}
    for seed in range(8):
        games = {"tree": tree(seed, 2, total=6), "graph": shared(seed, 2, total=4)}
        for kind, game in games.items():
            for spec in SPECS[name]:
                told = answer(parse(spec), game, [game.initial] * 2, role=seed % 2)
                found[f"{kind} {seed} {spec}"] = told
    compare(KEPT / f"{name}-drawn.txt", found)


@pytest.mark.parametrize("name", SPECS)
def test_signatures_of_what_is_interrupted(name: str) -> None:
    found = {}
    for seed in range(4):
        game = tree(100 + seed, 2, total=6)
        for spec in SPECS[name]:
            told = [
                answer(
                    parse(spec), game, [game.initial] * 3, role=seed % 2, limits=Limits(nodes=nodes)
                )
                for nodes in (1, 2, 5, 13, 40)
            ]
            found[f"tree {100 + seed} {spec}"] = f"{told[-1]}; all limits {digest(told)}"
    compare(KEPT / f"{name}-interrupted.txt", found)
