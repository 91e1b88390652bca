"""A plan that was found is followed; one that may not be the best is where the search goes on."""

from collections.abc import Iterator

from tests.search.plan.ladder import ladder, stopping, unknown
from zermelo.search.base import Clock, last
from zermelo.search.plan.progress import Standing
from zermelo.search.plan.thinking import Method, PlanFollower


def finding(*after: int, ceiling: int = 100) -> Method:
    """A method that finds some matches, one in each turn, and nothing in further ones."""
    todo = list(after)

    def found(standing: Standing, clock: Clock) -> Iterator[None]:
        if todo:
            standing.found(stopping(todo.pop(0)), "luck")
        standing.none_above(ceiling, "care")
        yield

    return found


def test_a_match_that_may_not_be_the_best_is_where_the_next_turn_begins() -> None:
    think = PlanFollower(ladder(), finding(2))
    begin, later = unknown().state, unknown(at=1).state
    first = last(think(begin, Clock()))
    assert first is not None
    assert first.line == tuple((move,) for move in stopping(2))
    told = list(think(later, Clock()))
    assert [result.line for result in told] == [first.line[1:]] * 2
    assert [result.depth for result in told] == [2, 2]
    assert told[-1].note == "found by the turn before; not proved shortest"


def test_the_next_turn_may_find_a_better_match() -> None:
    think = PlanFollower(ladder(), finding(2, 2))
    last(think(unknown().state, Clock()))
    better = last(think(unknown(at=1).state, Clock()))
    assert better is not None
    assert (better.values, better.line) == ((100.0,), tuple((move,) for move in stopping(2)))


def test_states_that_the_match_has_left_are_forgotten() -> None:
    think = PlanFollower(ladder(), finding(2, 1))
    last(think(unknown().state, Clock()))
    assert unknown(at=2).state in think.known
    last(think(unknown(at=1).state, Clock()))
    assert set(think.known) == {unknown(at=1).state, unknown(at=2).state}


def test_nothing_found_is_nothing_to_follow() -> None:
    think = PlanFollower(ladder(), finding())
    (only,) = think(unknown().state, Clock())
    assert not only.searched
    assert not think.known


def test_that_no_match_ends_is_told() -> None:
    *_, result = PlanFollower(ladder(), finding(ceiling=-1))(unknown().state, Clock())
    assert result.unsolvable
    assert result.note.endswith("by care")
