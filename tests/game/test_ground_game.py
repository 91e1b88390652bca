"""The slow game: on rules so small that one can see what it must answer."""

import pytest

from tests.engine.twin import LOOP
from tests.ground.sheets import LIGHT, STUCK, sheet_of
from zermelo.game.game import Game, Role, State
from zermelo.game.ground_game import GroundGame
from zermelo.ground.ground import ground

pytestmark = pytest.mark.usefixtures("in_process")


def game_of(text: str) -> GroundGame:
    return GroundGame("test", ground(sheet_of(text)))


def moves(game: Game, state: State, role: int = 0) -> list[str]:
    return [game.spell(Role(role), move) for move in game.legal(state, Role(role))]


def test_it_answers_the_six_questions() -> None:
    game = game_of(LIGHT)
    assert game.roles == ("player",)
    assert game.describe(game.initial) == ("off",)
    assert moves(game, game.initial) == ["(press a)", "(press b)"]
    assert not game.terminal(game.initial)
    assert game.goals(game.initial) == (0,)
    same = game.next(game.initial, (game.read(Role(0), "(press b)"),))
    assert same == game.initial
    lit = game.next(game.initial, (game.read(Role(0), "(press a)"),))
    assert game.describe(lit) == ("on",)
    assert game.terminal(lit)
    assert game.goals(lit) == (100,)
    assert game.state_of(["on"]) == lit


def test_each_role_has_its_own_moves() -> None:
    game = game_of(STUCK)
    assert moves(game, game.initial, 0) == ["go", "stop"]
    assert moves(game, game.initial, 1) == ["go"]
    assert moves(game, game.state_of(["(count 2)"]), 1) == []
    assert game.goals(game.initial) == (100, 0)


def test_what_follows_from_itself_alone_does_not_hold() -> None:
    game = game_of(LOOP)
    ring = game.state_of(["(edge b c)", "(edge c b)"])
    assert game.goals(ring) == (0,)
    assert not game.terminal(game.state_of(["(edge d c)", "(edge c d)"]))
    chain = game.state_of(["(edge a b)", "(edge b c)", "(edge c d)"])
    assert game.terminal(chain)
    assert game.goals(chain) == (100,)


def test_negation_is_asked_of_what_is_settled() -> None:
    text = """
    (role r) (init (p 1)) (n 1) (n 2) (n 3) (<= (legal r (take ?x)) (n ?x))
    (<= (next (p ?x)) (does r (take ?x)))
    (<= (low ?x) (true (p ?x)) (not (high ?x))) (<= (high ?x) (true (p ?x)) (not (small ?x)))
    (<= (small ?x) (n ?x) (not (big ?x))) (big 3)
    (<= terminal (low 2)) (<= (goal r 100) (high 3)) (<= (goal r 0) (not (high 3)))
    """
    game = game_of(text)
    two, three = game.state_of(["(p 2)"]), game.state_of(["(p 3)"])
    assert (game.terminal(two), game.goals(two)) == (True, (0,))
    assert (game.terminal(three), game.goals(three)) == (False, (100,))
