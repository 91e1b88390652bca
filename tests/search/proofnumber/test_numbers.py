"""Proof and disproof numbers by hand: what is counted, in which order, and what a table keeps."""

from math import inf

import pytest

from tests.search.trees import MAX, MIN, drawn
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Joint
from zermelo.game.tree_game import TreeGame
from zermelo.search.base import Clock
from zermelo.search.parts.duel import Duel
from zermelo.search.proofnumber.best_first import BestFirstProof
from zermelo.search.proofnumber.bracket import Bracket, bracket_of
from zermelo.search.proofnumber.depth_first import DepthFirstProof
from zermelo.search.proofnumber.node import (
    DISPROVED,
    INFINITE,
    PROVED,
    Counting,
    Numbers,
    ProofNode,
)
from zermelo.search.proofnumber.question import Question, Verdict
from zermelo.search.proofnumber.table import ProofTable


def question(game: TreeGame, threshold: float, *, mobility: bool = False) -> Question:
    """A question about a drawn game, for max."""
    return Question(
        Duel(game, MAX, Even().start(game)),
        Clock(),
        ProofTable(),
        threshold,
        Counting(mobility, weak=False),
    )


PLAIN = Counting(mobility=False, weak=False)
DEEP = "[[[1,9],[2,3,4]],[[7],[5,6]]]"
"""Max, min, max, and ends."""


@pytest.mark.parametrize(
    ("mobility", "numbers"), [(False, Numbers(2, 2)), (True, Numbers(2, 3))], ids=["plain", "moves"]
)
def test_the_numbers_of_a_root_are_those_of_its_children(mobility: bool, numbers: Numbers) -> None:
    asked = question(drawn(DEEP), 5, mobility=mobility)
    root = asked.node(drawn(DEEP).initial, None)
    asked.develop(root)
    if not mobility:
        assert root.numbers == Numbers(1, 2)
    for child in root.children:
        asked.develop(child)
    root.count(weak=False)
    assert root.numbers == numbers


def test_ends_are_looked_at_with_their_parent_up_to_the_one_that_settles_it() -> None:
    game = drawn("[3,8,9]")
    asked = question(game, 5)
    root = asked.node(game.initial, None)
    asked.develop(root)
    assert [child.numbers for child in root.children] == [DISPROVED, PROVED]
    assert (root.proved, root.bound, root.sure) == (True, 8.0, True)
    assert (asked.clock.count.nodes, asked.clock.count.leaves) == (1, 2)


def test_sums_stay_finite_and_infinity_stays_infinite() -> None:
    node = ProofNode(drawn("[1]").initial, maximising=True)
    many = Numbers(5, INFINITE - 3)
    node.children = [ProofNode(node.state, numbers=many) for _ in range(3)]
    node.count(weak=False)
    assert node.numbers == Numbers(5, INFINITE - 1)
    node.children[1].numbers = PROVED
    node.count(weak=False)
    assert node.numbers == PROVED


def test_min_is_the_other_way_round() -> None:
    node = ProofNode(drawn("[1]").initial, maximising=False)
    node.children = [ProofNode(node.state, numbers=one) for one in (Numbers(2, 7), Numbers(3, 4))]
    node.count(weak=False)
    assert node.numbers == Numbers(5, 4)
    assert node.most_promising() is node.children[1]


def test_a_disproof_that_is_not_sure_makes_no_bound() -> None:
    table = ProofTable()
    game = drawn(DEEP)
    deep = Question(Duel(game, MAX, Even().start(game)), Clock(), table, 8, PLAIN)
    root = deep.node(game.initial, 2)
    search = DepthFirstProof(deep.duel, deep.clock, table, PLAIN)
    assert search.ask(game.initial, 2, 8) == Verdict(False, -inf, False, None)
    entry = table.find(game.initial, 2)
    assert entry is not None
    assert (entry.low, entry.high, entry.numbers) == (-inf, inf, DISPROVED)
    assert table.find(game.initial, None) is None
    again = deep.node(game.initial, 2)
    assert (again.numbers, again.sure) == (DISPROVED, False)
    other = Question(deep.duel, deep.clock, table, 7, PLAIN).node(game.initial, 2)
    assert not other.solved
    assert not root.solved


def test_a_limit_is_a_little_beyond_the_second_best() -> None:
    game = drawn(DEEP)
    search = DepthFirstProof(Duel(game, MAX, Even().start(game)), Clock(), ProofTable(), PLAIN, 0.5)
    node = ProofNode(game.initial, numbers=Numbers(3, 13), maximising=True)
    node.children = [
        ProofNode(game.initial, numbers=one)
        for one in (Numbers(3, 4), Numbers(10, 2), Numbers(20, 7))
    ]
    chosen = node.most_promising()
    assert search.limits(node, chosen, Numbers(INFINITE, INFINITE)) == Numbers(16, INFINITE)
    assert search.limits(node, chosen, Numbers(12, 30)) == Numbers(12, 21)
    node.maximising = False
    assert node.most_promising() is node.children[1]
    assert search.limits(node, node.children[1], Numbers(40, 100)) == Numbers(17, 7)


def test_a_weak_sum_is_the_largest_number_and_one_for_each_other() -> None:
    game = drawn(DEEP)
    duel = Duel(game, MAX, Even().start(game))
    search = DepthFirstProof(duel, Clock(), ProofTable(), Counting(), 0.5)
    node = ProofNode(game.initial, maximising=True)
    node.children = [
        ProofNode(game.initial, numbers=one)
        for one in (Numbers(3, 4), Numbers(10, 2), Numbers(20, 7), DISPROVED)
    ]
    node.count(weak=True)
    assert node.numbers == Numbers(3, 9)
    chosen = node.most_promising()
    # Its disproof number may grow until the sum, then 28 and one for each of two others, is 30.
    assert search.limits(node, chosen, Numbers(12, 30)) == Numbers(12, 28)
    chosen.numbers = Numbers(12, 28)
    node.count(weak=True)
    assert node.numbers == Numbers(10, 30)


def test_what_is_below_a_solved_node_is_let_go_of() -> None:
    game = drawn("[[[1,9],[2,3,4]],[[7,0],[5,6]],[[6],[[4,4],[3,9,1]]]]")
    search = BestFirstProof(Duel(game, MAX, Even().start(game)), Clock(), ProofTable(), PLAIN)
    verdict = search.ask(game.initial, None, 5)
    assert verdict == Verdict(True, 5.0, True, game_joint(game, 1))
    assert search.root is not None
    assert search.size == 1
    assert search.root.children == []


def game_joint(game: TreeGame, number: int) -> Joint:
    """The joint move to a child of the root."""
    return Duel(game, MAX, Even().start(game)).joints(game.initial)[number]


def test_questions_go_to_the_middle_of_what_is_possible() -> None:
    bracket = Bracket((0.0, 25.0, 50.0, 75.0, 100.0), 0.0, 100.0)
    assert bracket.question() == 50
    bracket.take(50, Verdict(True, 60.0, True, None))
    assert (bracket.low, bracket.question()) == (60, 75)
    bracket.take(75, Verdict(False, 60.0, True, None))
    assert bracket.closed
    assert bracket.question() is None


def test_values_that_nobody_listed_are_found() -> None:
    bracket = Bracket((0.0, 1.0))
    asked = []
    value = 0.375
    while (threshold := bracket.question()) is not None:
        asked.append(threshold)
        bracket.take(threshold, Verdict(value >= threshold, value, True, None))
    assert (bracket.low, bracket.high) == (value, value)
    assert asked[:2] == [0.0, 1.0]


def test_what_is_not_answered_within_the_depth_is_not_asked_again() -> None:
    bracket = Bracket((0.0, 50.0, 100.0), 0.0, 100.0)
    bracket.take(50, Verdict(False, -inf, False, None))
    assert bracket.question() is None
    assert not bracket.closed
    bracket = Bracket((50.0,), 50.0, 50.0)
    assert bracket.question() == 50
    bracket.take(50, Verdict(False, -inf, False, None))
    assert bracket.question() is None
    assert not bracket.closed


def test_the_rules_bound_a_value_by_goals_and_by_matches_that_do_not_end() -> None:
    bracket = bracket_of(drawn("[[1,9],[4,2]]"), MIN)
    assert (bracket.low, bracket.high, bracket.closed) == (91.0, 99.0, False)
    assert bracket_of(drawn("roles: a b\n[(30,20),(40,60)]"), MAX).goals == [30.0, 40.0]
