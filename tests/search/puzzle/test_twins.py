"""Compiled searches of puzzles do what the readable ones do: same way, same number of states."""

from collections.abc import Callable
from random import Random

import pytest

from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.search.base import Clock, Limits, Result, last
from zermelo.search.one_role import fast_limited
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
ME = Role(0)


def said(
    game: CompiledGame, spec: str, state: State, limits: Limits | None = None
) -> tuple[Result, Clock]:
    clock = Clock(limits)
    result = last(parse(spec).start(game, ME, clock)(state, clock))
    assert result is not None
    return result, clock


def walked(game: CompiledGame, seed: int, moves: int) -> State:
    """Where a random walk comes to that does not run into an end."""
    draw, state = Random(seed), game.initial
    for _ in range(moves):
        following = [game.next(state, (move,)) for move in game.legal(state, ME)]
        going = [child for child in following if not game.terminal(child)]
        state = draw.choice(going) if going else game.initial
    return state


def near(game: CompiledGame, seed: int, moves: int) -> State:
    """Some random moves before a solved eight puzzle."""
    tiles = [f"(cell {n % 3 + 1} {n // 3 + 1} {n + 1})" for n in range(8)]
    state = game.state_of([*tiles, "(cell 3 3 b)"])
    draw = Random(seed)
    for _ in range(moves):
        state = game.next(state, (draw.choice(list(game.legal(state, ME))),))
    return state


@pytest.mark.parametrize(
    ("name", "walk"),
    [
        ("hanoi", 0),
        ("hanoi:disks=3", 3),
        ("knights_tour:width=3,height=3", 0),
        ("knights_tour:width=4,height=3", 2),
        ("lights_out:width=3,height=2", 0),
        ("lights_out:width=3,height=3", 2),
        ("wolf_goat_cabbage", 0),
        ("missionaries_and_cannibals", 0),
        ("blocks_world", 0),
        ("buttons_and_lights", 0),
        ("queens:size=4", 0),
        ("sokoban:limit=9", 1),
        ("maze", 0),
    ],
)
@pytest.mark.parametrize("depth", [None, 4])
def test_breadth_first(name: str, walk: int, depth: int | None, game_of: Games) -> None:
    game = game_of(name)
    state = walked(game, 1, walk)
    one, fast = said(game, "bfs", state, Limits(depth=depth))
    other, slow = said(game, "bfs:kernel=off", state, Limits(depth=depth))
    assert one.line == other.line
    assert (one.values, one.proven, one.bound) == (other.values, other.proven, other.bound)
    assert fast.count == slow.count


@pytest.mark.parametrize("seed", range(4))
def test_breadth_first_of_the_eight_puzzle(seed: int, game_of: Games) -> None:
    game = game_of("eight_puzzle")
    state = near(game, seed, 12)
    one, fast = said(game, "bfs", state)
    other, slow = said(game, "bfs:kernel=off", state)
    assert one.line == other.line
    assert fast.count == slow.count


def test_on_disk_the_way_is_as_short(game_of: Games) -> None:
    game = game_of("eight_puzzle")
    result, clock = said(game, "bfs:memory=1", game.initial)
    assert len(result.line) == 31
    assert clock.count.nodes in (181_439, 181_440)  # of the last level, in another order
    state = game.initial
    for joint in result.line:
        state = game.next(state, joint)
    assert game.terminal(state)


@pytest.mark.parametrize("name", ["eight_puzzle", "lights_out:width=3,height=3", "hanoi"])
def test_folded_the_way_is_as_short(name: str, game_of: Games) -> None:
    game = game_of(name)
    one, folded = said(game, "bfs:fold=true", game.initial)
    other, whole = said(game, "bfs", game.initial)
    assert len(one.line) == len(other.line)
    assert folded.count.nodes <= whole.count.nodes
    state = game.initial
    for joint in one.line:
        state = game.next(state, joint)
    assert game.goals(state) == one.values


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("heuristic", "moves"), [("manhattan", 16), ("pattern", 16), ("goals", 8), ("none", 6)]
)
def test_deepening_with_a_heuristic(seed: int, heuristic: str, moves: int, game_of: Games) -> None:
    game = game_of("eight_puzzle")
    state = near(game, seed, moves)
    if game.terminal(state):
        return
    one, fast = said(game, f"idastar:heuristic={heuristic}", state)
    other, slow = said(game, f"idastar:heuristic={heuristic},kernel=off", state)
    assert one == other
    assert fast.count == slow.count


@pytest.mark.parametrize(("plies", "slice_"), [(1, 1), (2, 7), (5, 1 << 14)])
def test_a_short_line_grows_and_slices_change_nothing(
    plies: int, slice_: int, game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("eight_puzzle")
    state = near(game, 2, 16)
    other, slow = said(game, "idastar:heuristic=manhattan,kernel=off", state)
    assert len(other.line) > 5
    monkeypatch.setattr(fast_limited, "FIRST_PLIES", plies)
    monkeypatch.setattr(fast_limited, "FIRST_SLICE", slice_)
    monkeypatch.setattr(fast_limited, "SLICE", 0.0)
    one, fast = said(game, "idastar:heuristic=manhattan", state)
    assert one == other
    assert fast.count == slow.count


@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(nodes=500), Limits(depth=6)])
def test_limits_of_deepening(limits: Limits, game_of: Games) -> None:
    game = game_of("eight_puzzle")
    one, fast = said(game, "idastar", game.initial, limits)
    other, slow = said(game, "idastar:kernel=off", game.initial, limits)
    assert one == other
    assert fast.count.nodes == slow.count.nodes


@pytest.mark.parametrize(
    ("name", "walk"),
    [
        ("hanoi:disks=3", 2),
        ("knights_tour:width=3,height=3", 0),
        ("knights_tour:width=4,height=3", 1),
        ("lights_out:width=3,height=2", 1),
        ("wolf_goat_cabbage", 0),
        ("blocks_world", 0),
        ("sokoban:limit=9", 0),
        ("eight_puzzle", -14),
    ],
)
@pytest.mark.parametrize("heuristic", ["pattern", "goals"])
def test_best_first_is_as_short(name: str, walk: int, heuristic: str, game_of: Games) -> None:
    game = game_of(name)
    state = near(game, 7, -walk) if walk < 0 else walked(game, 2, walk)
    spec = f"astar:heuristic={heuristic}"
    one, fast = said(game, spec, state)
    other, slow = said(game, f"{spec},kernel=off", state)
    assert (one.values, one.bound, one.proven) == (other.values, other.bound, other.proven)
    if one.proven:
        assert len(one.line) == len(other.line)
    assert one.note == other.note
    assert fast.count.nodes <= 2 * slow.count.nodes + 100


@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(nodes=300), Limits(depth=5)])
def test_limits_of_best_first(limits: Limits, game_of: Games) -> None:
    game = game_of("eight_puzzle")
    one, fast = said(game, "astar", game.initial, limits)
    other, _ = said(game, "astar:kernel=off", game.initial, limits)
    assert (one.values, one.line, one.bound) == (other.values, other.line, other.bound)
    assert limits.nodes is None or fast.count.nodes <= limits.nodes


def test_best_first_says_when_its_memory_is_full(game_of: Games) -> None:
    game = game_of("eight_puzzle")
    with pytest.raises(LimitError, match=r"the memory of astar is full: [0-9,]+ states"):
        said(game, "astar:heuristic=goals", game.initial, Limits(memory=1 << 18))
