"""Legal moves that are known before all of them are: right, early, and found one by one."""

import random

import pytest

from tests.engine.twin import SHEETS
from tests.game.test_rule_game import CIRCLES, NESTED, hold_equal
from tests.ground.sheets import sheet_of
from zermelo.errors import LimitError
from zermelo.game.game import Move, Role, State
from zermelo.game.load import read_rules
from zermelo.game.rule_game import RuleGame
from zermelo.rules.expand import expand
from zermelo.rules.goal_scale import on_goal_scale
from zermelo.text.tree import Sheet

PRODUCT = (
    "(role r) (init go) (<= terminal (not (true go))) (goal r 0) (<= (next go) (true go))"
    + " ".join(f"(digit {number})" for number in range(10))
    + "(<= (legal r (type ?a ?b ?c ?d)) (digit ?a) (digit ?b) (digit ?c) (digit ?d))"
)
"""Ten thousand legal moves by one rule."""


def rules_of(name: str) -> Sheet:
    return on_goal_scale(expand(read_rules(name)))


def some_state(game: RuleGame, seed: int, steps: int) -> State:
    """Return a state of a random match before its end."""
    chance, state = random.Random(seed), game.initial
    for _ in range(steps):
        legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
        after = game.next(state, tuple(chance.choice(moves) for moves in legal))
        if game.terminal(after):
            break
        state = after
    return state


@pytest.mark.parametrize("sheet", [*SHEETS.values(), CIRCLES, NESTED])
def test_looking_for_some_first_changes_no_answer(sheet: str) -> None:
    for seed in range(3):
        early = RuleGame("test", sheet_of(sheet), early=True)
        hold_equal(RuleGame("test", sheet_of(sheet)), early, seed, steps=12)


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("name", ["tictactoe", "breakthrough", "tricks", "hex"])
def test_what_is_known_when_a_question_is_broken_off_is_legal(name: str, early: bool) -> None:
    game = RuleGame(name, rules_of(name), early=early)
    state = some_state(game, 1, 4)
    for role in map(Role, range(len(game.roles))):
        legal = set(game.legal(state, role))
        for steps in (3, 30, 300):
            fresh = RuleGame(name, rules_of(name), early=early)
            there = fresh.state_of(game.describe(state))
            fresh.steps = steps
            try:
                fresh.legal(there, role)
            except LimitError:
                found = [fresh.spell(role, move) for move in fresh.legal_so_far(role)]
                assert {game.read(role, text) for text in found} <= legal


def test_some_moves_are_known_long_before_all() -> None:
    for early, some in ((False, False), (True, True)):
        game = RuleGame("product", sheet_of(PRODUCT), steps=100, early=early)
        with pytest.raises(LimitError):
            game.legal(game.initial, Role(0))
        assert bool(game.legal_so_far(Role(0))) is some


def test_they_are_known_while_the_question_goes_on() -> None:
    seen: list[int] = []
    game = RuleGame(
        "product",
        sheet_of(PRODUCT),
        heed=lambda: seen.append(len(game.legal_so_far(Role(0)))),
        early=True,
    )
    assert len(game.legal(game.initial, Role(0))) == 10_000
    assert 0 < seen[0] < 10_000
    assert len(game.legal_so_far(Role(0))) == 0, "no question is being asked"


def test_one_move_is_checked_without_deriving_all() -> None:
    game = RuleGame("product", sheet_of(PRODUCT), steps=100)
    move = game.legal_called(game.initial, Role(0), "(type 9 0 1 2)")
    assert move == Move(0)
    assert game.spell(Role(0), move) == "(type 9 0 1 2)"
    for text in ("(type 9 0 1 x)", "(type 9 0 1)", "type", "(type", "", "(TYPE 9 0 1 2)"):
        assert game.legal_called(game.initial, Role(0), text) is None
