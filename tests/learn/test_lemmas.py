"""Lemmas: few, true of every position, and enough to play by."""

from functools import cache

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State
from zermelo.game.load import load
from zermelo.learn.learning import LearnedStrategy, learn
from zermelo.learn.prover import Prover, role_claims
from zermelo.learn.selection import selected
from zermelo.learn.verify import against_chance, verify
from zermelo.proofs.lemmas import Claim, Cover, Lemma, orbit
from zermelo.strategies.playbook import Playbook

SMALL = {
    "tictactoe": (50, 50),
    "nim_capped:pile1=2,pile2=2,pile3=3,pile4=0": (100, 0),
    "chomp": (100, 0),
    "connect_four:width=3,height=3,line=3": None,
    "hex:size=3": (100, 0),
}


@cache
def learned(name: str) -> tuple[CompiledGame, LearnedStrategy]:
    game = load(name)
    return game, learn(game, game.initial)


@pytest.mark.parametrize("name", SMALL)
def test_no_lemma_is_wrong_in_any_position(name: str) -> None:
    game, found = learned(name)
    assert found.complete
    assert SMALL[name] in (None, found.values)
    result = verify(game, found.lemmas, found.symmetries)
    assert result.wrong == ()
    assert result.covered > 0


def test_tictactoe_takes_few_positions_and_few_rules_that_never_lose() -> None:
    game, found = learned("tictactoe")
    assert found.nodes <= 350
    rules = selected(game, game.initial, found.lemmas, found.symmetries, found.values)
    assert len(rules) <= 60
    book = Playbook(game, rules, found.symmetries)
    wins = []
    for role in map(Role, range(2)):

        def policy(state: State, role: Role = role) -> Move:
            lemma = book.best(state, role)
            assert lemma is not None, "there is a rule wherever the rules lead"
            return Move(lemma.moves[0])

        chances = against_chance(game, policy, role)
        assert chances.get(0.0, 0.0) == 0
        assert sum(chances.values()) == pytest.approx(1)
        wins.append(chances[100.0])
    assert sum(wins) / 2 >= 0.86


def test_nim_is_won_by_its_rules_from_the_classical_start() -> None:
    game, found = learned("nim_capped")
    assert found.values == (100, 0)
    assert found.nodes <= 210
    rules = selected(game, game.initial, found.lemmas, found.symmetries, found.values)
    book = Playbook(game, rules, found.symmetries)

    def policy(state: State) -> Move:
        lemma = book.best(state, Role(0))
        assert lemma is not None
        return Move(lemma.moves[0])

    assert against_chance(game, policy, Role(0)) == {100.0: pytest.approx(1)}


@pytest.mark.parametrize("most", [0, 1, 2])
def test_of_too_many_positions_all_lemmas_with_moves_are_kept(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    game, found = learned("nim_capped")
    monkeypatch.setattr("zermelo.learn.selection.MOST_POSITIONS", most)
    rules = selected(game, game.initial, found.lemmas, found.symmetries, found.values)
    assert rules == [lemma for lemma in found.lemmas if lemma.moves]


def test_time_that_is_up_leaves_what_was_proved() -> None:
    game = load("connect_four:width=5,height=4")
    found = learn(game, game.initial, seconds=0)
    assert not found.complete
    assert found.values == (0, 0)


def test_learning_can_be_stopped_and_keeps_what_was_proved() -> None:
    game = load("nim_capped:pile1=2,pile2=2,pile3=3,pile4=0")
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 6

    found = learn(game, game.initial, stopped=stopped)
    assert not found.complete
    assert not found.interrupted
    assert asked == 7
    assert 0 < found.nodes <= 7
    assert verify(game, found.lemmas, found.symmetries).wrong == ()


def test_verifying_tells_how_far_it_is() -> None:
    game = load("chomp")
    said: list[str] = []
    verify(game, (), (), report=said.append)
    assert any("positions" in text for text in said)


def test_one_role_is_forced_by_nobody_else() -> None:
    game = load("lights_out")
    claims = role_claims(game, Role(0))
    with Prover(game, claims, total=None) as prover:
        against = prover.against(claims[0])
    assert against == Claim((), 0, claims[0].value, least=False)


def test_three_roles_have_the_others_against_them() -> None:
    game = load("tictactoe_3p")
    claim = Claim((1,), 1, 100)
    with Prover(game, [claim], total=None) as prover:
        assert prover.against(claim) == Claim((0, 2), 1, 100, least=False)
        assert prover.against(prover.against(claim)) == claim


def test_a_cover_finds_a_lemma_by_its_literals() -> None:
    lemma = Lemma(Claim((0,), 0, 100), (-3, 1), (5,))
    cover = Cover([lemma])
    assert cover.find(State(0b001)) is lemma
    assert cover.find(State(0b101)) is None
    assert cover.find(State(0b010)) is None
    assert orbit(lemma, ()) == [lemma]
