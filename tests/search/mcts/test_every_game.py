"""Whatever the game, the kernel's move is a legal one; `benchmarks.legal_moves` asks at length."""

from collections.abc import Callable
from random import Random

import pytest

from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.library import entries
from zermelo.search.algorithms.mcts import Mcts
from zermelo.search.base import Clock, Limits, last
from zermelo.search.suitability import require

Games = Callable[[str], CompiledGame]


@pytest.mark.parametrize("name", sorted(entries()))
def test_moves_are_legal_on_the_way_to_the_end(name: str, game_of: Games) -> None:
    try:
        game = game_of(name)
        require(Mcts(), game)
    except UnsuitedError as error:
        assert "hidden information" in str(error)  # noqa: PT017
        return
    generator = Random(name)
    search = Mcts(cutoff=40)  # random play does not end every game soon
    thinkers = [search.start(game, Role(role), Clock()) for role in range(len(game.roles))]
    state = game.initial
    for turn in range(40):
        if game.terminal(state):
            break
        joint = []
        for role, think in enumerate(thinkers):
            legal = game.legal(state, Role(role))
            joint.append(generator.choice(legal))
            if turn % 13 == 0:
                found = last(think(state, Clock(Limits(nodes=10))))
                assert found is not None
                assert found.move in legal
                assert all(0 <= value <= 100 for value in found.values)
        state = game.next(state, tuple(joint))
