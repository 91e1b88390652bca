"""Random matches: which of them is the best, and what an end is worth."""

import numpy as np
import pytest

from tests.search.asp_games import written
from tests.search.plan.ladder import ladder, stopping, unknown
from zermelo.engine.engine import Words
from zermelo.errors import LimitError
from zermelo.search.plan.playing import PLAIN, Floats, Playing, goals_at_ends


def ends(*names: str) -> Words:
    game = ladder()
    return np.stack([game.row(game.state_of([name])) for name in names])


def best_of(playing: Playing, goals: list[int], lengths: list[int]) -> int:
    rows = np.repeat(ends("(at 0)"), len(goals), axis=0)
    return playing.chosen(np.array(goals), np.array(lengths), rows, [])[0]


def test_of_equal_goals_the_longest_match_is_the_best() -> None:
    assert best_of(Playing.of(ladder(), 1), [0, 50, 50, 50], [9, 2, 4, 3]) == 2


def test_a_nearer_end_is_better_than_a_longer_match() -> None:
    playing = Playing.of(ladder(), 1)
    playing.nearness = lambda rows: np.array([[0.5], [0.7], [0.6]])
    assert best_of(playing, [50, 50, 50], [9, 2, 4]) == 1


def test_where_nobody_knows_how_near_an_end_is_all_are_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_: object) -> Floats:
        raise LimitError("too many rules")

    monkeypatch.setattr("zermelo.search.plan.playing.scoring", refused)
    playing = Playing.of(ladder(), 1)
    for _ in range(PLAIN + 2):
        assert playing.near(ends("(done 1)", "(done 2)")).tolist() == [0.0, 0.0]


def test_matches_end_with_what_the_rules_give() -> None:
    """Those that are still going on when they are given up have no goal."""
    game = ladder()
    on, stop = stopping(1)
    weights = np.full((5, 2), 1e-12)
    weights[:2, on] = weights[2:, stop] = 1.0
    row = game.row(unknown().state)[None]
    _, played = Playing.of(game, 1).best(row, weights)
    assert (played.goal, played.length, played.moves) == (50, 3, stopping(2))
    _, cut = Playing.of(game, 1).best(row, weights, longest=2)
    assert (cut.goal, cut.moves) == (-1, stopping(2)[:2])
    _, later = Playing.of(game, 1).best(row, weights, first=1)
    assert later.moves == stopping(1)


def test_a_match_that_is_stuck_has_no_goal() -> None:
    game = written(
        "role(me). init(p). legal(me,go) :- true(p). next(q) :- does(me,go). "
        "terminal :- true(r). goal(me,100) :- true(q). goal(me,0) :- true(p). next(r) :- true(r)."
    )
    _, played = Playing.of(game, 1).best(game.row(game.initial)[None], np.ones((1, 1)))
    assert (played.goal, len(played.moves)) == (-1, 1)


def test_an_end_with_two_goals_has_none() -> None:
    game = written(
        "role(me). init(p). legal(me,go). next(q) :- true(p). terminal :- true(q). "
        "goal(me,50) :- true(q). goal(me,60) :- true(q). goal(me,0) :- true(p)."
    )
    rows = np.stack([game.row(game.state_of([name])) for name in ("p", "q")])
    assert goals_at_ends(game, game.engine.view(rows)).tolist() == [-1, -1]
