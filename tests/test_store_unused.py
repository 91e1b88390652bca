"""Folders of old versions go when nobody has used them for a month, and not before."""

import os
import time
from pathlib import Path
from typing import Any

import numba
import pytest

from zermelo import store
from zermelo.kernels import cache
from zermelo.kernels.cache import KernelCache

DAY = 86_400.0


def version(place: Path, name: str, days: float) -> Path:
    """A folder that was used that many days ago."""
    folder = place / name
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "kernel.nbc").write_bytes(b"machine code")
    then = time.time() - days * DAY
    os.utime(folder, (then, then))
    return folder


def test_only_what_was_not_used_for_a_month_goes(tmp_path: Path) -> None:
    names = {"new": 0.0, "used": 29.0, "old": 31.0, "older": 300.0, "tomorrow": -1.0}
    for name, days in names.items():
        version(tmp_path, name, days)
    version(tmp_path, "half.removed", 40.0)
    (tmp_path / "file").write_text("not a folder")
    os.utime(tmp_path / "file", (0, 0))
    store.remove_unused(tmp_path)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["file", "new", "tomorrow", "used"]


def test_use_is_noted_once_a_day(tmp_path: Path) -> None:
    old, fresh = version(tmp_path, "old", 20.0), version(tmp_path, "fresh", 0.5)
    before = fresh.stat().st_mtime
    store.mark_used(old)
    store.mark_used(fresh)
    assert time.time() - old.stat().st_mtime < DAY
    assert fresh.stat().st_mtime == before
    store.mark_used(tmp_path / "nowhere")


def test_a_folder_that_another_process_removes_first_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version(tmp_path, "old", 40.0)
    other = version(tmp_path, "other", 40.0)

    def too_late(path: Path, target: Path) -> Path:
        raise FileNotFoundError(2, "No such file or directory", str(path))

    monkeypatch.setattr(Path, "rename", too_late)
    store.remove_unused(tmp_path)
    assert other.exists()


def test_what_is_gone_is_compiled_again(tmp_path: Path) -> None:
    place = version(tmp_path, "mine", 0.0)

    def double(number: int) -> int:
        return 2 * number

    compiled: Any = numba.njit(double)
    compiled._cache = KernelCache(double, place)
    then = time.time() - 40 * DAY
    os.utime(place, (then, then))
    store.remove_unused(tmp_path)
    assert not place.exists()
    assert compiled(21) == 42


def test_compiling_a_kernel_removes_old_versions(tmp_path: Path) -> None:
    cache.remove_old_versions.cache_clear()
    place, old = version(tmp_path, "mine", 0.0), version(tmp_path, "old", 40.0)

    def triple(number: int) -> int:
        return 3 * number

    compiled: Any = numba.njit(triple)
    compiled._cache = KernelCache(triple, place)
    assert compiled(14) == 42
    assert not old.exists()
    assert any(place.glob("*.nbc"))
