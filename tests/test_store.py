"""What is kept between runs: whole or not at all, bounded, and never in the way."""

import errno
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo import store

ARRAYS: dict[str, Any] = {
    "code": np.arange(300, dtype=np.int32),
    "words": np.frombuffer(b'{"name": "tictactoe"}', np.uint8),
    "slots": np.asarray(7),
    "none": np.zeros(0, np.int64),
}


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled games of an empty store."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    return tmp_path / "games"


def is_same(found: dict[str, Any] | None) -> bool:
    """Whether exactly `ARRAYS` were found, with their types."""
    return (
        found is not None
        and found.keys() == ARRAYS.keys()
        and all(
            found[name].dtype == array.dtype and found[name].tolist() == array.tolist()
            for name, array in ARRAYS.items()
        )
    )


def files(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir())


def test_what_was_kept_is_found(games: Path) -> None:
    assert store.find("one") is None
    store.keep("one", ARRAYS)
    assert is_same(store.find("one"))
    assert store.find("two") is None
    assert files(games) == ["one.npz"]


def test_what_is_kept_again_is_replaced(games: Path) -> None:
    store.keep("one", {"code": np.zeros(3)})
    store.keep("one", ARRAYS)
    assert is_same(store.find("one"))
    assert files(games) == ["one.npz"]


def test_a_file_with_any_byte_changed_is_removed_and_not_found(games: Path) -> None:
    store.keep("one", ARRAYS)
    whole = (games / "one.npz").read_bytes()
    chance = random.Random(1)
    for place in [*range(0, len(whole), 3), len(whole) - 1]:
        damaged = bytearray(whole)
        damaged[place] ^= chance.randrange(1, 256)
        (games / "one.npz").write_bytes(damaged)
        assert store.find("one") is None
        assert files(games) == []


def test_a_file_that_was_given_another_name_is_removed_and_not_found(games: Path) -> None:
    store.keep("one", ARRAYS)
    store.keep("two", {"code": np.zeros(3)})
    (games / "two.npz").replace(games / "one.npz")
    assert store.find("one") is None
    assert files(games) == []


def test_what_is_whole_but_something_else_is_removed_and_not_found(games: Path) -> None:
    games.mkdir()
    store.seal(games / "one.npz", b"something else")
    assert store.find("one") is None
    assert files(games) == []


@pytest.mark.parametrize("part", [0.0, 0.2, 0.5, 0.9, 0.999])
def test_a_file_that_was_cut_off_is_made_again(games: Path, part: float) -> None:
    store.keep("one", ARRAYS)
    whole = (games / "one.npz").read_bytes()
    (games / "one.npz").write_bytes(whole[: int(part * len(whole))])
    assert store.find("one") is None
    store.keep("one", ARRAYS)
    assert is_same(store.find("one"))


@pytest.mark.parametrize("content", [b"", b"PK", b"\0" * 16, b"\x93NUMPY" + bytes(500)])
def test_a_file_of_something_else_is_not_found(games: Path, content: bytes) -> None:
    games.mkdir()
    (games / "one.npz").write_bytes(content)
    assert store.find("one") is None


def test_pickled_objects_are_never_loaded(games: Path) -> None:
    store.keep("one", {"code": np.array([{"an": "object"}], object)})
    with pytest.raises(ValueError, match="allow_pickle"):
        store.find("one")


def test_two_processes_that_keep_the_same_do_no_harm(games: Path) -> None:
    code = (
        "import numpy as np, sys; from zermelo import store\n"
        "for turn in range(60):\n"
        "    store.keep('one', {'x': np.full(20_000, turn)})\n"
        "    found = store.find('one')\n"
        "    assert found is None or (found['x'] == found['x'][0]).all()\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(2)]
    assert [writer.wait(timeout=600) for writer in writers] == [0, 0]
    found = store.find("one")
    assert found is not None
    assert found["x"].tolist() == [59] * 20_000
    assert files(games) == ["one.npz"]


def test_pruning_keeps_what_was_used_last(games: Path) -> None:
    for age, name in enumerate(["newest", "newer", "older", "oldest"]):
        store.keep(name, ARRAYS)
        os.utime(games / f"{name}.npz", (1e9 - age, 1e9 - age))
    assert is_same(store.find("older"))  # used again, so it is the newest now
    size = (games / "newest.npz").stat().st_size
    store.prune(games, largest=3 * size)
    assert files(games) == ["newer.npz", "newest.npz", "older.npz"]
    store.prune(games, largest=2 * size - 1)
    assert files(games) == ["older.npz"]
    store.prune(games, largest=0)
    assert files(games) == []


def test_pruning_removes_what_a_killed_process_left(games: Path) -> None:
    store.keep("one", ARRAYS)
    left = games / "left.part"
    left.write_bytes(bytes(100))
    os.utime(left, (1e9, 1e9))
    store.prune(games, largest=(games / "one.npz").stat().st_size)
    assert files(games) == ["one.npz"]


def test_keeping_prunes(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.keep("old", ARRAYS)
    os.utime(games / "old.npz", (1e9, 1e9))
    size = (games / "old.npz").stat().st_size
    monkeypatch.setattr(store.prune, "__defaults__", (size,))
    store.keep("new", ARRAYS)
    assert files(games) == ["new.npz"]


def test_nothing_is_kept_when_turned_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("ZERMELO_CACHE", "off")
    assert store.folder("games") is None
    store.keep("one", ARRAYS)
    assert store.find("one") is None
    assert files(tmp_path) == []


def test_the_folder_is_that_of_the_user_unless_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("ZERMELO_CACHE", raising=False)
    assert store.folder("a", "b") == tmp_path / "cache" / "zermelo" / "a" / "b"
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "named"))
    assert store.folder("a") == tmp_path / "named" / "a"
    assert (tmp_path / "named" / "a").is_dir()


def test_a_folder_that_cannot_be_made_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("a file where a folder should be")
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "file"))
    store.keep("one", ARRAYS)
    assert store.find("one") is None
    assert files(tmp_path) == ["file"]


def refusing(number: int) -> Callable[..., None]:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return refuse


def test_a_folder_that_may_not_be_written_can_still_be_read(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.keep("one", ARRAYS)
    # Not by chmod: tests may run as root, who may write everywhere.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr(os, "utime", refusing(errno.EROFS))
    monkeypatch.setattr(Path, "open", refusing(errno.EROFS))
    store.keep("two", ARRAYS)
    monkeypatch.undo()
    monkeypatch.setenv("ZERMELO_CACHE", str(games.parent))
    assert files(games) == ["one.npz"]
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr(os, "utime", refusing(errno.EROFS))
    assert store.find("one") is not None


@pytest.mark.parametrize("step", ["open", "replace"])
def test_a_full_disk_only_means_that_nothing_is_kept(
    games: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Path, step, refusing(errno.ENOSPC))
        store.keep("one", ARRAYS)
    assert files(games) == []


def test_a_fingerprint_tells_all_differences(tmp_path: Path) -> None:
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("1")
    two.write_text("2")
    prints = [
        store.fingerprint([one, two], "a", "b"),
        store.fingerprint([one, two], "ab"),
        store.fingerprint([one, two], "a", "c"),
        store.fingerprint([one], "a", "b"),
    ]
    two.write_text("3")
    prints.append(store.fingerprint([one, two], "a", "b"))
    assert len(set(prints)) == 5
    two.write_text("2")
    assert store.fingerprint([two, one], "a", "b") == prints[0]
