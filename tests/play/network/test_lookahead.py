"""Looking ahead: wins are taken, and losses that can be seen are avoided."""

from collections.abc import Callable
from random import Random

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State
from zermelo.game.load import read_rules
from zermelo.game.rule_game import RuleGame
from zermelo.play.network.lookahead import NearEnd, near_ends
from zermelo.search.base import OutOfTimeError
from zermelo.text.read import read_text
from zermelo.text.source import Source

Games = Callable[[str], CompiledGame]
WON = "(mark 1 1) noop; noop (mark 2 1); (mark 1 2) noop; noop (mark 2 2)"
"""x can complete a line."""
THREATENED = "(mark 1 1) noop; noop (mark 2 1); (mark 3 3) noop; noop (mark 2 2)"
"""o can complete a line with the next move."""
BOTH = """
(role a) (role b) (init go)
(<= (legal ?r ?m) (role ?r) (move ?m))
(move safe) (move risky) (move poor)
(<= (next (did ?r ?m)) (does ?r ?m))
(<= terminal (true (did a ?m)))
(<= (goal a 40) (true (did a poor)))
(<= (goal a 50) (true (did a safe)))
(<= (goal a 0) (true (did a risky)) (true (did b risky)))
(<= (goal a 100) (true (did a risky)) (not (true (did b risky))))
(goal b 50)
"""
"""a gets 50 whatever b does, or all or nothing."""


def heedless() -> None:
    """Nothing interrupts it."""


def played(game: Game, text: str) -> State:
    """Return the state after joint moves."""
    state = game.initial
    for joint in filter(None, text.split("; ")):
        spelled = [joint[:-5], "noop"] if joint.endswith(" noop") else ["noop", joint[5:]]
        moves = []
        for role, each in enumerate(spelled):
            by_text = {game.spell(Role(role), one): one for one in game.legal(state, Role(role))}
            moves.append(by_text[each])
        state = game.next(state, tuple(moves))
    return state


def seen(game: Game, state: State, role: int, seed: int = 0) -> list[tuple[str, NearEnd]]:
    found = near_ends(game, state, Role(role), Random(seed), heedless)
    return [(game.spell(Role(role), each.move), each) for each in found]


@pytest.fixture
def by_rules() -> RuleGame:
    return RuleGame("tictactoe", read_rules("tictactoe"))


def test_a_win_is_taken(by_rules: RuleGame, game_of: Games) -> None:
    for game in (by_rules, game_of("tictactoe")):
        state = played(game, WON)
        ((move, near_end),) = seen(game, state, 0)
        assert (move, near_end.goal, near_end.depth) == ("(mark 1 3)", 100.0, 1)


@pytest.mark.parametrize("seed", range(5))
def test_a_loss_with_the_next_move_is_avoided(by_rules: RuleGame, seed: int) -> None:
    ((move, near_end),) = seen(by_rules, played(by_rules, THREATENED), 0, seed)
    assert (move, near_end.goal, near_end.depth) == ("(mark 2 3)", None, 2)


def test_nothing_is_said_where_there_is_no_choice(by_rules: RuleGame) -> None:
    assert seen(by_rules, by_rules.initial, 1) == []


@pytest.mark.parametrize("seed", range(5))
def test_of_moves_that_end_the_match_the_one_with_the_best_worst_case_is_taken(seed: int) -> None:
    game = RuleGame("both", read_text(Source("both", BOTH), "kif"))
    ((move, near_end),) = seen(game, game.initial, 0, seed)
    assert (move, near_end.goal, near_end.depth) == ("safe", 50.0, 1)


def test_a_better_win_is_looked_for() -> None:
    rules = BOTH.replace("40", "60").replace("50", "70", 1).replace("(true (did b risky))", "")
    rules = rules.replace("(not )", "").replace("(goal a 0)", "(goal b 0)")
    game = RuleGame("wins", read_text(Source("wins", rules), "kif"))
    goals = [near_end.goal for _, near_end in seen(game, game.initial, 0)]
    assert goals == sorted(goals)  # type: ignore[type-var]  # each is the end of a match
    assert goals[-1] == 100.0


def test_it_can_be_stopped_before_every_position(by_rules: RuleGame) -> None:
    state, looks = played(by_rules, THREATENED), 0

    def heed() -> None:
        nonlocal looks
        looks += 1
        if looks > 3:
            raise OutOfTimeError

    with pytest.raises(OutOfTimeError):
        list(near_ends(by_rules, state, Role(0), Random(0), heed))
    assert looks == 4


def test_a_win_that_is_not_all_is_taken_without_a_second_look() -> None:
    rules = BOTH.replace("(goal a 50)", "(goal a 70)")
    game = RuleGame("wins", read_text(Source("wins", rules), "kif"))
    for seed in range(5):
        ((move, near_end),) = seen(game, game.initial, 0, seed)
        assert (move, near_end.goal, near_end.depth) == ("safe", 70.0, 1)
