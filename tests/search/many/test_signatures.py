"""Searches for many roles: results, nodes, leaves, cuts and events as they were last reviewed."""

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
OPTIONS = {
    "maxn": [
        "",
        "ties=average",
        "ties=root",
        "ties=others,table=false",
        "ties={last}",
        "order=guess",
        "order=guess,deepening=true",
        "deepening=true,table=false",
        "pruning=immediate",
        "pruning=shallow",
        "pruning=last_branch,order=guess",
        "pruning=speculative,deepening=true",
        "pruning=shallow,granularity=0.5",
        "pruning=speculative,granularity=1",
        "rescale=true",
    ],
    "paranoid": [
        "",
        "ties=first",
        "kernel=off",
        "table=false",
        "killers=false",
        "history=false",
        "scout=true",
        "shallow=1",
        "shallow=2,scout=true,table=false",
    ],
    "brs": ["", "table=false", "killers=false", "history=false,table=false"],
    "offensive": ["", "target={last}", "table=false"],
    "mpmix": ["", "td=0,to=0", "td=1.5,to=1,table=false", "td=50,to=0", "td=0,to=50"],
}
ON_TREES = [name for name in OPTIONS if name != "brs"]
POSITIONS = [  # a game, moves that are made at random before, and how deep to look then
    ("tictactoe_3p", 9, None),
    ("nim_3p", 2, None),
    ("nim_3p", 1, 3),
    ("connect_four_3p", 4, 2),
    ("tictactoe", 4, None),
]


def specs(name: str, roles: tuple[str, ...], *more: str) -> list[str]:
    """Return the texts of a search with all its options."""
    every = [options.format(last=roles[-1]) for options in OPTIONS[name]]
    return [f"{name}:{','.join(filter(None, [options, *more]))}" for options in every]


@pytest.mark.parametrize("name", OPTIONS)
def test_signatures_on_rules(name: str, game_of: Games) -> None:
    found: dict[str, str] = {}
    for number, (title, moves, depth) in enumerate(POSITIONS):
        game = game_of(title)
        for place, spec in enumerate(specs(name, game.roles, f"depth={depth or 'none'}")):
            states = [after(game, moves + later, number) for later in (0, 1)]
            role = (number + place) % len(game.roles)
            limits = Limits(nodes=300)
            found[f"{title}+{moves} {spec} for role {role}"] = answer(
                parse(spec), game, states, role=role, limits=limits
            )
    compare(KEPT / f"{name}.txt", found)


@pytest.mark.parametrize("name", ON_TREES)
def test_signatures_on_trees(name: str) -> None:
    found: dict[str, str] = {}
    for seed in range(8):
        game = tree(seed, 2 + seed % 4, total=6)
        for depth in ("none", 3):
            for spec in specs(name, game.roles, "evaluator=goal", f"depth={depth}"):
                role = seed % len(game.roles)
                found[f"tree {seed} {spec}"] = answer(
                    parse(spec), game, [game.initial], role=role, watched=True
                )
    compare(KEPT / f"{name}-trees.txt", found)


@pytest.mark.parametrize("name", ON_TREES)
def test_signatures_on_graphs(name: str) -> None:
    found: dict[str, str] = {}
    for seed in range(12):
        game = shared(seed, 2 + seed % 3, total=3)
        for spec in specs(name, game.roles, "evaluator=goal"):
            role = seed % len(game.roles)
            limits = Limits(nodes=None if seed % 2 else 30)
            found[f"graph {seed} {spec}"] = answer(
                parse(spec), game, [game.initial] * 2, role=role, limits=limits
            )
    compare(KEPT / f"{name}-graphs.txt", found)


@pytest.mark.parametrize("name", ON_TREES)
def test_signatures_of_what_is_interrupted(name: str) -> None:
    found: dict[str, str] = {}
    for seed in range(4):
        game = tree(200 + seed, 3, total=5)
        for spec in specs(name, game.roles, "evaluator=goal"):
            role = seed % len(game.roles)
            told = [
                answer(parse(spec), game, [game.initial] * 3, role=role, limits=Limits(nodes=nodes))
                for nodes in (1, 2, 5, 13, 40)
            ]
            found[f"tree {200 + seed} {spec}"] = f"{told[-1]}; all limits {digest(told)}"
    compare(KEPT / f"{name}-interrupted.txt", found)
