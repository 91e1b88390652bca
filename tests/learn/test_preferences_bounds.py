"""Learning preferences at its bounds: what is counted, what is left out, and what is then said."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.learn.test_preferences_twins import satisfied
from tests.search.asp_games import written
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.learn.preferences import bodies as bodies_module
from zermelo.learn.preferences.bodies import bodies
from zermelo.learn.preferences.choose import Chooser
from zermelo.learn.preferences.examples import choices
from zermelo.learn.preferences.language import ArgumentPlace, Language, Mode
from zermelo.learn.preferences.noisy import Climb
from zermelo.learn.preferences.shortest import LEAST_CELLS, Hypothesis, Shortest
from zermelo.learn.preferences.table import FactTables
from zermelo.strategies.preferences.constraint import DIFFERENT, ConstraintBody, Facts, ShapeLiteral
from zermelo.strategies.preferences.facts import GOAL, vocabulary

PAIRS: list[Facts] = [
    {"p({},{})": [("1", "1"), ("1", "2"), ("2", "1")]},
    {"p({},{})": [("2", "2")]},
]


@pytest.mark.parametrize(
    ("literals", "counts"),
    [
        ([("p({},{})", ("X", "Y"))], [3, 1]),
        ([("p({},{})", ("X", "X"))], [1, 1]),
        ([("p({},{})", ("X", "Y")), (DIFFERENT, ("X", "1"))], [1, 1]),
        ([("p({},{})", ("X", "Y")), (DIFFERENT, ("X", "3"))], [3, 1]),
        ([("p({},{})", ("X", "Y")), (DIFFERENT, ("X", "Y"))], [2, 0]),
    ],
)
def test_instances_are_counted_by_what_their_variables_are(
    literals: list[tuple[str, tuple[str, ...]]], counts: list[int]
) -> None:
    body = ConstraintBody(tuple(ShapeLiteral(shape, args) for shape, args in literals))
    assert [body.count(facts) for facts in PAIRS] == counts
    assert FactTables(PAIRS).count(body).tolist() == counts


def test_a_body_of_too_many_instances_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    places = ArgumentPlace("variable", "one"), ArgumentPlace("variable", "other")
    language = Language((Mode("p({},{})", places, most=2),))

    def sizes() -> list[int]:
        found = bodies(language, FactTables(PAIRS), length=2, most=100)
        return [int(one.counts.sum()) for one in found]

    assert max(sizes()) == 6
    monkeypatch.setattr(bodies_module, "MOST_ROWS", 4)
    assert sizes() == [4]


def question(gains: NDArray[np.int32], seconds: float) -> dict[str, Any]:
    """Columns of length 1, and rows that must all be satisfied."""
    columns, rows = gains.shape
    return {
        "gains": gains.astype(np.int64),
        "columns": columns,
        "lengths": [1] * columns,
        "penalties": [0] * rows,
        "weights": [-1, 1],
        "levels": 1,
        "seconds": seconds,
        "many": 5,
    }


def test_hypotheses_are_no_more_than_wanted() -> None:
    gains, lengths = np.ones((5, 1), np.int32), np.ones(5, np.int32)
    found, length = Shortest(gains, lengths, (1,), 1, 3, np.inf).search(2)
    assert (len(found), length) == (3, 1)
    asked = Chooser(question(gains, seconds=600.0))
    assert asked.best()[1:] == (1, True)
    assert len(asked.equals(1, 3)) == 3


@pytest.mark.parametrize(("levels", "found"), [(2, []), (3, [((0, 1, 3), (1, 1, 2), (2, 1, 1))])])
def test_there_are_no_more_levels_than_allowed(levels: int, found: list[Hypothesis]) -> None:
    # Each column puts right what the ones after it get wrong.
    gains = np.array([[1, 0, 0], [-5, 1, 0], [-5, -5, 1]], np.int32)
    lengths = np.ones(3, np.int32)
    assert Shortest(gains, lengths, (1,), levels, 9, np.inf).search(3) == (found, 3)


def test_what_was_found_when_work_is_cut_off_is_of_the_least_length() -> None:
    gains = np.array([[-1, 1], [1, 0], [0, 1]], np.int32)
    # Enough for every column by itself, and for the last two of them together.
    cells = 2 * LEAST_CELLS + gains.size
    looking = Shortest(gains, np.ones(3, np.int32), (1,), 1, 9, np.inf, cells)
    assert looking.search(3) == ([((1, 1, 1), (2, 1, 1))], 2)
    assert looking.cells < 0


@pytest.mark.parametrize("seed", [3, 4, 60, 80])
def test_climbing_takes_no_column_twice_and_none_that_does_not_pay(seed: int) -> None:
    random = np.random.default_rng(seed)
    gains = random.integers(-2, 3, (8, 14)).astype(np.int32)
    lengths = random.integers(1, 4, 8).astype(np.int32)
    uses = Climb(gains, lengths, np.full(14, 2, np.int64), (-1, 1), 2, 12, np.inf).search()

    def cost(some: Hypothesis) -> int:
        broken = int((~satisfied(gains, some)).sum())
        return 2 * broken + sum(int(lengths[column]) for column, _, _ in some)

    assert len({column for column, _, _ in uses}) == len(uses) > 0
    assert all(cost(tuple(one for one in uses if one != use)) >= cost(uses) for use in uses)


LINE = """
role(p). role(q). init(at(0)). init(control(p)). place(1..3).
legal(p,go(N)) :- true(control(p)), place(N). legal(q,noop) :- true(control(p)).
next(at(N)) :- does(p,go(N)).
terminal :- true(at(N)), place(N).
goal(p,100) :- true(at(1)). goal(q,0) :- true(at(1)).
goal(p,0) :- true(at(2)). goal(q,100) :- true(at(2)). goal(p,50) :- true(at(3)).
"""
"""In the last place the second role has no goal."""


@pytest.mark.usefixtures("in_process")
def test_who_has_no_goal_at_the_end_is_not_spoken_of() -> None:
    game = written(LINE)
    words = vocabulary(game)
    assert words.facts(game.state_of(["(at 3)"]), Role(0))[GOAL] == [("p", "50")]
    assert words.facts(game.state_of(["(at 1)"]), Role(0))[GOAL] == [("p", "100"), ("q", "0")]


TRAP = """
role(r). init(at(0)). place(1..2). legal(r,go(N)) :- true(at(0)), place(N).
legal(r,go(2)) :- true(at(2)). next(at(N)) :- does(r,go(N)).
terminal :- true(at(1)). goal(r,0) :- true(at(1)).
"""
"""The first place is an end that brings nothing, the second none at all."""


@pytest.mark.usefixtures("in_process")
def test_to_come_to_no_end_is_worse_than_any_end() -> None:
    game = written(TRAP)
    (choice,) = choices(game, [game.initial])
    ((better, worse),) = choice.pairs
    ended = game.state_of(["(at 1)"])
    assert (choice.children[better], choice.children[worse]) == (ended, game.state_of(["(at 2)"]))


def test_choices_are_shared_out_among_the_starts(tictactoe: CompiledGame) -> None:
    starts = [child.state for child in tictactoe.children(tictactoe.initial)[:4]]
    assert 20 < len(choices(tictactoe, starts, most=40)) <= 40
