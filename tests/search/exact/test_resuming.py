"""Searches that go on where they stopped, and files that nobody should go on from."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo.errors import ReadError, UnsuitedError, UnwritableError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.search.algorithms.exact import Exact
from zermelo.search.base import Clock, Limits, Result, last
from zermelo.search.exact import resuming
from zermelo.search.tables import believed
from zermelo.search.tables.sealing import arrays_in, write_sealed

Games = Callable[[str], CompiledGame]
GAME = "connect_four:width=4,height=4"
NODES = 3042
"""That the search takes at once."""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Note what is believed in a folder of the test."""
    (tmp_path / "cache").mkdir(mode=0o700)
    monkeypatch.setattr(believed, "folder", lambda *_: tmp_path / "cache")


def searched(game: CompiledGame, path: Path, **options: Any) -> tuple[Result | None, int]:
    """Return what a search comes to that keeps a file, and its nodes with those of before."""
    clock = Clock(Limits(nodes=options.pop("nodes", None)))
    role = options.pop("role", 0)
    search = Exact(resume=str(path), **options)
    return last(search.start(game, Role(role), clock)(game.initial, clock)), clock.count.nodes


def test_a_search_that_was_stopped_goes_on(game_of: Games, tmp_path: Path) -> None:
    path, game = tmp_path / "progress.npz", game_of(GAME)
    first, spent = searched(game, path, nodes=2000)
    assert first is not None
    assert (first.proven, spent) == (False, 2000)
    second, spent = searched(game, path)
    assert second is not None
    assert second.values == (50, 50)
    assert NODES <= spent < NODES + 1000  # with the 2,000 of before


def test_it_is_written_when_it_is_due(
    game_of: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "SECONDS_BETWEEN", -1.0)
    path = tmp_path / "progress.npz"
    searched(game_of(GAME), path)
    assert arrays_in(path.read_bytes())["nodes"] > 0


def damaged(path: Path) -> None:
    """Change one bit."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))


def newer(path: Path) -> None:
    """Give a file the next version."""
    arrays = arrays_in(path.read_bytes())
    with path.open("wb") as file:
        write_sealed(file, arrays | {"format": np.array("zermelo progress 2")})


def forged(path: Path) -> None:
    """Change a bound, and seal the file again."""
    arrays = arrays_in(path.read_bytes())
    arrays["cells"][np.flatnonzero(arrays["cells"])[0]] ^= np.uint64(1) << np.uint64(40)
    with path.open("wb") as file:
        write_sealed(file, arrays, packed=False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (damaged, "is damaged, or no file that `zermelo solve --resume` wrote"),
        (lambda path: path.write_text("a poem"), "is damaged, or no file that"),
        (newer, "was written by a newer Zermelo"),
        (forged, "was not written by this version of Zermelo on this machine"),
    ],
)
def test_what_was_not_written_here_is_refused(
    game_of: Games, tmp_path: Path, change: Callable[[Path], Any], message: str
) -> None:
    path = tmp_path / "progress.npz"
    searched(game_of(GAME), path, nodes=1000)
    change(path)
    with pytest.raises(ReadError, match=message):
        searched(game_of(GAME), path)


@pytest.mark.parametrize(
    ("options", "what"), [({"fold": False}, "fold"), ({"role": 1}, "role"), ({"game": 5}, "rules")]
)
def test_other_questions_are_refused(
    game_of: Games, tmp_path: Path, options: dict[str, Any], what: str
) -> None:
    path = tmp_path / "progress.npz"
    searched(game_of(GAME), path, nodes=1000)
    other = game_of("connect_four:width=4,height=4,line=3") if options.pop("game", 0) else None
    with pytest.raises(UnsuitedError, match=f"is about .* with another {what}: name another file"):
        searched(other or game_of(GAME), path, **options)


def test_a_file_that_cannot_be_written_is_refused_at_once(game_of: Games, tmp_path: Path) -> None:
    with pytest.raises(UnwritableError, match="no_folder"):
        searched(game_of(GAME), tmp_path / "no_folder" / "progress.npz")


def test_the_readable_version_keeps_no_file(game_of: Games, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="resume= needs the compiled kernel"):
        searched(game_of(GAME), tmp_path / "progress.npz", kernel="off")
