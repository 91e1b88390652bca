"""What is said of a strategy by looking at every position: what its rules get, and which fail."""

import pytest

from tests.proofs.knowing import sheet
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State
from zermelo.game.load import compiled_game
from zermelo.learn.verify import Verified, against_chance, verify
from zermelo.proofs.counts import Count
from zermelo.proofs.lemmas import Claim, Lemma

FORK = """
(role a) (role b) (init (at start)) (place win) (place draw) {more}
(<= (legal a (go ?n)) (true (at start)) (place ?n)) (<= (legal b wait) (true (at start)))
(<= (legal a leap) (true (at win)))
(<= (next (at ?n)) (does a (go ?n)))
(<= terminal (true (at ?n)) (place ?n))
(<= (goal a 100) (true (at win))) (<= (goal b 0) (true (at win)))
(<= (goal a 50) (true (at draw))) (<= (goal b 50) (true (at draw)))
"""
"""One choice; a leap is legal at the end only, where nobody moves."""
SURE = Claim((0,), 0, 50)


@pytest.fixture(scope="module")
def fork() -> CompiledGame:
    return compiled_game("fork", sheet(FORK.format(more="")))


@pytest.fixture(scope="module")
def blank() -> CompiledGame:
    """With an end at which nobody has a goal."""
    return compiled_game("blank", sheet(FORK.format(more="(place blank)")))


def by(game: CompiledGame, *moves: str, claim: Claim = SURE) -> Verified:
    """What is found of rules for the start, each with its move."""
    (start,) = (bit + 1 for bit in range(game.dimensions.fluents) if game.initial == 1 << bit)
    lemmas = [Lemma(claim, (start,), (int(game.read(Role(0), move)),)) for move in moves]
    return verify(game, lemmas, ())


@pytest.mark.parametrize(
    ("moves", "gets"),
    [(["(go win)", "(go draw)"], 100), (["(go draw)", "(go win)"], 50)],
)
def test_of_rules_that_are_worth_as_much_the_first_is_followed(
    fork: CompiledGame, moves: list[str], gets: int
) -> None:
    found = by(fork, *moves)
    assert found.wrong == found.wrong_moves == ()
    assert found.guaranteed[0] == gets


def test_a_move_that_is_not_legal_is_no_rule(fork: CompiledGame) -> None:
    found = by(fork, "leap")
    assert [state for _, state in found.wrong_moves] == [fork.initial]
    assert found.guaranteed == (50, 0), "any own move may be made"


def test_nothing_is_guaranteed_by_an_end_without_a_goal(blank: CompiledGame) -> None:
    assert by(blank, "(go blank)").guaranteed == (None, None)
    assert by(blank, "(go win)").guaranteed[0] == 100


@pytest.mark.parametrize(
    "claim", [Claim((0,), 0, 101, least=False), Claim((0,), 1, 50, least=False)]
)
def test_a_rule_that_keeps_a_goal_low_is_not_played_by(fork: CompiledGame, claim: Claim) -> None:
    found = by(fork, "(go win)", claim=claim)
    assert found.wrong == found.wrong_moves == ()
    assert found.guaranteed == (50, 0)


def test_a_rule_of_a_side_that_has_to_move_needs_its_move(fork: CompiledGame) -> None:
    found = verify(fork, [Lemma(SURE, (), ())], ())
    assert found.wrong == ()
    assert [state for _, state in found.wrong_moves] == [fork.initial]


def test_what_nobody_has_to_force_needs_no_move(fork: CompiledGame) -> None:
    found = verify(fork, [Lemma(Claim((), 0, 50), (), ())], ())
    assert found.wrong == found.wrong_moves == ()
    assert (found.covered, found.moves_checked) == (found.states, 0)


def test_lemmas_say_nothing_of_positions_that_break_an_invariant(fork: CompiledGame) -> None:
    lemma = Lemma(Claim((), 0, 100), (), ())
    draw = fork.state_of(["(at draw)"])
    (bit,) = (bit for bit in range(fork.dimensions.fluents) if draw == 1 << bit)
    never = Count((bit,), 0, 0)
    assert {state for _, state in verify(fork, [lemma], ()).wrong} == {fork.initial, draw}
    found = verify(fork, [lemma], (), invariants=[never])
    assert {state for _, state in found.wrong} == {fork.initial}
    assert found.covered == found.states - 1


def test_nothing_is_forced_against_chance_however_it_is_spelled() -> None:
    text = FORK.format(more="").replace("role b", "role Random")
    game = compiled_game("chance", sheet(text.replace(" b ", " Random ")))
    with pytest.raises(UnsuitedError, match="nothing can be forced against chance"):
        verify(game, (), ())


def test_chances_are_told_from_any_position(blank: CompiledGame) -> None:
    draw = blank.state_of(["(at draw)"])

    def first(state: State) -> Move:
        return blank.legal(state, Role(0))[0]

    chances = against_chance(blank, first, Role(1))
    assert chances == {0.0: pytest.approx(2 / 3), 50.0: pytest.approx(1 / 3)}, "no goal counts 0"
    assert against_chance(blank, first, Role(0), draw) == {50.0: 1.0}
