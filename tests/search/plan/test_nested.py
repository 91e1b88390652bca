"""Nested Monte Carlo search and policies that adapt: good matches, the same by the same seed."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.search.asp_games import written
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.base import Clock, Limits, Result, last
from zermelo.search.plan.nested import adapting, nested
from zermelo.search.plan.playing import PlayedMatch, Playing
from zermelo.search.plan.progress import PLAYER, Standing
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]


def thought(game: CompiledGame, spec: str, nodes: int = 30_000) -> Result:
    clock = Clock(Limits(nodes=nodes))
    result = last(parse(spec).start(game, PLAYER, clock)(game.initial, clock))
    assert result is not None
    return result


@pytest.mark.parametrize("spec", ["nested:level=1", "nested", "nested:adapt=true"])
def test_queens_are_placed(spec: str, game_of: Games) -> None:
    found = thought(game_of("queens:size=6"), spec)
    assert found.values == (100.0,)
    assert len(found.line) == 6
    assert found.proven
    assert "not proved shortest" in found.note


@pytest.mark.parametrize("spec", ["nested:level=1", "nested:adapt=true"])
def test_the_same_seed_plays_the_same(spec: str, game_of: Games) -> None:
    game = game_of("knights_tour")
    assert thought(game, spec, 3000) == thought(game, spec, 3000)
    assert parse(spec) != parse(f"{spec},seed=1")


def test_a_plan_that_was_found_is_followed(game_of: Games) -> None:
    game = game_of("queens:size=6")
    clock = Clock(Limits(nodes=30_000))
    think = parse("nested:level=1").start(game, PLAYER, clock)
    first = last(think(game.initial, clock))
    assert first is not None
    after = game.next(game.initial, first.line[0])
    again = Clock()
    second = last(think(after, again))
    assert second is not None
    assert second.line == first.line[1:]
    assert again.count.nodes == 0


def test_of_equal_goals_the_nearer_and_then_the_longer_match_is_better() -> None:
    better = [
        PlayedMatch(100, 0.0, 3, ()),
        PlayedMatch(0, 2.0, 1, ()),
        PlayedMatch(0, 1.0, 5, ()),
        PlayedMatch(0, 1.0, 4, ()),
    ]
    assert sorted(better, reverse=True) == better


def test_matches_that_do_not_end_are_given_up(game_of: Games) -> None:
    game = game_of("eight_puzzle")
    rows = np.repeat(game.row(game.initial)[None], 4, axis=0)
    weights = np.ones((1, game.dimensions.moves))
    _, played = Playing.of(game, 1).best(rows, weights, longest=7)
    assert (played.goal, len(played.moves)) == (-1, 7)


def test_weights_decide_which_moves_are_made(game_of: Games) -> None:
    game = game_of("buttons_and_lights")
    weights = np.full((1, 3), 1e-9)
    weights[0, game.read(PLAYER, "b")] = 1.0
    _, played = Playing.of(game, 1).best(game.row(game.initial)[None], weights)
    assert [game.spell(PLAYER, move) for move in played.moves] == ["b"] * 6


@pytest.mark.parametrize("method", [nested, adapting])
def test_it_ends_when_nothing_better_can_be_found(
    method: Callable[..., object], game_of: Games
) -> None:
    game = game_of("queens:size=5")
    standing = Standing.of(game, game.initial)
    steps = method(standing, Clock(Limits(nodes=200_000)))
    for _ in steps:  # type: ignore[attr-defined]  # either is a generator
        pass
    assert standing.proven


@pytest.mark.parametrize("spec", ["nested", "nested:adapt=true"])
@pytest.mark.parametrize("depth", [3, 4])
def test_matches_are_no_longer_than_the_limit(spec: str, depth: int) -> None:
    game = written(
        "role(me). init(at(0)). legal(me,one). legal(me,other). step(0..3). "
        "next(at(N+1)) :- true(at(N)), step(N). terminal :- true(at(4)). goal(me,100) :- terminal."
    )
    clock = Clock(Limits(depth=depth, nodes=2000))
    found = last(parse(spec).start(game, PLAYER, clock)(game.initial, clock))
    assert found is not None
    assert len(found.line) == (4 if depth == 4 else 0)


def test_a_match_that_is_stuck_at_once_still_spends_its_nodes() -> None:
    """Nothing is played out there, so nothing else would ever count against the limit."""
    game = written(
        "role(me). init(p). legal(me,go) :- true(p). next(q) :- does(me,go). "
        "terminal :- true(r). goal(me,100) :- true(r). next(r) :- true(r)."
    )
    thinker = parse("nested:adapt=false").start(game, PLAYER, Clock(Limits(nodes=200)))
    found = last(thinker(game.initial, Clock(Limits(nodes=200))))
    assert found is not None
    assert not found.proven
