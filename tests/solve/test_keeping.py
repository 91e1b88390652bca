"""Solutions in files, and what is said of files that are none."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from zermelo.errors import PlayError, ReadError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.solve.file import keep, kept
from zermelo.search.solve.prove import asked
from zermelo.search.solve.solution import Solution, solved

GameOf = Callable[[str], CompiledGame]
TINY = "nim:pile1=0,pile2=1,pile3=2,pile4=3"


@pytest.fixture(scope="module")
def tiny(game_of: GameOf) -> tuple[CompiledGame, Solution]:
    game = game_of(TINY)
    return game, solved(game)


def test_what_was_kept_is_the_same(tiny: tuple[CompiledGame, Solution], tmp_path: Path) -> None:
    game, solution = tiny
    path = tmp_path / "tiny.npz"
    keep(solution, game.name, path)
    again = kept(game, path)
    assert (again.rows == solution.rows).all()
    assert (again.values == solution.values).all()
    assert (again.distances == solution.distances).all()
    assert (again.total, again.moves) == (solution.total, solution.moves)
    assert asked(game, again, game.initial).values == (0.0, 100.0)
    assert list(tmp_path.iterdir()) == [path], "nothing else is left behind"


def test_the_solution_of_another_game_is_refused(
    tiny: tuple[CompiledGame, Solution], game_of: GameOf, tmp_path: Path
) -> None:
    game, solution = tiny
    keep(solution, game.name, tmp_path / "tiny.npz")
    with pytest.raises(UnsuitedError, match=r"is the solution of nim:.*, not of misere_nim"):
        kept(game_of("misere_nim:pile1=0,pile2=1,pile3=2,pile4=3"), tmp_path / "tiny.npz")


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut off"])
def test_other_files_are_refused(
    tiny: tuple[CompiledGame, Solution], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "other.npz"
    path.write_bytes(content)
    with pytest.raises(ReadError, match="is no solution that `zermelo solve --keep` wrote"):
        kept(tiny[0], path)


def test_other_archives_are_refused(tiny: tuple[CompiledGame, Solution], tmp_path: Path) -> None:
    path = tmp_path / "other.npz"
    np.savez(path, rows=np.zeros(3))
    with pytest.raises(ReadError, match="is no solution"):
        kept(tiny[0], path)


def test_a_file_of_another_version_is_refused(
    tiny: tuple[CompiledGame, Solution], tmp_path: Path
) -> None:
    path = tmp_path / "old.npz"
    np.savez(path, format="zermelo solution 1")
    with pytest.raises(
        ReadError,
        match=r"old.npz was written by an older Zermelo \(solution format 1; this one reads 3\)",
    ):
        kept(tiny[0], path)


def test_a_file_with_parts_of_different_sizes_is_damaged(
    tiny: tuple[CompiledGame, Solution], tmp_path: Path
) -> None:
    game, solution = tiny
    path = tmp_path / "tiny.npz"
    keep(solution, game.name, path)
    with np.load(path) as archive:
        arrays = dict(archive)
    np.savez(path, **{**arrays, "values": arrays["values"][1:]})
    with pytest.raises(ReadError, match="is damaged: its parts are not of one size"):
        kept(game, path)


def test_a_position_that_was_not_reached_is_refused(tiny: tuple[CompiledGame, Solution]) -> None:
    game, _ = tiny
    later = game.children(game.initial)[0].state
    solution = solved(game, later)
    with pytest.raises(PlayError, match=r"the position is not among the \d+ of part.npz"):
        asked(game, solution, game.initial, Path("part.npz"))


@pytest.mark.parametrize("longest", [(1 << 15) - 1, 1 << 15, 1 << 20])
def test_matches_of_any_length_are_kept(
    tiny: tuple[CompiledGame, Solution], longest: int, tmp_path: Path
) -> None:
    game, solution = tiny
    distances = solution.distances.copy()
    distances[0] = longest
    keep(replace(solution, distances=distances), game.name, tmp_path / "long.npz")
    assert (kept(game, tmp_path / "long.npz").distances == distances).all()


def test_a_single_role_shares_with_nobody_in_a_file_too(game_of: GameOf, tmp_path: Path) -> None:
    game = game_of("hanoi:disks=2")
    keep(solved(game), game.name, tmp_path / "hanoi.npz")
    again = kept(game, tmp_path / "hanoi.npz")
    assert again.total is None
    assert asked(game, again, game.initial).values == (100.0,)
