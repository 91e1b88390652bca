"""Exercises in alpha-beta as they were last reviewed: trees, keys and what a clock counts."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.search.answers import after
from tests.signatures import compare, digest
from zermelo.errors import ZermeloError
from zermelo.exercises.exercise import Exercise, exercise
from zermelo.exercises.position_exercise import position_exercise
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.base import Clock, Limits, OutOfTimeError
from zermelo.search.parts.minimal import minimal

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
GAMES = ["tictactoe", "kayles", "nim", "breakthrough:width=3,height=4", "rock_paper_scissors"]


@dataclass(frozen=True, slots=True)
class Window:
    """A visit as the signatures spell it."""

    node: str
    low: float
    high: float
    value: float


def spelled(task: Exercise) -> str:
    """Return an exercise as the signatures spell it."""
    windows = tuple(Window(name, v.low, v.high, v.value) for name, v in task.windows.items())
    return f"{str(task).removesuffix(')')}, windows={windows})"


def test_signatures_of_exercises() -> None:
    found = {}
    for seed in range(6):
        for depth, branching in ((1, 2), (2, 3), (3, 2), (0, 3), (4, 9), (2, 1)):
            key = f"seed {seed}, depth {depth}, branching {branching}"
            try:
                task = exercise(seed, depth, branching)
            except ZermeloError as error:
                found[key] = str(error)
            else:
                found[key] = digest([spelled(task)])
    compare(KEPT / "exercises.txt", found)


def test_signatures_of_exercises_on_positions(game_of: Games) -> None:
    found = {}
    for name in GAMES:
        game = game_of(name)
        for seed in range(4):
            depth, branching = ((1, 2), (2, 3), (3, 2), (5, 5))[seed]
            for nodes in (None, 1, 2):
                clock = Clock(Limits(nodes=nodes))
                try:
                    task = position_exercise(game, seed, depth, branching, clock=clock)
                    said = f"{task.rank} {digest([task.line, task.text, task.places])}"
                except (ZermeloError, OutOfTimeError) as error:
                    said = f"{type(error).__name__} {error}"
                key = f"{name} seed {seed}, depth {depth}, branching {branching}, {nodes} nodes"
                found[key] = f"{said} in {clock.count.nodes}"
    compare(KEPT / "exercises-on-positions.txt", found)


def test_signatures_of_minimal_trees(game_of: Games) -> None:
    found = {}
    for name in GAMES[:4]:
        game = game_of(name)
        for moves in (0, 2, 5):
            state = after(game, moves, moves)
            told = [minimal(game, state, depth) for depth in (0, 1, 2, 3)]
            found[f"{name} after {moves}"] = str(told)
    compare(KEPT / "minimal.txt", found)
