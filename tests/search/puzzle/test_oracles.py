"""Puzzles whose shortest solutions are known from elsewhere."""

from collections.abc import Callable

import pytest

from tests.search.puzzle import korf
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.search.base import Clock, Limits, Result, last
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
ME = Role(0)


def solved(game: CompiledGame, spec: str, state: State | None = None) -> tuple[Result, Clock]:
    """What a search says, with a line that was played through."""
    clock = Clock(Limits(seconds=300))
    start = game.initial if state is None else state
    result = last(parse(spec).start(game, ME, clock)(start, clock))
    assert result is not None
    end = start
    for joint in result.line:
        assert not game.terminal(end)
        assert joint[0] in game.legal(end, ME)
        end = game.next(end, joint)
    assert game.terminal(end)
    assert game.goals(end) == result.values
    return result, clock


@pytest.mark.parametrize(
    ("name", "spec", "moves"),
    [
        ("hanoi", "bfs", 15),
        ("hanoi:disks=6", "bfs", 63),
        ("hanoi:disks=3", "iddfs:table=true", 7),
        ("hanoi:disks=5", "astar", 31),
        ("lights_out:width=3,height=3", "bfs", 5),
        ("lights_out:width=4,height=4", "bfs", 4),
        pytest.param("lights_out:width=3,height=3", "idastar", 5, marks=pytest.mark.slow),
        ("knights_tour", "bfs", 24),
        ("knights_tour", "dfs", 24),
        ("sokoban", "bfs", 29),
        ("sokoban", "bfs:fold=true", 29),
        ("eight_puzzle", "bfs", 31),
        ("eight_puzzle", "astar", 31),
        ("eight_puzzle", "idastar", 31),
        pytest.param("fifteen_puzzle", "idastar", 37, marks=pytest.mark.slow),
        ("fifteen_puzzle", "idastar:heuristic=manhattan", 37),
    ],
)
def test_shortest_solutions(name: str, spec: str, moves: int, game_of: Games) -> None:
    result, _ = solved(game_of(name), spec)
    assert result.values == (100.0,)
    assert len(result.line) == moves
    assert result.proven
    assert result.shortest == (spec != "dfs")


def test_the_eight_puzzle_has_181440_positions_up_to_31_moves_away(game_of: Games) -> None:
    result, clock = solved(game_of("eight_puzzle"), "bfs")
    assert result.note == "181,440 states, up to 31 moves from the start"
    assert clock.count.nodes == 181_440


@pytest.mark.parametrize("number", [79, 12, 2])
def test_instances_of_korf(number: int, game_of: Games) -> None:
    game = game_of("fifteen_puzzle")
    result, _ = solved(game, "idastar:heuristic=manhattan", korf.start(game, number))
    assert len(result.line) == korf.LENGTHS[number]
    assert result.shortest


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 3])
def test_long_instances_of_korf(number: int, game_of: Games) -> None:
    game = game_of("fifteen_puzzle")
    result, _ = solved(game, "idastar:heuristic=manhattan", korf.start(game, number))
    assert len(result.line) == korf.LENGTHS[number]


@pytest.mark.slow
def test_peg_solitaire_by_all_positions(game_of: Games) -> None:
    result, _ = solved(game_of("peg_solitaire"), "bfs:fold=true")
    assert len(result.line) == 31
    assert result.proven
