"""A stack that is too small is made larger, with all in it that is still needed."""

import numpy as np

from tests.engine.gates import gates_of
from zermelo.engine.kernels.narrow import LANES
from zermelo.engine.narrow import narrow
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.window.arrays import deeper_stack, new_stack, no_images
from zermelo.search.window.kernels.stack import FRAME, LANE, REPLIED

PLIES = 4


def test_a_deeper_stack_has_all_broods_and_the_replies_that_are_used(
    tictactoe: CompiledGame,
) -> None:
    game = narrow(gates_of(tictactoe))
    old = new_stack(game, PLIES, 100, no_images(), replies=True)
    generator = np.random.default_rng(1)
    for array in (old.rows, old.hashes, old.broods):
        array[:] = generator.integers(1, 1 << 60, array.size)
    old.frames[FRAME + REPLIED] = 5  # the node at ply 1 has replies two plies below
    old.frames[3 * FRAME + LANE] = PLIES * LANES + 7  # one of them is being searched
    old.frames[2 * FRAME + LANE] = 9
    new = deeper_stack(game, old)
    assert new.plies == 2 * PLIES
    for before, after, size in (
        (old.rows, new.rows, LANES * old.words),
        (old.hashes, new.hashes, LANES),
        (old.broods, new.broods, old.width),
    ):
        assert (after[: PLIES * size] == before[: PLIES * size]).all()
        replies = before[(PLIES + 3) * size :][:size]
        assert (after[(new.plies + 3) * size :][:size] == replies).all()
    assert new.frames[3 * FRAME + LANE] == new.plies * LANES + 7
    assert new.frames[2 * FRAME + LANE] == 9
