"""Searches for two sides: results, nodes, leaves, cuts and events as they were last reviewed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.search.answers import after, answer
from tests.search.many.forest import shared, tree
from tests.signatures import compare, digest
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game
from zermelo.search.base import Limits
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
OPTIONS = {
    "minimax": [""],
    "negamax": [""],
    "sss": [""],
    "dual": [""],
    "alphabeta": [
        "",
        "table=false",
        "killers=true,table=false",
        "history=true",
        "shallow=1,table=false",
        "shallow=2,killers=true,history=true",
        "aspiration=0",
        "aspiration=7",
        "peek=true,history=true",
        "fold=true",
    ],
    "scout": ["", "table=false", "killers=true,history=true", "shallow=2,table=false"],
    "mtd": ["", "first=100", "first=0,killers=true", "history=true,first=33"],
    "zerowindow": [
        "",
        "threshold=0",
        "threshold=100,table=false",
        "threshold=60,killers=true,history=true",
        "threshold=40,shallow=1",
    ],
    "iterative": [
        "",
        "table=false,killers=false,history=false,refutation=false",
        "refutation=false",
        "killers=false,aspiration=0",
        "history=false,shallow=1",
        "table=false,aspiration=10",
    ],
}
POSITIONS = [  # a game, moves that are made at random before, and how deep to look then
    ("tictactoe", 3, None),
    ("tictactoe", 2, 3),
    ("connect_three", 5, 4),
    ("breakthrough:width=3,height=4", 4, 4),
    ("kayles", 4, None),
    ("lights_out:width=3,height=2", 1, 4),
]
EVALUATORS = ("goal", "mobility", "even")


def spec_of(name: str, options: str, **more: object) -> str:
    """Return the text of a search."""
    given = [*([options] if options else []), *(f"{key}={value}" for key, value in more.items())]
    return f"{name}:{','.join(given)}" if given else name


@pytest.mark.parametrize("name", OPTIONS)
def test_signatures_on_rules(name: str, game_of: Games) -> None:
    found: dict[str, str] = {}
    for number, (title, moves, depth) in enumerate(POSITIONS):
        game = game_of(title)
        for place, options in enumerate(OPTIONS[name]):
            evaluator = EVALUATORS[(number + place) % len(EVALUATORS)]
            spec = spec_of(name, options, evaluator=evaluator, depth=depth or "none")
            search = parse(spec)
            states = [after(game, moves + later, number) for later in (0, 1)]
            role = (number + place) % len(game.roles)
            told = answer(search, game, states, role=role)
            if hasattr(search, "kernel"):
                assert told == answer(parse(f"{spec},kernel=off"), game, states, role=role)
            found[f"{title}+{moves} {spec} for role {role}"] = told
    compare(KEPT / f"{name}.txt", found)


@pytest.mark.parametrize("name", OPTIONS)
def test_signatures_on_trees(name: str) -> None:
    found: dict[str, str] = {}
    for seed in range(8):
        game = zero_sum(seed)
        for options in OPTIONS[name]:
            for depth in ("none", 3):
                spec = spec_of(name, options, evaluator="goal", depth=depth)
                found[f"tree {seed} {spec}"] = answer(
                    parse(spec), game, [game.initial], role=seed % 2, watched=True
                )
    compare(KEPT / f"{name}-trees.txt", found)


@pytest.mark.parametrize("name", OPTIONS)
def test_signatures_on_graphs(name: str) -> None:
    found: dict[str, str] = {}
    for seed in range(12):
        game = shared(seed, 2, total=4)
        for options in OPTIONS[name]:
            spec = spec_of(name, options, evaluator="goal")
            found[f"graph {seed} {spec}"] = answer(
                parse(spec), game, [game.initial] * 2, role=seed % 2, watched=seed % 3 == 0
            )
    compare(KEPT / f"{name}-graphs.txt", found)


@pytest.mark.parametrize("name", OPTIONS)
def test_signatures_of_what_is_interrupted(name: str) -> None:
    found: dict[str, str] = {}
    for seed in range(4):
        game = zero_sum(100 + seed)
        for options in OPTIONS[name]:
            spec = spec_of(name, options, evaluator="goal")
            told = [
                answer(
                    parse(spec), game, [game.initial] * 3, role=seed % 2, limits=Limits(nodes=nodes)
                )
                for nodes in (1, 2, 5, 13, 40)
            ]
            found[f"tree {100 + seed} {spec}"] = f"{told[-1]}; all limits {digest(told)}"
    compare(KEPT / f"{name}-interrupted.txt", found)


def zero_sum(seed: int) -> Game:
    """Return a ragged tree for two roles, with many ties and a role that may move again."""
    return tree(seed, 2, total=6)
