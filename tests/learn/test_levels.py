"""The goals of each role, by the rules and in a state."""

from tests.proofs.knowing import sheet
from zermelo.game.load import compiled_game
from zermelo.learn.levels import goals_in, levels_of

RULES = """
(role a) (role b) (init p) (legal a go) (legal b go) (<= (next q) (true p)) (<= terminal (true q))
(goal a 100) (<= (goal a 30) (true q)) (<= (goal a 10) (true p)) (<= (goal b 0) (true q))
(<= (goal b 70) (true p)) (<= (goal b 80) (true p))
"""


def test_of_goals_that_share_out_a_total_only_those_with_their_rest_count(
    in_process: None,
) -> None:
    game = compiled_game("levels", sheet(RULES))
    assert levels_of(game) == [[10, 30, 100], [0, 70, 80]]
    assert levels_of(game, 100) == [[30, 100], [0, 70]]
    assert levels_of(game, 80) == [[10], [70]]


def test_a_role_may_have_several_goals_in_a_state(in_process: None) -> None:
    game = compiled_game("levels", sheet(RULES))
    assert goals_in(game, game.initial, 0) == [10, 100]
    assert goals_in(game, game.state_of(["q"]), 0) == [30, 100]
    assert goals_in(game, game.state_of(["q"]), 1) == [0]
