"""Searches of many roles keep the laws that tie them to each other and to minimax.

Over thousands of trees in the slow version, over some in the quick one.
"""

from collections.abc import Iterator
from itertools import permutations
from math import inf
from random import Random

import pytest

from tests.search.many.forest import (
    by_key,
    maxn,
    offensive,
    offensive_that_stops,
    paranoid,
    permuted,
    relabelled,
    tree,
)
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.game.game import Role
from zermelo.game.tree_game import TreeGame
from zermelo.search.algorithms.brs import Brs
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.algorithms.mpmix import Mpmix
from zermelo.search.algorithms.offensive import Offensive
from zermelo.search.algorithms.paranoid import Paranoid
from zermelo.search.base import Clock, Limits, Result, Search, last

GOAL = Goal()
SIZES = [
    pytest.param(60, id="some"),
    pytest.param(3000, id="thousands", marks=pytest.mark.slow),
]


def found(search: Search, game: TreeGame, role: int, depth: int | None = None) -> Result:
    clock = Clock(Limits(depth=depth))
    result = last(search.start(game, Role(role), clock)(game.initial, clock))
    assert result is not None
    return result


def cases(size: int, *, total: int | None = None) -> Iterator[tuple[TreeGame, Role, int | None]]:
    """Trees of two to five roles, a role, and a depth."""
    random = Random(size)
    for seed in range(size):
        roles = 2 + seed % 4
        depth = random.choice([None, None, 1, 2, 3, 4])
        yield tree(seed, roles, total=total), Role(random.randrange(roles)), depth


@pytest.mark.parametrize("size", SIZES)
class TestParanoid:
    """One against all."""

    def test_it_is_its_definition_however_it_is_helped(self, size: int) -> None:
        for game, role, depth in cases(size):
            value = by_key(game, paranoid(role), depth)[role]
            for search in (
                Paranoid(evaluator=GOAL),
                Paranoid(evaluator=GOAL, ties="first", table=False, killers=False, history=False),
                Paranoid(evaluator=GOAL, scout=True, shallow=1),
            ):
                assert found(search, game, role, depth).values[role] == value

    def test_it_is_never_more_than_the_root_has_by_maxn(self, size: int) -> None:
        for game, role, depth in cases(size):
            least = found(Paranoid(evaluator=GOAL), game, role, depth).values[role]
            assert least <= by_key(game, maxn, depth)[role]

    def test_of_equal_moves_it_takes_the_one_that_maxn_likes_better(self, size: int) -> None:
        for game, _, _ in cases(size):
            role = game.mover(game.initial)
            result = found(Paranoid(evaluator=GOAL), game, role)
            children = game.nodes[0].children
            worth = [by_key(game, paranoid(role), None, child)[role] for child in children]
            liked = [by_key(game, maxn, len(game.roles) - 1, child)[role] for child in children]
            taken = children.index(game.next(game.initial, result.line[0]))
            assert worth[taken] == max(worth)
            if result.depth >= len(game.roles):  # else a proof came before all of that was seen
                best = max(
                    like for like, value in zip(liked, worth, strict=True) if value == max(worth)
                )
                assert liked[taken] == best


@pytest.mark.parametrize("size", SIZES)
class TestOffensive:
    """Against one."""

    def test_without_a_target_that_is_down_it_is_its_definition(self, size: int) -> None:
        for game, role, depth in cases(size):
            target = Role((role + 1) % len(game.roles))
            floor = min(node.values[target] for node in game.nodes if node.values)
            lifted = with_least(game, target, floor - 1)
            search = Offensive(target=game.roles[target], evaluator=GOAL)
            values = by_key(game, offensive(role, target), depth)
            assert found(search, lifted, role, depth).values == values

    def test_with_one_it_takes_the_first_that_holds_it_down(self, size: int) -> None:
        for game, role, depth in cases(size):
            target = Role((role + 1) % len(game.roles))
            values = offensive_that_stops(game, role, target, depth)
            for table in (True, False):
                search = Offensive(target=game.roles[target], evaluator=GOAL, table=table)
                assert found(search, game, role, depth).values == values

    def test_relabelling_permutes(self, size: int) -> None:
        for game, role, depth in cases(size):
            places = Random(len(game.nodes)).choice([*permutations(range(len(game.roles)))])
            target = (role + 1) % len(game.roles)
            search = Offensive(target=game.roles[target], evaluator=GOAL)
            other = Offensive(target=game.roles[places[target]], evaluator=GOAL)
            values = found(search, game, role, depth).values
            renamed = found(other, relabelled(game, places), places[role], depth)
            assert renamed.values == permuted(values, places)


def with_least(game: TreeGame, role: Role, least: float) -> TreeGame:
    """The tree with a node that nobody can come to, where a role gets less than anywhere."""
    assert game.nodes[0].values is not None
    values = tuple(least if at == role else worth for at, worth in enumerate(game.nodes[0].values))
    spare = game.nodes[0].__class__("nowhere", role, values=values)
    return TreeGame(game.name, game.roles, (*game.nodes, spare))


@pytest.mark.parametrize("size", SIZES)
class TestMix:
    """Three in one."""

    def test_without_thresholds_it_is_maxn(self, size: int) -> None:
        for game, role, depth in cases(size):
            result = found(Mpmix(td=inf, to=inf, evaluator=GOAL), game, role, depth)
            assert result.values == by_key(game, maxn, depth)

    def test_who_leads_and_fears_is_paranoid(self, size: int) -> None:
        for game, role, depth in cases(size):
            standing = game.nodes[0].values
            assert standing is not None
            leads = all(standing[role] > worth for at, worth in enumerate(standing) if at != role)
            result = found(Mpmix(td=0, to=inf, evaluator=GOAL), game, role, depth)
            if leads:
                assert result.note.startswith("paranoid")
                assert result.values[role] == by_key(game, paranoid(role), depth)[role]
            else:
                assert result.note.startswith("maxn")
                assert result.values == by_key(game, maxn, depth)

    def test_who_is_behind_and_bold_is_offensive(self, size: int) -> None:
        for game, role, depth in cases(size):
            result = found(Mpmix(td=inf, to=0, evaluator=GOAL), game, role, depth)
            if "offensive" in result.note:
                target = result.note.removeprefix("offensive against ").partition(":")[0]
                same = found(Offensive(target=target, evaluator=GOAL), game, role, depth)
                assert (result.values, result.line) == (same.values, same.line)

    def test_relabelling_permutes(self, size: int) -> None:
        for game, role, depth in cases(size):
            places = Random(len(game.nodes)).choice([*permutations(range(len(game.roles)))])
            search = Mpmix(td=inf, to=inf, evaluator=GOAL)
            values = found(search, game, role, depth).values
            renamed = found(search, relabelled(game, places), places[role], depth)
            assert renamed.values == permuted(values, places)


@pytest.mark.parametrize("size", SIZES)
def test_for_two_with_a_constant_sum_all_are_minimax(size: int) -> None:
    searches: list[Search] = [
        Paranoid(evaluator=GOAL),
        Offensive(evaluator=GOAL),
        Mpmix(evaluator=GOAL, td=1, to=1),
        Mpmix(evaluator=GOAL, td=inf, to=inf),
        Brs(evaluator=GOAL),
    ]
    for seed in range(size):
        game = tree(seed, 2, total=6)
        for role in (0, 1):
            for depth in (None, 1, 3):
                values = found(Minimax(evaluator=GOAL), game, role, depth).values
                for search in searches:
                    assert found(search, game, role, depth).values == values, search
