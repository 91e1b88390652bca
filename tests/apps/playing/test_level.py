"""How long searches think, as people say it."""

import pytest

from zermelo.apps.playing.level import changed, in_words
from zermelo.errors import PlayError
from zermelo.search.base import Limits

START = Limits(seconds=1.0, memory=1 << 30)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2", "2 seconds a move"),
        ("1 second", "1 second a move"),
        (".5s", "0.5 seconds a move"),
        ("5000 nodes", "5,000 nodes a move"),
        ("1 node", "1 node a move"),
    ],
)
def test_levels_are_seconds_or_nodes(text: str, said: str) -> None:
    limits = changed(START, text)
    assert in_words(limits) == said
    assert limits.memory == START.memory


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hard", "a level is seconds or nodes a move: `level 2`, or `level 500 nodes`"),
        ("2 moves", "a level is seconds or nodes"),
        ("-1", "a level is seconds or nodes"),
        ("nan", "a level is seconds or nodes"),
        ("1e9", "a level is seconds or nodes"),
        ("0", "seconds are more than 0 and at most 3600"),
        ("9999", "seconds are more than 0 and at most 3600"),
        ("0 nodes", "nodes are a whole number from 1 on"),
        ("1.5 nodes", "nodes are a whole number from 1 on"),
    ],
)
def test_other_levels_are_refused(text: str, message: str) -> None:
    with pytest.raises(PlayError, match=message):
        changed(START, text)


def test_two_limits_are_both_said() -> None:
    assert in_words(Limits(seconds=2, nodes=10)) == "2 seconds and 10 nodes a move"
