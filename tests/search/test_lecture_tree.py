"""The tree of the lectures: value, move, leaves in order, and the six steps that are told of it."""

from math import inf

import pytest

from tests.search.trees import MAX, MIN, Branch, built, drawn, lecture, methods, run
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.algorithms.mtd import Mtd
from zermelo.search.algorithms.sss import Sss
from zermelo.search.base import Search
from zermelo.search.events import Event, EventKind
from zermelo.search.spec import parse

DEPTH_FIRST = [3, 12, 8, 2, 14, 5, 2]
BEST_FIRST = [3, 2, 14, 5, 2, 12, 8]


@pytest.mark.parametrize("text", ["minimax", "iterative", *methods()])
def test_it_is_worth_three_by_the_first_move(text: str) -> None:
    search = methods().get(text) or parse(text)
    game = lecture()
    result = run(search, game).result
    assert result.values == (3, 97)
    assert result.move == game.legal(game.initial, MAX)[0]
    assert len(result.line) == 2
    assert result.proven


@pytest.mark.parametrize(
    ("search", "leaves"),
    [
        (Minimax(), [3, 12, 8, 2, 4, 6, 14, 5, 2]),
        (Alphabeta(), DEPTH_FIRST),
        (parse("negamax"), DEPTH_FIRST),
        (parse("scout"), DEPTH_FIRST),
        (Mtd(first=0.0), DEPTH_FIRST),
        (Mtd(first=3.0), DEPTH_FIRST),
        (Sss(), BEST_FIRST),
        (Mtd(first=inf), BEST_FIRST),
    ],
)
def test_these_leaves_are_looked_at_in_this_order(search: Search, leaves: list[int]) -> None:
    found = run(search, lecture())
    assert found.leaf_values == leaves
    assert found.count.leaves == len(leaves)


def test_another_order_of_the_third_group_spares_two_leaves() -> None:
    found = run(Alphabeta(), drawn("[[3,12,8],[2,4,6],[2,5,14]]"))
    assert found.leaf_values == [3, 12, 8, 2, 2]


def told(event: Event) -> str:
    """An event in short: what, at which of the nodes A to D, and the window or value there."""
    name = {0: "A", 1: "B", 5: "C", 7: "D"}.get(event.node, "leaf")
    window = f"[{event.low:g}, {event.high:g}]"
    match event.kind:
        case EventKind.BEST:
            return f"{name} {window}"
        case EventKind.CUT:
            return f"{name} cut: {event.reason}, {len(event.pruned)} left out"
        case _:
            return f"{name} {event.value:g}"


def test_the_six_steps_are_told() -> None:
    events = run(Alphabeta(), lecture()).events
    kinds = (EventKind.LEAF, EventKind.BEST, EventKind.CUT)
    assert [told(event) for event in events if event.kind in kinds] == [
        # (a) the first leaf below B: B is worth at most 3
        "leaf 3",
        "B [-inf, 3]",
        # (b) min avoids the second: still at most 3
        "leaf 12",
        # (c) the third: B is worth exactly 3, so the root is worth at least 3
        "leaf 8",
        "A [3, inf]",
        # (d) the first leaf below C: C is worth at most 2, and max has 3 already
        "leaf 2",
        "C [3, 2]",
        "C cut: value 2 <= alpha 3, set at node 0, 2 left out",
        # (e) the first leaf below D: D is worth at most 14, which is more than 3
        "leaf 14",
        "D [3, 14]",
        # (f) then at most 5, then exactly 2: the root is worth 3
        "leaf 5",
        "D [3, 5]",
        "leaf 2",
        "D [3, 2]",
    ]
    assert [
        event.value for event in events if event.kind is EventKind.LEAVE and event.node == 7
    ] == [2]
    assert events[-1].kind is EventKind.LEAVE
    assert events[-1].value == 3


def test_best_first_tells_what_it_never_looked_at() -> None:
    events = run(Sss(), lecture()).events
    (cut,) = [event for event in events if event.kind is EventKind.CUT]
    assert len(cut.pruned) == 2
    assert cut.reason == "value 2 <= alpha 3, set at node 0"
    entered = {event.node for event in events if event.kind is EventKind.ENTER}
    assert all(event.parent in entered for event in events if event.parent is not None)
    # B (node 1) solves the root; D and C (5 and 3) are left with what they still promised.
    left = [(event.node, event.value) for event in events if event.kind is EventKind.LEAVE]
    assert left[-4:] == [(1, 3), (5, 2), (3, 2), (0, 3)]


def test_min_at_the_root_sees_it_from_the_other_side() -> None:
    # Max's worst replies are 12, 6 and 14; min takes the second.
    for name, search in methods().items():
        result = run(search, drawn("root: min\n[[3,12,8],[2,4,6],[14,5,2]]"), role=MIN).result
        assert result.values == (6, 94), name
        assert result.line[0][MIN] == result.move, name


def test_a_role_may_move_twice_running() -> None:
    # The usual negamax turns the sign at every move, and gets this one wrong.
    game = built(Branch(MAX, 0, (Branch(MAX, 0, (1, 9)), 5)))
    for name, search in methods().items():
        assert run(search, game).result.values[MAX] == 9, name


def test_the_other_general_picture() -> None:
    # A (min) has B, worth 6, and C (max), one of whose children is worth 10: C is at least 10, so
    # that A will not choose it, and the rest of C is left out.
    found = run(Alphabeta(), drawn("root: min\n[[6],[10,99]]"))
    assert found.leaf_values == [6, 10]
    (cut,) = [event for event in found.events if event.kind is EventKind.CUT]
    assert cut.reason == "value 10 >= beta 6, set at node 0"
