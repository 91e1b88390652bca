"""What is said of a position beside its lemmas: values, whether they are exact, what is missing."""

from dataclasses import replace
from typing import Any

import pytest

from tests.proofs.knowing import here, sheet
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.game.load import compiled_game
from zermelo.learn import learning
from zermelo.learn.basis import Groundwork, groundwork
from zermelo.learn.learning import claims_of, learn, may_be_endless
from zermelo.learn.limit import Limit
from zermelo.learn.repetition import may_repeat
from zermelo.learn.selection import rules_to_play_by
from zermelo.learn.transfer import Borrowed, Taken
from zermelo.process.frames import Message, pack, unpack
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.proofs.reasons import reasons

WAITING = """
(role a) (role b) (init run)
(<= (legal a watch) (true run)) (<= (legal b wait) (true run)) (<= (legal b stop) (true run))
(<= (next run) (does b wait)) (<= (next over) (does b stop))
(<= terminal (true over))
(<= (goal a 80) (true over)) (<= (goal b 20) (true over))
"""
"""There is one end, and only one role can bring it about."""
STUCK = """
(role r) (init (at 0)) (<= (legal r (go ?n)) (true (at 0)) (place ?n)) (place 1) (place 2)
(<= (next (at ?n)) (does r (go ?n)))
(<= terminal (true (at 1))) (<= (goal r 100) (true (at 1)))
"""
"""In the second place nobody can move, and it is no end."""
SHARED = """
(role a) (role b) (init (at 0)) (<= (legal ?r wait) (role ?r))
(<= (next (at 1)) (true (at 0))) (<= terminal (true (at 1)))
(<= (goal a 50) (true (at 1))) (<= (goal a 70) (true (at 1))) (<= (goal b 30) (true (at 1)))
"""
"""At the end the first role has two goals."""
LAMP = """
(role r) (init (lamp off)) (init (step 1)) (state on) (state off)
(<= (legal r (turn ?x)) (state ?x) (true (lamp ?y))) (<= (next (lamp ?x)) (does r (turn ?x)))
(<= (next (step 2)) (true (step 1))) (<= terminal (true (step 2)))
(<= (goal r 100) (true (lamp on))) (<= (goal r 0) (true (lamp off)))
"""
"""One move; a state without a lamp belongs to no match."""


class Reasons:
    """A session that answers in this very process."""

    def __init__(self, factory: str, message: Message, **_: object) -> None:
        """Make what answers."""
        assert factory == "zermelo.proofs.reasons:reasons"
        self.handler = reasons(unpack(pack(message)))

    def ask(self, message: Message, *_: object, **__: object) -> dict[str, Any]:
        """Return the answer to a message, as if it had been sent."""
        return unpack(pack(self.handler(unpack(pack(message)))))

    def close(self) -> None:
        """Let it go."""


@pytest.fixture(autouse=True)
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """No child processes: what they would do is done here."""
    monkeypatch.setattr("zermelo.proofs.tables.call", here)
    monkeypatch.setattr("zermelo.learn.selection.call", here)
    monkeypatch.setattr("zermelo.learn.prover.Session", Reasons)


@pytest.fixture(scope="module")
def waiting() -> CompiledGame:
    return compiled_game("waiting", sheet(WAITING))


@pytest.fixture(scope="module")
def lamp() -> CompiledGame:
    return compiled_game("lamp", sheet(LAMP))


def basis_of(game: CompiledGame, start: State) -> Groundwork:
    assert game.program is not None
    return groundwork(game, game.program, start, Limit(None))


def test_a_goal_of_every_end_is_worth_nothing_to_whom_cannot_bring_an_end_about(
    waiting: CompiledGame,
) -> None:
    found = learn(waiting, waiting.initial)
    assert (found.values, found.complete, found.ends) == ((0, 20), True, False)
    assert found.endless
    assert not found.exact


@pytest.mark.parametrize(
    ("values", "ends", "endless"),
    [((80, 20), False, False), ((0, 20), False, True), ((0, 20), True, False)],
)
def test_nobody_plays_on_for_ever_who_has_all_that_there_is(
    waiting: CompiledGame, values: tuple[int, int], ends: bool, endless: bool
) -> None:
    basis = Groundwork(total=100, ends=ends)
    assert may_be_endless(waiting, waiting.initial, values, basis) == endless
    over = waiting.state_of(["over"])
    assert not may_be_endless(waiting, over, values, basis)


def test_an_endless_match_counts_nothing_for_one_role(lamp: CompiledGame) -> None:
    assert not may_be_endless(lamp, lamp.initial, (0,), Groundwork())


@pytest.mark.parametrize(
    ("basis", "values"),
    [
        (Groundwork(total=100, ends=True), []),
        (Groundwork(total=100, ends=False), [(0, 80), (1, 20)]),
        (Groundwork(ends=True), [(0, 80), (1, 20)]),
    ],
)
def test_the_lowest_goal_is_claimed_where_it_is_not_had_anyway(
    waiting: CompiledGame, basis: Groundwork, values: list[tuple[int, int]]
) -> None:
    assert claims_of(waiting, basis) == [Claim((role,), role, value) for role, value in values]


def test_nought_is_not_claimed(lamp: CompiledGame) -> None:
    assert claims_of(lamp, Groundwork()) == [Claim((0,), 0, 100)]


def test_a_match_that_stops_before_its_end_counts_as_endless() -> None:
    game = compiled_game("stuck", sheet(STUCK))
    assert may_repeat(game, game.initial)
    assert not may_repeat(game, game.state_of(["(at 1)"]))


def test_a_role_with_two_goals_at_the_end_has_none() -> None:
    game = compiled_game("shared", sheet(SHARED))
    over = game.state_of(["(at 1)"])
    assert learn(game, over, seconds=0.0).values == (0, 30)


def test_a_position_where_nobody_can_move_has_no_proof_that_matches_end(lamp: CompiledGame) -> None:
    assert basis_of(lamp, lamp.initial).ends
    assert not basis_of(lamp, lamp.state_of(["(step 1)"])).ends


def test_an_end_without_a_goal_is_told_from_the_others(lamp: CompiledGame) -> None:
    assert basis_of(lamp, lamp.initial).single
    assert basis_of(lamp, lamp.state_of(["(step 2)", "(lamp on)"])).single
    assert not basis_of(lamp, lamp.state_of(["(step 2)"])).single


def test_what_is_not_searched_deep_enough_is_not_called_complete(
    waiting: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "DEEPEST_SEARCH", 1)
    found = learn(waiting, waiting.initial)
    assert (found.values, found.complete, found.cut) == ((0, 0), False, False)


def test_rules_that_could_not_be_asked_are_counted(lamp: CompiledGame) -> None:
    other = Lemma(Claim((0,), 0, 37), (), ())
    borrowed = Borrowed(((other,), (other,)), 3)
    assert learn(lamp, lamp.initial, borrowed=borrowed).taken == Taken(missing=5)
    assert learn(lamp, lamp.initial, borrowed=borrowed, seconds=0.0).taken == Taken(missing=3)


def test_where_not_all_is_proved_every_lemma_is_kept(lamp: CompiledGame) -> None:
    found = learn(lamp, lamp.initial)
    assert any(not lemma.moves for lemma in found.lemmas)
    assert all(lemma.moves for lemma in rules_to_play_by(lamp, found))
    assert rules_to_play_by(lamp, replace(found, complete=False)) == [*found.lemmas]
