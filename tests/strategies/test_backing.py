"""Rules of a strategy file: each follows from a lemma of the certificate, or it is refused."""

import json
from typing import Any

import pytest

from tests.proofs.knowing import sheet
from zermelo.errors import ReadError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import compiled_game
from zermelo.proofs.certificate import lemma_claim
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.strategies.backing import lemmas_in, require_backed
from zermelo.text.source import Source

LAMPS = """
(role a) (role b) (role c) (init (on 1)) (lamp 1) (lamp 2)
(<= (legal ?r (press ?n)) (role ?r) (lamp ?n))
(<= (next (on ?n)) (does a (press ?n))) (<= (next dark) (does c (press 1)))
(<= terminal (true dark)) (<= (goal ?r 100) (role ?r) (true (on 1)))
(<= (goal ?r 0) (role ?r) (not (true (on 1))))
"""
WIN = Claim((0,), 0, 100)
HOLD = Claim((0, 2), 1, 100, least=False)


@pytest.fixture
def game(in_process: None) -> CompiledGame:
    return compiled_game("lamps", sheet(LAMPS))


def file_with(game: CompiledGame, *lemmas: Lemma) -> Source:
    """The certificate of some lemmas, and of something else."""
    assert game.program is not None
    claims: list[dict[str, Any]] = [{"claim": "single_goals"}]
    claims += [lemma_claim(game.program, lemma) for lemma in lemmas]
    lines = json.dumps({"claims": claims}, indent=1).splitlines()
    return Source("a file", "\n".join(["force(a,100).", *(f"%! {line}" for line in lines)]))


def test_lemmas_come_back_from_a_certificate(game: CompiledGame) -> None:
    lemmas = [Lemma(WIN, (-2, 1, 3), (1,)), Lemma(HOLD, (-1,), (1, 0)), Lemma(WIN, (3,), ())]
    assert list(lemmas_in(game, file_with(game, *lemmas))) == lemmas


def test_a_rule_with_all_literals_of_a_lemma_is_backed(game: CompiledGame) -> None:
    source = file_with(game, Lemma(WIN, (1,), (0,)), Lemma(WIN, (-2, 3), (1,)))
    require_backed(game, source, [Lemma(WIN, (-2, 3), (1,)), Lemma(WIN, (-3, 1), (0,))], ())


@pytest.mark.parametrize(
    "rule",
    [
        Lemma(WIN, (3,), (1,)),
        Lemma(WIN, (2, 3), (1,)),
        Lemma(WIN, (-2, 3), (0,)),
        Lemma(WIN, (-2, 3), ()),
        Lemma(Claim((0,), 0, 50), (-2, 3), (1,)),
        Lemma(HOLD, (-2, 3), (1, 1)),
    ],
    ids=["fewer literals", "another literal", "another move", "an end", "another goal", "no claim"],
)
def test_a_rule_that_says_more_than_the_lemmas_is_refused(game: CompiledGame, rule: Lemma) -> None:
    source = file_with(game, Lemma(WIN, (1,), (0,)), Lemma(WIN, (-2, 3), (1,)))
    backed = Lemma(WIN, (1,), (0,))
    with pytest.raises(ReadError, match="no lemma of its certificate supports the rule"):
        require_backed(game, source, [backed, rule], ())


def test_a_rule_may_be_the_image_of_a_lemma(game: CompiledGame) -> None:
    swap = Symmetry((0, 2, 1), (0, 1, 2), ((1, 0),) * 3)
    source, image = file_with(game, Lemma(WIN, (2,), (0,))), Lemma(WIN, (3,), (1,))
    require_backed(game, source, [image], [swap])
    with pytest.raises(ReadError):
        require_backed(game, source, [image], [])
