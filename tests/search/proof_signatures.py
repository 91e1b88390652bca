"""Answers of searches that prove values: on rules, on drawn games, and when interrupted."""

from collections.abc import Callable, Sequence

from tests.search.answers import after, answer
from tests.search.many.forest import shared, tree
from tests.signatures import digest
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.base import Limits
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
POSITIONS = [  # a game, and the number of random moves made first
    ("tictactoe", 3),
    ("connect_three", 6),
    ("breakthrough:width=3,height=4", 3),
    ("kayles", 3),
    ("hex:size=3", 2),
]


def on_rules(specs: Sequence[str], game_of: Games) -> dict[str, str]:
    """Return what searches answer on library games."""
    found = {}
    for number, (title, moves) in enumerate(POSITIONS):
        game, role = game_of(title), number % 2
        states = [after(game, moves + later, number) for later in (0, 1)]
        for spec in specs:
            key = f"{title}+{moves} {spec} for role {role}"
            found[key] = answer(parse(spec), game, states, role=role)
    return found


def on_drawn_games(specs: Sequence[str]) -> dict[str, str]:
    """Return what searches answer on random trees and graphs."""
    found = {}
    for seed in range(8):
        games = {"tree": tree(seed, 2, total=6), "graph": shared(seed, 2, total=4)}
        for kind, game in games.items():
            for spec in specs:
                told = answer(parse(spec), game, [game.initial] * 2, role=seed % 2)
                found[f"{kind} {seed} {spec}"] = told
    return found


def interrupted(specs: Sequence[str]) -> dict[str, str]:
    """Return what searches answer that are stopped after a few nodes."""
    found = {}
    for seed in range(4):
        game = tree(100 + seed, 2, total=6)
        for spec in specs:
            told = [
                answer(
                    parse(spec), game, [game.initial] * 3, role=seed % 2, limits=Limits(nodes=nodes)
                )
                for nodes in (1, 2, 5, 13, 40)
            ]
            found[f"tree {100 + seed} {spec}"] = f"{told[-1]}; all limits {digest(told)}"
    return found
