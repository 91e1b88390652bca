"""Standings: who won, who drew, and whose goals count."""

import pytest

from zermelo.play.match import Match
from zermelo.play.standings import SeriesMatch, table


def played(seats: tuple[int | None, ...], *goals: float | None, error: str = "") -> SeriesMatch:
    return SeriesMatch(seats, 0, Match((), goals, error))


def results(*matches: SeriesMatch) -> list[tuple[int, int, int]]:
    """Wins, draws and losses of two searches."""
    return [(row.wins, row.draws, row.losses) for row in table(matches, 2)]


def test_equal_goals_are_a_draw() -> None:
    assert results(played((0, 1), 50.0, 50.0)) == [(0, 1, 0), (0, 1, 0)]
    assert results(played((0, 1), 51.0, 50.0)) == [(1, 0, 0), (0, 0, 1)]
    assert results(played((1, 0), 51.0, 50.0)) == [(0, 0, 1), (1, 0, 0)]


@pytest.mark.parametrize("chance", [0.0, 75.0, 100.0])
def test_chance_is_no_opponent(chance: float) -> None:
    assert results(played((0, None, 1), 75.0, chance, 25.0)) == [(1, 0, 0), (0, 0, 1)]


def test_the_best_of_several_seats_counts() -> None:
    assert results(played((0, 1, 0), 0.0, 50.0, 100.0)) == [(1, 0, 0), (0, 0, 1)]
    (row, _) = table([played((0, 1, 0), 0.0, 50.0, 100.0)], 2)
    assert row.score is not None
    assert row.score.mean == 0.5


def test_who_plays_alone_neither_wins_nor_loses() -> None:
    assert results(played((0, 0), 100.0, 0.0))[0] == (0, 1, 0)


@pytest.mark.parametrize(
    "wrong", [played((0, 1), 100.0, None), played((0, 1), 100.0, 0.0, error="x")]
)
def test_a_match_without_goals_for_all_counts_for_nobody(wrong: SeriesMatch) -> None:
    rows = table([wrong], 2)
    assert [(row.games, row.wins, row.losses, row.score) for row in rows] == [(0, 0, 0, None)] * 2
