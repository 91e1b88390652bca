"""The trail of a search: who is named for a cut, and what is counted as one."""

from zermelo.game.game import Move, State
from zermelo.search.base import Clock
from zermelo.search.events import Event, Trail


def test_a_cut_names_the_highest_node_that_set_its_bound() -> None:
    events: list[Event] = []
    trail = Trail(Clock(), events.append)
    for number in range(4):
        trail.enter(State(number), None, 1.0, 9.0 if number == 0 else 5.0)
    trail.cut(6.0, True, ())
    trail.cut(1.0, False, ())
    assert [event.reason for event in events[-2:]] == [
        "value 6 >= beta 5, set at node 1",
        "value 1 <= alpha 1, set at node 0",
    ]


def test_a_case_that_leaves_no_move_unseen_is_no_cut() -> None:
    trail = Trail(Clock())
    trail.case(50.0, "a: no other move", ())
    assert trail.clock.count.cuts == 0
    trail.case(50.0, "b2: no other move can bring more", ((Move(0), Move(1)),))
    assert trail.clock.count.cuts == 1
