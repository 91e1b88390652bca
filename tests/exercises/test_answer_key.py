"""The key of an exercise is proved by plain minimax, on drawn trees and on positions of games."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.errors import PlayError, UnsuitedError, UsageError
from zermelo.exercises import answer_key as keys
from zermelo.exercises.answer_key import Key, Visit, key_of, minimax, refuse_unfit, unproved
from zermelo.exercises.exercise import exercise, solved
from zermelo.exercises.position_exercise import position_exercise
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.tree_file import read_tree
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.base import Clock, last
from zermelo.text.source import Source

LECTURE = "A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]"


def lecture() -> Key:
    return key_of(read_tree(Source("lecture.tree", LECTURE)))


def test_the_lecture_tree() -> None:
    key = lecture()
    assert (key.value, key.move) == (3, "1")
    assert [key.game.nodes[number].name for number in key.branches] == ["2.2", "2.3"]
    assert key.visits[5] == Visit(3, float("inf"), 2)
    assert key.visits[5].hard == 3
    assert unproved(key) is None


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(2, 3))
def test_worths_are_those_of_the_search(seed: int, depth: int, branching: int) -> None:
    key = exercise(seed, depth, branching).key
    result = last(Minimax().start(key.game, Role(0), Clock())(key.game.initial, Clock()))
    assert result is not None
    assert minimax(key.game)[0] == result.values[0] == key.value


@pytest.mark.parametrize(
    ("node", "visit", "says"),
    [
        (0, Visit(-1e9, 1e9, 4), "the root is worth 3, not 4"),
        (1, Visit(-1e9, 1e9, 5), "B is worth 3, not 5"),
        (5, Visit(3, 1e9, 1), "C is worth 2, not 1"),
    ],
)
def test_a_wrong_key_is_not_proved(node: int, visit: Visit, says: str) -> None:
    key = lecture()
    assert unproved(replace(key, visits={**key.visits, node: visit})) == says


def test_a_leaf_that_matters_may_not_be_left_out() -> None:
    key = lecture()
    seen = {number: visit for number, visit in key.visits.items() if number != 4}
    assert unproved(replace(key, visits=seen)) == "leaves that were left out matter"


def test_a_key_that_is_not_proved_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "unproved", lambda _: "the root is worth 3, not 4")
    with pytest.raises(PlayError, match="not what plain minimax says: the root is worth 3, not 4"):
        lecture()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("7", "at least one branch"),
        ("roles: a b c\n[(1,2,3),(3,2,1)]", "two roles; this tree has 3"),
    ],
)
def test_trees_that_are_no_exercises(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        key_of(read_tree(Source("a", text)))


def test_a_graph_is_no_tree() -> None:
    a = '"A": {"mover": "max", "children": ["B", "C"]}'
    b = '"B": {"mover": "min", "children": ["C"]}'
    text = f'{{"root": "A", "nodes": {{{a}, {b}, "C": {{"value": 3}}}}}}'
    with pytest.raises(UsageError, match="this is a graph"):
        key_of(read_tree(Source("a.json", text), json=True))


def test_an_exercise_knows_its_key() -> None:
    task = solved([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert task.pruned == (4, 6)
    assert task.key.cuts == tuple(event for event in task.events if event.pruned)


def test_positions_of_games_give_the_same_exercise_for_the_same_seed(
    tictactoe: CompiledGame,
) -> None:
    task = position_exercise(tictactoe, 5, 2, 3)
    assert task.text == position_exercise(tictactoe, 5, 2, 3).text
    assert all(task.rank)
    assert len(task.places) == len(task.key.game.nodes)
    assert task.text != position_exercise(tictactoe, 6, 2, 3).text


def test_a_given_position_is_taken(tictactoe: CompiledGame) -> None:
    state = tictactoe.initial
    joint = tuple(tictactoe.legal(state, Role(role))[0] for role in range(2))
    task = position_exercise(tictactoe, 1, 2, 2, line=(joint,))
    assert task.line == (joint,)
    assert task.role == 1
    assert task.places[0].more == 6


def test_the_end_of_a_match_is_no_exercise(tictactoe: CompiledGame) -> None:
    line = []
    state = tictactoe.initial
    for _ in range(9):
        joint = tuple(tictactoe.legal(state, Role(role))[0] for role in range(2))
        line.append(joint)
        state = tictactoe.next(state, joint)
        if tictactoe.terminal(state):
            break
    with pytest.raises(UsageError, match="nothing to choose"):
        position_exercise(tictactoe, 1, 2, 2, line=tuple(line))


@pytest.mark.parametrize(("depth", "branching"), [(0, 2), (2, 1), (7, 2), (3, 5)])
def test_sizes_that_cannot_be_shown(tictactoe: CompiledGame, depth: int, branching: int) -> None:
    with pytest.raises(UsageError, match="with at most 64 leaves"):
        position_exercise(tictactoe, 0, depth, branching)


def test_a_puzzle_has_no_min(game_of: Callable[[str], CompiledGame]) -> None:
    with pytest.raises(UnsuitedError, match="two roles; eight_puzzle has 1"):
        position_exercise(game_of("eight_puzzle"), 0, 2, 2)


def test_a_leaf_that_could_make_the_root_better_may_not_be_left_out() -> None:
    key = lecture()
    (last_leaf,) = (number for number, node in enumerate(key.game.nodes) if node.name == "3.3")
    seen = {number: visit for number, visit in key.visits.items() if number != last_leaf}
    assert unproved(replace(key, visits=seen)) == "leaves that were left out matter"


@pytest.mark.parametrize(("node", "visit"), [(5, Visit(3, 1e9, 3)), (1, Visit(-1e9, 2, 2))])
def test_a_value_at_the_edge_of_its_window_is_a_bound(node: int, visit: Visit) -> None:
    key = lecture()
    assert unproved(replace(key, visits={**key.visits, node: visit})) is None


def test_a_way_back_to_the_root_is_no_tree() -> None:
    a = '"A": {"mover": "max", "children": ["B", "C"]}'
    b = '"B": {"mover": "min", "children": ["A"]}'
    text = f'{{"root": "A", "nodes": {{{a}, {b}, "C": {{"value": 3}}}}}}'
    with pytest.raises(UsageError, match="this is a graph"):
        refuse_unfit(read_tree(Source("a.json", text), json=True))
