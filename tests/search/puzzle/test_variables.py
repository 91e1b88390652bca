"""Variables: proved to have one value each, or left out."""

import pytest

from tests.proofs.knowing import sheet
from zermelo.game.load import compiled_game
from zermelo.search.heuristics import pattern
from zermelo.search.puzzle.variables import Variables, certain

SWAP = """
(role me) (init p) (init (a 1)) (init (b 1))
(legal me flip) (legal me stop)
(<= (legal me both) (true p) (true q))
(<= (next p) (true q)) (<= (next q) (true p))
(<= (next (a 1)) (true (a 2)) (not (does me both)))
(<= (next (a 2)) (true (a 1)) (not (does me both)))
(<= (next (a 1)) (does me both)) (<= (next (a 2)) (does me both))
(<= (next (b 1)) (true (a 1))) (<= (next (b 2)) (true (a 2)))
(<= (next over) (does me stop))
(<= terminal (true over)) (<= (goal me 100) (true over)) (<= (goal me 0) (not (true over)))
"""
"""Both of a hold at once only if p and q do, which never happens: but who knows?"""


def test_a_variable_that_rests_on_one_that_is_not_proved_is_not_proved_either() -> None:
    game = compiled_game("swap", sheet(SWAP))
    assert not Variables(game, game.initial).proved
    never = compiled_game("swap", sheet(SWAP.replace("(<= (legal me both) (true p) (true q))", "")))
    assert len(Variables(never, never.initial).proved) == 2


@pytest.mark.parametrize("limit", ["MOST_CASES", "MOST_WORK"])
def test_what_nobody_has_time_to_prove_is_no_variable(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"zermelo.search.puzzle.variables.{limit}", 1)
    game = compiled_game("swap", sheet(SWAP.replace("(<= (legal me both) (true p) (true q))", "")))
    variables = Variables(game, game.initial)
    assert (variables.proved, variables.outcomes) == ([], {})
    assert pattern.of_variables(variables, 100.0).estimate(game.initial) == 1


def test_what_would_follow_the_end_does_not_matter() -> None:
    text = """
    (role me) (init (a 1)) (legal me go) (legal me stop)
    (<= (next (a 1)) (true (a 2))) (<= (next (a 2)) (true (a 1)))
    (<= (next (b 1)) (true (b 2))) (<= (next (b 2)) (true (b 1)) (does me go))
    (<= (next (b 3)) (true (b 1)) (does me stop)) (init (b 1))
    (<= (next (b 1)) (true (b 3))) (<= (next (b 2)) (true (b 3)))
    (<= terminal (true (b 3))) (<= (goal me 100) (true (b 3))) (<= (goal me 0) (not (true (b 3))))
    """
    game = compiled_game("ended", sheet(text))
    assert sorted(map(len, Variables(game, game.initial).proved)) == [2, 3]


def test_one_value_is_certain_where_one_is_sure_and_no_other_possible() -> None:
    # Four cases: the first alone is sure; both are; the first may hold; neither does.
    may, may_not = [0b0111, 0b0010], [0b1100, 0b1101]
    assert certain((0, 1), may, may_not, 0b1111) == 0b0001
