"""The minimal tree, and exercises that know their answers."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.many.test_maxn_refusals import Stuck
from zermelo.errors import PlayError, UsageError
from zermelo.exercises.exercise import Nested, exercise, graded, grown, solved
from zermelo.exercises.position_exercise import ways, worth_of
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.tree_file import read_tree
from zermelo.search.parts.minimal import minimal, minimal_leaves
from zermelo.text.source import Source


@pytest.mark.parametrize(
    ("branching", "leaves"),
    [
        (2, [2, 3, 5, 7, 11]),
        (3, [3, 5, 11, 17, 35]),
        (5, [5, 9, 29, 49, 149]),
        (10, [10, 19, 109, 199, 1099]),
    ],
)
def test_the_leaves_of_minimal_trees(branching: int, leaves: list[int]) -> None:
    assert [minimal_leaves([branching] * depth) for depth in range(1, 6)] == leaves


@pytest.mark.parametrize(
    ("text", "depth", "leaves"),
    [
        ("[[3,12,8],[2,4,6],[14,5,2]]", None, 5),
        ("[[3,12,8],[2,4,6],[14,5,2]]", 1, 3),
        ("[[[1,2],[3,4]],[[5,6],[7,8]]]", None, 5),
        ("[[3,12],[2,4,6]]", None, None),
        ("[[3,12],4]", None, None),
        ("7", None, 1),
        ("[[1],[2],[3]]", None, 3),
        ("roles: me\n[[1,2],[3,4]]", None, 4),
    ],
)
def test_the_minimal_tree_of_a_game(text: str, depth: int | None, leaves: int | None) -> None:
    assert minimal(read_tree(Source("a", text)), State(0), depth) == leaves


def test_a_tree_is_looked_at_as_far_as_its_limit_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = read_tree(Source("a", "[[3,12,8],[2,4,6],[14,5,2]]"))
    monkeypatch.setattr("zermelo.search.parts.minimal.MOST_STATES", 4)
    assert minimal(tree, State(0), None) == 5, "the root and its three children are seen"
    monkeypatch.setattr("zermelo.search.parts.minimal.MOST_STATES", 3)
    assert minimal(tree, State(0), None) is None


def test_levels_may_differ(tictactoe: CompiledGame) -> None:
    assert minimal(tictactoe, tictactoe.initial, 3) == 9 * 7 + 8 - 1
    assert minimal(tictactoe, tictactoe.initial, None) is None


def plain(tree: Nested, low: float, high: float, maximising: bool, seen: list[float]) -> float:
    """Alpha-beta as in every textbook: fail-hard, on a list."""
    if not isinstance(tree, list):
        seen.append(tree)
        return tree
    for child in tree:
        worth = plain(child, low, high, not maximising, seen)
        if maximising:
            low = max(low, worth)
        else:
            high = min(high, worth)
        if low >= high:
            break
    return low if maximising else high


@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(2, 3))
def test_answers_are_those_of_the_textbook(seed: int, depth: int, branching: int) -> None:
    task = exercise(seed, depth, branching)
    seen: list[float] = []
    assert task.value == plain(task.tree, -1e9, 1e9, True, seen)
    leaves = [node.values[0] for node in task.game.nodes if node.values]
    assert len({*leaves}) == len(leaves) == branching**depth
    assert list(task.pruned) == [leaf for leaf in leaves if leaf not in seen]
    assert task.pruned or depth == 1
    assert task.windows["A"].value == task.value


def test_the_same_seed_gives_the_same_exercise() -> None:
    assert exercise(3) == exercise(3)
    assert exercise(3).tree != exercise(4).tree


def test_grades() -> None:
    task = solved([[3, 12, 8], [2, 4, 6], [14, 5, 1]])
    assert (task.value, task.move, task.pruned) == (3, "1", (4, 6))
    assert graded(task, 3, [6, 4]).right
    assert not graded(task, 4, [4, 6]).value
    assert graded(task, 3, [4]).missed == (6,)
    assert graded(task, 3, [4, 6, 14, 14]).wrong == (14,)


@pytest.mark.parametrize(("depth", "branching"), [(0, 2), (3, 1), (9, 3)])
def test_too_small_or_too_large(depth: int, branching: int) -> None:
    with pytest.raises(UsageError, match="with at most 243 leaves"):
        exercise(0, depth, branching)


def test_trees_are_grown_from_their_leaves() -> None:
    assert grown(range(8), 2) == [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]


def test_a_way_ends_where_a_role_is_stuck() -> None:
    assert list(islice(ways(Stuck(), Random(0), ()), 3)) == [(), (), ()]


def test_an_end_without_a_goal_is_no_leaf_of_an_exercise() -> None:
    with pytest.raises(PlayError, match="the rules give b no goal at an end of stuck"):
        worth_of(Stuck(), State(0), Role(1))
