"""A match that never ends gives nobody what was claimed."""

import pytest

from tests.proofs.knowing import sheet
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import compiled_game
from zermelo.learn.verify import verify
from zermelo.proofs.lemmas import Claim, Lemma

WAITING = """
(role a) (role b) (init run)
(<= (legal a watch) (true run)) (<= (legal b wait) (true run)) (<= (legal b stop) (true run))
(<= (next run) (does b wait)) (<= (next over) (does b stop))
(<= terminal (true over))
(goal a 100) (goal b 0)
"""
"""Every end gives `a` all, but `b` may wait for ever."""


@pytest.fixture(scope="module")
def game() -> CompiledGame:
    return compiled_game("waiting", sheet(WAITING))


@pytest.mark.parametrize(
    ("claim", "by", "true"),
    [
        (Claim((0,), 0, 100), ("watch",), False),  # b need not stop
        (Claim((), 0, 100), (), False),
        (Claim((1,), 0, 100), ("stop",), True),
        (Claim((0, 1), 0, 100), ("watch", "stop"), True),
        (Claim((1,), 0, 100, least=False), ("wait",), False),  # to wait for ever is no end
        (Claim((0,), 1, 1, least=False), ("watch",), False),
    ],
)
def test_a_claim_that_some_match_never_settles_is_wrong(
    claim: Claim, by: tuple[str, ...], true: bool, game: CompiledGame
) -> None:
    moves = tuple(game.read(Role(role), move) for role, move in zip(claim.side, by, strict=True))
    (run,) = (number + 1 for number in range(2) if game.initial == 1 << number)
    found = verify(game, [Lemma(claim, (run,), moves)], ())
    assert (found.states, found.covered) == (2, 1)
    assert [state for _, state in found.wrong] == ([] if true else [game.initial])
    assert found.guaranteed[0] is None, "b may wait whatever a does"
