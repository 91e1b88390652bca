"""Two moves ahead with fuzzy goals: how many points that wins in connect four."""

import pytest

from zermelo.game.load import load
from zermelo.play.series import series, table
from zermelo.search.spec import parse

FUZZY = "alphabeta:depth=2,evaluator=fuzzy"


@pytest.mark.parametrize(("other", "points"), [("random", 90), ("alphabeta:depth=2", 65)])
def test_fuzzy_goals_win_connect_four(other: str, points: int) -> None:
    players = [parse(FUZZY), parse(other)]
    played = list(series(load("connect_four"), players, games=100, opening=4))
    assert len(played) == 100
    assert {match.opening for match in played} == {4}
    score = table(played, 2)[0].score
    assert score is not None
    assert 100 * score.mean >= points
