"""Proved bounds of a node, from those of its children."""

from fractions import Fraction

import pytest

from tests.search.many.test_maxn_refusals import Stuck
from zermelo.game.game import Move, State
from zermelo.search.mcts import bounds, ending
from zermelo.search.mcts.bounds import assured, from_children, tighten
from zermelo.search.mcts.node import Choice, MctsNode, TreeEdge
from zermelo.search.mcts.select import Ways, pick_edge
from zermelo.search.mcts.span import GoalSpan, spans

WHOLE = (GoalSpan(Fraction(0), Fraction(100)),) * 2
Bounds = tuple[list[int], list[int]]


def node(sizes: tuple[int, ...], low: list[int], high: list[int]) -> MctsNode:
    """A node at which each role has so many moves."""
    edges = tuple([TreeEdge(Move(move)) for move in range(size)] for size in sizes)
    return MctsNode(0, State(0), False, edges, [*map(Fraction, low)], [*map(Fraction, high)])


def above(sizes: tuple[int, ...], children: dict[Choice, Bounds]) -> MctsNode:
    """A node of which nothing is known but some of its children."""
    found = node(sizes, [0, 0], [100, 100])
    found.children = {choice: node((1, 1), *known) for choice, known in children.items()}
    return found


def known(found: MctsNode) -> Bounds:
    """What is proved of a node, in whole numbers."""
    assert all(bound.denominator == 1 for bound in (*found.low, *found.high))
    return [*map(int, found.low)], [*map(int, found.high)]


def test_chance_gives_every_role_the_mean() -> None:
    found = above((2, 1), {(0, 0): ([90, 10], [90, 10]), (1, 0): ([20, 0], [40, 80])})
    assert from_children(found, WHOLE, chance=0)
    assert known(found) == ([55, 5], [65, 45])


def test_what_chance_may_still_bring_is_anything() -> None:
    found = above((4, 1), {(0, 0): ([80, 20], [80, 20])})
    assert from_children(found, WHOLE, chance=0)
    assert known(found) == ([20, 5], [95, 80])


def test_who_chooses_gets_the_best_and_no_mean() -> None:
    found = above((2, 1), {(0, 0): ([90, 10], [90, 10]), (1, 0): ([20, 80], [20, 80])})
    assert tighten(found, WHOLE, None, Fraction(100))
    assert known(found) == ([90, 10], [90, 10])


@pytest.mark.parametrize("good", [0, 1, 2])
def test_where_no_move_can_be_better_than_what_is_sure_one_that_is_as_good_is_made(
    good: int,
) -> None:
    ways = Ways(0.7, False, True, 0.0, 0, 0.0, None, True, False, False, None)
    found = above((3, 1), {(at, 0): ([10, 0], [10, 100]) for at in range(3) if at != good})
    found.children[good, 0] = node((1, 1), [50, 0], [50, 100])
    found.low[0] = Fraction(50)
    found.visits, found.totals = 3, [1.5, 1.5]
    for edge in found.edges[0]:
        edge.visits, edge.total = 1, 0.5
    assert pick_edge(found, 0, ways, []) == good


def test_too_many_joint_moves_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    every: dict[Choice, Bounds] = {
        (one, other): ([60, 40], [60, 40]) for one in (0, 1) for other in (0, 1, 2)
    }
    monkeypatch.setattr(bounds, "MOST_JOINTS", 5)
    found = above((2, 3), every)
    assert not from_children(found, WHOLE, chance=None)
    assert known(found) == ([0, 0], [100, 100])
    assert [*map(int, assured(found, WHOLE, 0, 1))] == [60, 60], "three replies are not too many"
    monkeypatch.setattr(bounds, "MOST_JOINTS", 2)
    assert [*map(int, assured(found, WHOLE, 0, 1))] == [0, 100]
    monkeypatch.setattr(bounds, "MOST_JOINTS", 6)
    assert from_children(found, WHOLE, chance=None)
    assert known(found) == ([60, 40], [60, 40])


def test_a_game_whose_goals_are_not_at_hand_has_those_of_gdl() -> None:
    assert spans(Stuck()) == WHOLE


def test_there_is_no_line_to_an_end_that_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    around = {0: [((Move(7),), 1)], 1: [((Move(8),), 0)]}
    assert ending.shortest(0, int, around.__getitem__, lambda _: False) is None
    chain = {at: [((Move(at),), at + 1)] for at in range(9)}
    line = [(Move(at),) for at in range(9)]
    assert ending.shortest(0, int, chain.__getitem__, lambda at: at == 9) == line
    monkeypatch.setattr(ending, "MOST_NODES", 5)
    assert ending.shortest(0, int, chain.__getitem__, lambda at: at == 9) is None
