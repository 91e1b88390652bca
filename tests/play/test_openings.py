"""Openings from a file: read, played with the roles exchanged, refused with the place."""

from random import Random

import pytest

from zermelo.errors import PlayError, ReadError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.rule_game import RuleGame
from zermelo.play.openings import random_opening, read_openings, spelled_opening
from zermelo.play.series import series
from zermelo.search.spec import parse
from zermelo.text.read import read_text
from zermelo.text.source import Source

TEXT = """# corners first
(mark 1 1) noop; noop (mark 2 2)

  (mark 2 2); (mark 1 1); (mark 3 3)
% the middle
(mark 2 2)
"""


def test_an_opening_a_line(tictactoe: CompiledGame) -> None:
    openings = read_openings(tictactoe, Source("openings.txt", TEXT))
    assert [spelled_opening(tictactoe, each) for each in openings] == [
        "(mark 1 1) noop; noop (mark 2 2)",
        "(mark 2 2) noop; noop (mark 1 1); (mark 3 3) noop",
        "(mark 2 2) noop",
    ]


def test_every_opening_is_played_in_every_seating(tictactoe: CompiledGame) -> None:
    openings = read_openings(tictactoe, Source("openings.txt", TEXT))
    players = [parse("random"), parse("random:seed=1")]
    played = list(series(tictactoe, players, games=8, openings=openings))
    assert [each.opening for each in played] == [2, 2, 3, 3, 1, 1, 2, 2]
    assert [each.seats for each in played] == [(0, 1), (1, 0)] * 4
    for each in played:
        start = openings[each.number // 2 % 3]
        assert [turn.joint for turn in each.match.turns[: each.opening]] == [
            turn.joint for turn in start
        ]
        assert all(turn.decisions == () for turn in each.match.turns[: each.opening])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("(mark 1 1); (mark 1 1)", "o.txt:1:13: o cannot play (mark 1 1) here; legal: "),
        ("\n\n (mark 1 1) noop noop", "o.txt:3:2: 3 moves where 2 (x, o), or 1 (x) should be"),
        ("(mark 9 9)", "o.txt:1:1: x never has a move (mark 9 9)"),
        (
            "(mark 1 1); (mark 2 1); (mark 1 2); (mark 2 2); (mark 1 3)",
            "o.txt:1:49: the match is over after this opening\n",
        ),
        (
            "(mark 1 1); (mark 2 1); (mark 1 2); (mark 2 2); (mark 1 3); (mark 3 3)",
            "o.txt:1:61: the match is over: no role can move\n",
        ),
    ],
)
def test_moves_that_cannot_be_made(tictactoe: CompiledGame, text: str, says: str) -> None:
    with pytest.raises(PlayError) as caught:
        read_openings(tictactoe, Source("o.txt", text))
    assert str(caught.value).startswith(says)


def test_no_opening_at_all(tictactoe: CompiledGame) -> None:
    with pytest.raises(ReadError, match=r"there is no opening in o\.txt: write one a line"):
        read_openings(tictactoe, Source("o.txt", "% none\n\n"))
    with pytest.raises(ReadError, match=r"o\.txt:2:1: '\(' is never closed"):
        read_openings(tictactoe, Source("o.txt", "noop\n(mark 1; noop"))


def test_a_random_opening_stops_before_a_role_is_stuck() -> None:
    rules = (
        "(role a) (init (at 1)) (<= (legal a go) (true (at 1))) (<= (next (at 2)) (true (at 1)))"
    )
    rules += "(<= terminal (true (at 3))) (goal a 0)"
    game = RuleGame("stuck", read_text(Source("stuck", rules), "kif"))
    lengths = {len(random_opening(game, 3, Random(seed))) for seed in range(5)}
    assert lengths <= {0, 1}
    assert 1 in lengths
