"""Moves that win at once are found in the tree and in playouts, with `decisive`."""

import pytest

from tests.search.trees import drawn
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.tree_game import TreeGame
from zermelo.search.algorithms.mcts import Mcts
from zermelo.search.base import Clock, Limits, Result, last

MANY = ",".join(["100"] * 20)
TRAP = f"[[{MANY},0,{MANY}],[60,60]]"
"""After the first move min has one of 41 replies that wins at once; the second is worth 60."""
LOST = f"[{MANY},0,{MANY}]"
LATER = f"[[{LOST},{LOST}],[{LOST},{LOST}]]"
"""Whatever both do until then, min has a reply that wins at once; playouts come to it."""
SEEDS = range(6)


def chosen(game: TreeGame, decisive: bool, seed: int, nodes: int) -> Result:
    search = Mcts(decisive=decisive, solver=False, seed=seed)
    clock = Clock(Limits(nodes=nodes))
    found = last(search.start(game, Role(0), clock)(game.initial, clock))
    assert found is not None
    return found


def moves(text: str, decisive: bool, nodes: int) -> list[str]:
    game = drawn(text)
    found = [chosen(game, decisive, seed, nodes) for seed in SEEDS]
    return [game.spell(Role(0), each.move) for each in found if each.move is not None]


def test_a_winning_reply_is_seen_at_once() -> None:
    game = drawn(TRAP)
    first, second = (game.spell(Role(0), move) for move in game.legal(game.initial, Role(0)))
    assert moves(TRAP, decisive=True, nodes=4) == [second] * len(SEEDS)
    assert first in moves(TRAP, decisive=False, nodes=4), "chance rarely meets it"


@pytest.mark.parametrize("text", [f"[{LOST},{LOST}]", f"[{LATER},{LATER}]"])
def test_every_first_look_ends_with_the_winning_reply(text: str) -> None:
    for seed in SEEDS:
        assert chosen(drawn(text), decisive=True, seed=seed, nodes=2).values[0] == 0
    assert chosen(drawn(text), decisive=False, seed=0, nodes=2).values[0] > 0


def test_the_kernels_cannot_do_it(tictactoe: CompiledGame) -> None:
    search = Mcts(decisive=True, kernel="on")
    with pytest.raises(ZermeloError, match="decisive is only to be had without"):
        search.start(tictactoe, Role(0), Clock())
