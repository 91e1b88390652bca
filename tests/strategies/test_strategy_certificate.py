"""The certificate of a strategy: what it says is forced, and what of it can be read again."""

import json

import pytest

from tests.proofs.knowing import sheet
from zermelo.errors import ReadError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import compiled_game
from zermelo.proofs.certificate import invariant_claim, symmetry_claim
from zermelo.proofs.counts import Count
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.strategies.playbook import Playbook
from zermelo.strategies.strategy_certificate import certificate_lines, forced_claims, read_basis
from zermelo.text.certificate_text import MARK
from zermelo.text.source import Source

GAME = """
(role a) (role b) (init (on a)) (init (on b))
(<= (legal ?r keep) (role ?r)) (<= (legal ?r (drop ?r)) (role ?r))
(<= (next (on ?r)) (true (on ?r)) (does ?r keep)) (<= (next late) (true (on ?r)))
(<= terminal (true late)) (<= (goal ?r 100) (role ?r) (true (on ?r)))
(<= (goal ?r 40) (role ?r) (not (true (on ?r))))
"""
START = State(0b011)
EXCHANGE = Symmetry((1, 0, 2), (1, 0), ((0, 1), (0, 1)))
SAME = Symmetry((0, 1, 2), (0, 1), ((0, 1), (0, 1)))


def force(value: int, *literals: int, role: int = 0, move: int = 0) -> Lemma:
    return Lemma(Claim((role,), role, value), literals, (move,))


@pytest.fixture
def game(in_process: None) -> CompiledGame:
    found = compiled_game("lamps", sheet(GAME))
    assert found.lexicon.fluents == ("(on a)", "(on b)", "late")
    return found


def test_only_the_highest_goal_that_covers_the_position_is_forced() -> None:
    lemmas = [force(40, 1), force(100, 1, 2), force(60, 2), force(110, 3), force(10, 2, role=1)]
    holding = Lemma(Claim((0,), 1, 200, least=False), (1,), (0,))
    found = forced_claims(START, [*lemmas, holding], ())
    assert [(claim.role, claim.value) for claim in found] == [(0, 100), (1, 10)]


def test_images_of_lemmas_are_forced_as_well() -> None:
    found = forced_claims(START, [force(40, 1)], [EXCHANGE])
    assert [(claim.role, claim.value) for claim in found] == [(0, 40), (1, 40)]


@pytest.mark.parametrize("single", [True, False])
def test_a_certificate_has_the_lemmas_of_claims_that_are_used(
    game: CompiledGame, single: bool
) -> None:
    rule, idle, said = force(40, -1), force(70, 3), force(100, 1)
    counts = [Count((0, 2), 0, 2)]
    lines = certificate_lines(
        game, START, [rule], [idle, rule, said], counts, [SAME], single=single
    )
    text = "\n".join(line.removeprefix(MARK) for line in lines)
    claims = json.loads(text)["claims"]
    assert [one["goal"] for one in claims if one["claim"] == "lemma"] == [40, 100]
    assert [one["goal"] for one in claims if one["claim"] == "forces"] == [100]
    assert ({"claim": "single_goals"} in claims) is single
    assert read_basis(game, Source("a file", "\n".join(lines))) == (tuple(counts), (SAME,))


def test_symmetries_that_exchange_roles_come_back(game: CompiledGame) -> None:
    assert game.program is not None
    claims = [invariant_claim(game.program, Count((1, 2), 1, 2))]
    claims += [symmetry_claim(game.program, EXCHANGE)]
    lines = ["% a file", f"{MARK}{json.dumps({'claims': claims})}"]
    assert read_basis(game, Source("a file", "\n".join(lines))) == (
        (Count((1, 2), 1, 2),),
        (EXCHANGE,),
    )


def test_a_text_without_a_certificate_has_no_basis(game: CompiledGame) -> None:
    assert read_basis(game, Source("a file", "% a file")) is None


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"claims": [{"claim": "invariant", "fluents": ["(on c)"]}]}']
)
def test_a_certificate_that_cannot_be_read_is_refused(game: CompiledGame, text: str) -> None:
    with pytest.raises(ReadError, match="the certificate in a file cannot be read"):
        read_basis(game, Source("a file", MARK + text))


def test_a_playbook_plays_by_the_highest_value_and_then_by_what_was_proved_first(
    game: CompiledGame,
) -> None:
    lemmas = [force(40, 1), force(100, 1, move=1), force(100, 2), force(100, 3)]
    holding = Lemma(Claim((1,), 0, 200, least=False), (1,), (0,))
    over = Lemma(Claim((0,), 0, 200), (1,), ())
    book = Playbook(game, [over, holding, *lemmas], ())
    assert book.best(START, Role(0)) == lemmas[1]
    assert [image.origin for image in book.covering(START, Role(0))] == [3, 4, 2]
    assert book.best(START, Role(1)) is None
    assert Playbook(game, lemmas, [EXCHANGE]).best(START, Role(1)) == lemmas[1].image(EXCHANGE)


def test_a_playbook_says_nothing_of_positions_that_break_an_invariant(game: CompiledGame) -> None:
    book = Playbook(game, [force(40, 1)], (), [Count((0, 2), 0, 1)])
    assert book.best(START, Role(0)) == force(40, 1)
    assert book.best(State(0b111), Role(0)) is None
