"""Proofs where positions come again, roles choose at once, or are three: true in every position."""

from pathlib import Path

import pytest

from zermelo.game.load import load
from zermelo.learn.guarantees import guarantees
from zermelo.learn.learning import learn
from zermelo.learn.prover import Prover
from zermelo.learn.repetition import may_repeat
from zermelo.learn.verify import verify
from zermelo.proofs.lemmas import Claim, Lemma

ROUND = """
(role a) (role b)
(init (at 3)) (init (control a))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (legal a up) (true (control a)) (or (true (at 3)) (true (at 4))))
(<= (legal a stay) (true (control a)) (true (at 3)))
(<= (legal a leap) (true (control a)) (true (at 2)))
(<= (legal a share) (true (control a)))
(<= (legal b stay) (true (control b)))
(<= (legal b drop) (true (control b)) (true (at 4)))
(<= (next (control b)) (true (control a)))
(<= (next (control a)) (true (control b)))
(<= (next (at 4)) (does a up) (true (at 3)))
(<= (next (at 5)) (does a up) (true (at 4)))
(<= (next (at 5)) (does a leap))
(<= (next (at 6)) (does a share))
(<= (next (at 2)) (does b drop))
(<= (next (at ?n)) (true (at ?n)) (or (does a stay) (does b stay)))
(<= terminal (or (true (at 5)) (true (at 6))))
(<= (goal a 100) (true (at 5)))
(<= (goal b 0) (true (at 5)))
(<= (goal ?p 50) (role ?p) (true (at 6)))
(<= (goal ?p 0) (role ?p) (not terminal))
"""
"""Staying leads back; going up wins, whatever b does. Sharing the win ends it at once."""


def test_lemmas_are_true_where_positions_come_again(tmp_path: Path) -> None:
    path = tmp_path / "round.kif"
    path.write_text(ROUND)
    game = load(str(path))
    assert may_repeat(game, game.initial)
    found = learn(game, game.initial)
    assert found.complete
    assert found.values == (100, 0)
    assert len({lemma.claim for lemma in found.lemmas}) > 1
    assert verify(game, found.lemmas, found.symmetries).wrong == ()


def test_claims_are_raised_and_reasons_found_again_without_a_wrong_one(tmp_path: Path) -> None:
    path = tmp_path / "round.kif"
    path.write_text(ROUND)
    game = load(str(path))
    claims = [Claim((0,), 0, value) for value in (50, 100)]
    with Prover(game, claims, total=None) as prover:
        assert [prover.decide(claims[0], game.initial, depth) for depth in (0, 1)] == [None, True]
        known = set(prover.lemmas)
        prover.raise_claims()
        raised = set(prover.lemmas) - known
        assert prover.decide(claims[1], game.initial, 5)
        prover.raise_claims()
        before = len(prover.lemmas)
        prover.generalise()
        assert len(prover.lemmas) >= before
        assert all(lemma.claim.value == 100 for lemma in raised)
        assert verify(game, prover.lemmas, ()).wrong == ()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("nim_3p:pile1=1,pile2=1,pile3=1,pile4=0", None),
        ("prisoners_dilemma", (20, 20)),
        ("matching_pennies", (0, 0)),
        ("goofspiel:cards=2", (50, 50)),
    ],
)
def test_lemmas_are_true_of_three_roles_and_of_those_that_choose_at_once(
    name: str, values: tuple[int, ...] | None
) -> None:
    game = load(name)
    found = learn(game, game.initial)
    assert found.complete
    assert values in (None, found.values)
    held = verify(game, found.lemmas, found.symmetries)
    assert held.wrong == ()
    assert held.covered > 0
    sure = guarantees(game)
    for role in range(len(game.roles)):  # nothing more can be forced than was found
        assert game.program is not None
        more = [value for value, _ in game.program.goals[role] if value > found.values[role]]
        assert not any(sure.sure(Claim((role,), role, value))[0] for value in more)


def test_a_wrong_claim_is_found_where_there_is_no_exact_value() -> None:
    game = load("matching_pennies")
    lemma = Lemma(Claim((0,), 0, 100), (), (0,))
    held = verify(game, [lemma], ())
    assert held.covered == held.states
    assert any(state == game.initial for _, state in held.wrong)
