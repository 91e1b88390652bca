"""Solving with positions folded by symmetry: fewer positions, the same answers."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from tests.apps.conftest import Run, run
from zermelo.errors import PlayError, ReadError
from zermelo.game.compiled_game import CompiledGame
from zermelo.ground.program import Program
from zermelo.proofs.symmetry.symmetries import Symmetries, symmetries
from zermelo.search.base import Clock
from zermelo.search.solve.file import keep, kept
from zermelo.search.solve.prove import asked, folding_at, prove
from zermelo.search.solve.solution import Solution, solved

__all__ = ["run"]

GameOf = Callable[[str], CompiledGame]
FOLDED = {
    "tictactoe": (5_478, 765),
    "misere_tictactoe": (5_478, 765),
    "three_mens_morris": None,
    "connect_three": None,
    "reversi:size=4": (62_789, 15_856),
    "domineering:rows=4,columns=4": None,
    "dots_and_boxes:rows=1,columns=2,margin=1": None,
    # 3 ** 4 and 15 multisets with either role in turn; without zeros only one of them can be.
    "nim_capped:pile1=2,pile2=2,pile3=2,pile4=2": (2 * 81 - 16, 2 * 15 - 5),
    "kayles:pins=5": None,
    "lights_out:width=3,height=2": None,
    "snort": None,
    "wolf_goat_cabbage": None,
}


def folded(game: CompiledGame) -> Solution:
    folds = folding_at(game, game.initial, Clock())
    assert folds is not None
    return solved(game, folding=folds)


@pytest.mark.parametrize("name", FOLDED)
def test_every_position_has_the_worth_that_it_has_unfolded(game_of: GameOf, name: str) -> None:
    game = game_of(name)
    whole, part = solved(game), folded(game)
    assert part.positions == whole.positions
    assert part.size < whole.size == whole.positions
    if FOLDED[name]:
        assert (part.positions, part.size) == FOLDED[name]
    rows = np.ascontiguousarray(whole.rows.T)
    some = np.random.default_rng(0).permutation(len(rows))[:3000]
    for row in rows[some]:
        assert part.worth(row) == whole.worth(row)


def test_a_game_without_symmetries_is_not_folded(game_of: GameOf) -> None:
    for name in ("hex:size=3", "subtraction:heap=9", "nim_capped"):
        game = game_of(name)
        assert folding_at(game, game.initial, Clock()) is None


def test_symmetries_that_move_the_start_do_not_fold(tictactoe: CompiledGame) -> None:
    corner = tictactoe.state_of(
        ["(cell 1 1 x)", "(control o)"]
        + [f"(cell {x} {y} b)" for x in (1, 2, 3) for y in (1, 2, 3) if (x, y) != (1, 1)]
    )
    folds = folding_at(tictactoe, corner, Clock())
    assert folds is not None
    assert folds.order == 2
    assert folds.smallest(corner) == corner
    answer, solution = prove(tictactoe, corner, Clock())
    whole, unfolded = prove(tictactoe, corner, Clock(), fold=False)
    assert solution is not None
    assert unfolded is not None
    assert (answer.positions, answer.values) == (whole.positions, whole.values)
    assert (answer.choices, answer.best, answer.line) == (whole.choices, whole.best, whole.line)
    assert solution.size < unfolded.size


def test_a_position_that_was_not_reached_is_refused(tictactoe: CompiledGame) -> None:
    later = tictactoe.children(tictactoe.initial)[0].state
    _, solution = prove(tictactoe, later, Clock())
    assert solution is not None
    with pytest.raises(PlayError, match="the position is not among the"):
        asked(tictactoe, solution, tictactoe.initial)


def test_what_was_kept_is_folded_as_before(tictactoe: CompiledGame, tmp_path: Path) -> None:
    solution = folded(tictactoe)
    path = tmp_path / "folded.npz"
    keep(solution, tictactoe.name, path)
    again = kept(tictactoe, path)
    assert (again.positions, again.size) == (5478, 765)
    for child in tictactoe.children(tictactoe.initial):
        row = tictactoe.row(child.state)
        assert again.worth(row) == solution.worth(row)


@pytest.mark.parametrize("damage", [np.zeros((2, 29), np.int32), np.full((1, 3), 99, np.int32)])
def test_symmetries_that_are_none_are_damage(
    tictactoe: CompiledGame, tmp_path: Path, damage: np.ndarray[tuple[int, int], np.dtype[np.int32]]
) -> None:
    path = tmp_path / "folded.npz"
    keep(folded(tictactoe), tictactoe.name, path)
    with np.load(path) as archive:
        arrays = dict(archive)
    np.savez(path, **{**arrays, "images": damage})
    with pytest.raises(ReadError, match="its symmetries are no permutations of fluents"):
        kept(tictactoe, path)


def test_the_command_says_both_numbers(run: Run, tmp_path: Path) -> None:
    shown = run("solve", "tictactoe").out
    assert "retrograde: 5,478 positions, 765 up to symmetry (8 symmetries), " in shown
    answer = run("solve", "tictactoe", "--json").answer
    assert (answer["positions"], answer["folded"]) == (5478, 765)
    whole = run("solve", "tictactoe", "--no-fold", "--json").answer
    assert (whole["positions"], whole["folded"]) == (5478, 5478)
    same = {"folded": 0, "symmetries": None, "seconds": 0, "cpu_seconds": 0}
    assert {**answer, **same} == {**whole, **same}
    path = str(tmp_path / "folded.npz")
    run("solve", "tictactoe", "--keep", path)
    asked = run("solve", "tictactoe", "--from", path, "--moves", "(mark 3 3)", "--json").answer
    assert (asked["positions"], asked["folded"], asked["distance"]) == (5478, 765, 8)


def test_a_count_up_to_symmetry_names_the_group_also_where_it_is_not_whole(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = run("solve", "tictactoe", "--json").answer
    assert answer["symmetries"] == {"order": 8, "complete": True}
    whole = symmetries

    def part(program: Program, *, seconds: float | None, keeping: list[int]) -> Symmetries:
        found = whole(program, keeping=keeping)
        return Symmetries(found.generators[:1], 2, "steps")

    monkeypatch.setattr("zermelo.search.solve.prove.symmetries", part)
    answer = run("solve", "tictactoe", "--json").answer
    assert answer["symmetries"] == {"order": 2, "complete": False}
    assert answer["folded"] > 765
    assert "up to symmetry (2 symmetries; there may be more)" in run("solve", "tictactoe").out


def test_a_slow_clock_does_not_change_the_count(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count(step=30.0)
    monkeypatch.setattr("zermelo.proofs.budget.time.monotonic", lambda: next(ticks))
    answer = run("solve", "tictactoe", "--json").answer
    assert (answer["folded"], answer["positions"]) == (765, 5478)


def test_a_search_folds_nothing(run: Run) -> None:
    answer = run("solve", "nim:pile1=0,pile2=1,pile3=2,pile4=3", "--search", "alphabeta", "--json")
    assert answer.answer["folded"] is None


@pytest.mark.parametrize(("fold", "looked_at"), [(True, 765), (False, 5478)])
def test_folding_can_be_left_out(tictactoe: CompiledGame, fold: bool, looked_at: int) -> None:
    answer, solution = prove(tictactoe, tictactoe.initial, Clock(), fold=fold)
    assert solution is not None
    assert (answer.positions, answer.folded, solution.size) == (5478, looked_at, looked_at)
