"""Traits: ends, choices at once and missing goals are minded, and what was cut is said."""

import pytest

from tests.proofs.knowing import here, sheet
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import compiled_game
from zermelo.proofs import trait_claims as module
from zermelo.proofs.budget import Budget, OutOfStepsError
from zermelo.proofs.claim_proofs import PosedQuestion
from zermelo.proofs.counts import Count
from zermelo.proofs.progress import ProgressGroup
from zermelo.proofs.sample import sample
from zermelo.proofs.trait_claims import TraitClaims, likely_total, proved
from zermelo.proofs.traits import (
    TraitVerdict,
    candidates,
    prove_traits,
    right,
    shared_out,
    with_proofs,
)

STAIRS = """
(role a) (role b) (init (at 0)) (legal b wait) (legal a wait)
(<= (next (at 1)) (true (at 0))) (<= (next (at 2)) (true (at 1)))
(<= terminal (true (at 2))) (goal a 70) (goal b 30)
"""


@pytest.fixture(autouse=True)
def _in_this_process(in_process: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.proofs.tables.call", here)


def game_of(rules: str) -> CompiledGame:
    return compiled_game("test", sheet(rules))


def proofs_of(rules: str) -> dict[str, TraitVerdict]:
    """Prove what can be proved, where exactly one of `(at ?)` holds."""
    game = game_of(rules)
    assert game.program is not None
    names = enumerate(game.lexicon.fluents)
    places = tuple(number for number, name in names if name.startswith("(at"))
    return prove_traits(game, game.program, [Count(places, 1, 1)], sample(game, positions=500))


def claims_of(game: CompiledGame) -> TraitClaims:
    assert game.program is not None
    return proved(game, game.program)


def test_a_choice_that_an_end_would_give_is_none() -> None:
    last = STAIRS + "(<= (legal a jump) (true (at 1))) (<= (legal a jump) (true (at 2)))"
    assert proofs_of(last)["alternates"].proved
    twice = STAIRS + "(<= (legal a jump) (true (at 0))) (<= (legal a jump) (true (at 1)))"
    assert not proofs_of(twice)["alternates"].proved


def test_roles_that_choose_at_once_do_not_alternate() -> None:
    rules = STAIRS + "(<= (legal a jump) (true (at 0))) (<= (legal b jump) (true (at 0)))"
    assert not proofs_of(rules)["alternates"].proved


def test_without_an_end_there_is_no_total_to_be_proved() -> None:
    found = proofs_of(STAIRS.replace("(true (at 2))", "(true (at 0)) (true (at 1))"))
    assert found["constant_sum"] == TraitVerdict(False, "no random match came to an end")


def test_an_end_where_a_role_has_no_goal_shares_out_nothing() -> None:
    game = game_of(
        STAIRS.replace("(goal b 30)", "(<= (goal b 30) (true (at 2)))")
        + "(legal a stop) (<= (next over) (does a stop) (true (at 0))) (<= terminal (true over))"
    )
    assert shared_out(game, [0, 1]) == 100
    ended = game.state_of(["over", "(at 1)"])
    assert not right(game, "constant_sum", ended, 70)
    assert right(game, "constant_sum", game.state_of(["(at 2)"]), 100)
    assert right(game, "turns", ended, None)


def test_fluents_of_which_two_may_hold_are_no_group_that_goes_one_way() -> None:
    game = game_of(STAIRS)
    seen, places = sample(game, positions=500), (0, 1, 2)
    assert candidates(game, [Count(places, 0, 1)], seen)[0] == [places]
    clocks, groups = candidates(game, [Count(places, 0, 2)], seen)
    assert clocks == []
    assert all(len(group) == 1 for group in groups)


def test_a_group_ranks_its_places_by_how_often_it_can_still_change() -> None:
    assert ProgressGroup((4, 7, 9), {(0, 1), (1, 3), (0, 3)}).ranks == [2, 1, 0, 0]
    assert ProgressGroup((4,), {(0, 1), (1, 0)}).ranks == [0, 0]


def test_a_proof_of_what_was_not_sampled_is_no_finding() -> None:
    assert with_proofs({}, {"turns": TraitVerdict(True, "so it is")}) == {}


def test_a_total_is_guessed_where_no_match_was_seen_to_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "shared_out", lambda game, counted: None)
    goals = """
    (legal a stop) (<= (next over) (does a stop)) (<= (next over) (true over))
    (<= (goal a 20) (true over)) (<= (goal b 80) (true over))
    (<= (goal a 70) (not (true over))) (<= (goal b 30) (not (true over)))
    """
    game = game_of(STAIRS.replace("(goal a 70) (goal b 30)", goals))
    assert game.program is not None
    assert likely_total(game, game.program) == 100
    bare = game_of(STAIRS.replace("(goal b 30)", ""))
    assert bare.program is not None
    assert likely_total(bare, bare.program) is None


def test_a_question_that_is_answered_later_was_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, excluded = set[PosedQuestion](), PosedQuestion.excluded

    def late(self: PosedQuestion, known: tuple[int, ...], budget: Budget) -> bool | None:
        if self not in asked:
            asked.add(self)
            raise OutOfStepsError
        return excluded(self, known, budget)

    monkeypatch.setattr(PosedQuestion, "excluded", late)
    claims = claims_of(game_of(STAIRS + "(legal a jump) (legal b jump)"))
    assert claims.limit == ""
    assert "turns" not in claims.claims
    assert "playable" in claims.claims


def test_at_an_end_a_trait_holds_whatever_invariants_it_breaks() -> None:
    rules = """
    (role a) (role b) (init (turn a)) (legal a noop) (legal b noop)
    (<= (legal ?r go) (true (turn ?r))) (<= (next (turn b)) (true (turn a)))
    (<= (next (turn a)) (true (turn b))) (<= (next over) (does b go)) (<= terminal (true over))
    (goal a 0) (goal b 0)
    """
    game = game_of(rules)
    claims = claims_of(game)
    assert claims.claims["turns"].invariants
    assert claims.holds_from(game, "turns", game.initial)
    assert claims.holds_from(game, "turns", game.state_of(["(turn a)", "(turn b)", "over"]))
    assert not claims.holds_from(game, "turns", game.state_of(["(turn a)", "(turn b)"]))
