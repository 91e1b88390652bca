"""A proven line leads to the end, also where a table answered in the middle of it."""

import pytest

from zermelo.game.game import Role
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.base import Clock, last
from zermelo.search.spec import parse

CHILDREN = [[1, 2], [3], [4], [5], [3], [6]]
"""Node 3 is searched again on the way by 2, and the table then has only a bound of it."""


@pytest.mark.parametrize("spec", ["alphabeta", "iterative", "scout", "mtd", "paranoid", "minimax"])
def test_it_goes_on_where_the_table_has_only_a_bound(spec: str) -> None:
    inner = [
        DrawnNode(f"n{number}", Role(0), tuple(below), tuple(f"to{child}" for child in below))
        for number, below in enumerate(CHILDREN)
    ]
    game = TreeGame("twice", ("a",), (*inner, DrawnNode("n6", Role(0), values=(100,))))
    found = last(parse(spec).start(game, Role(0), Clock())(game.initial, Clock()))
    assert found is not None
    assert found.proven
    state = game.initial
    for joint in found.line:
        state = game.next(state, joint)
    assert game.terminal(state)
