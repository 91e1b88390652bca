"""Kernels are compiled whole, whatever happens meanwhile, and kept whole."""

import errno
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zermelo.kernels.background import Waited
from zermelo.kernels.kernel import kernel, kernel_folder
from zermelo.process.interrupts import signals
from zermelo.store import digest


@pytest.fixture(autouse=True)
def _folders_by_the_environment_of_each_test() -> None:
    kernel_folder.cache_clear()


def test_an_interrupt_waits_until_a_kernel_is_compiled() -> None:
    done: list[str] = []

    def compiled() -> None:
        with signals.postponed():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("compiled")
        done.append("gone on")

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        compiled()
    assert done == ["compiled"]
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_have_no_interrupts() -> None:
    done: list[str] = []

    def compiled() -> None:
        with signals.postponed():
            done.append("compiled")

    thread = threading.Thread(target=compiled)
    thread.start()
    thread.join()
    assert done == ["compiled"]


def test_a_wait_for_kernels_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([10.0, 13.0, 20.0, 21.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    waited = Waited()
    with waited.noted(), waited.noted():  # a kernel that another one calls
        assert waited.seconds == 0
    assert waited.seconds == 3
    with pytest.raises(ZeroDivisionError), waited.noted():
        raise ZeroDivisionError
    assert (waited.seconds, waited.waits) == (4, False)


def double_source(folder: Path) -> Any:
    """A kernel whose file is its own, so that it has a folder of its own."""
    file = folder / "double.py"
    file.write_text("def double(x):\n    return 2 * x\n")
    spaces: dict[str, Any] = {"__name__": __name__}  # numba imports the module of a function
    exec(compile(file.read_text(), str(file), "exec"), spaces)
    return kernel(spaces["double"])


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:100],
        lambda content: content[:-1],
        lambda content: b"garbage",
        lambda content: content[:500] + bytes([content[500] ^ 1]) + content[501:],
        lambda content: content[:-1] + bytes([content[-1] ^ 128]),
    ],
    ids=["emptied", "cut off early", "cut off late", "garbage", "bit in code", "bit in checksum"],
)
def test_a_damaged_kernel_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[bytes], bytes]
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    assert double_source(tmp_path)(3) == 6
    (kept,) = (tmp_path / "cache").rglob("*.nbc")
    whole = kept.read_bytes()
    again = double_source(tmp_path)
    assert again(3) == 6
    assert sum(again.stats.cache_hits.values()) == 1
    kept.write_bytes(damage(whole))
    repaired = double_source(tmp_path)
    assert repaired(3) == 6
    assert sum(repaired.stats.cache_misses.values()) == 1
    assert kept.read_bytes()[-16:] == digest(kept.read_bytes()[:-16])


def test_a_kernel_for_other_types_is_not_mistaken_for_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    assert double_source(tmp_path)(3) == 6
    (whole,) = (tmp_path / "cache").rglob("*.nbc")
    assert double_source(tmp_path)(1.5) == 3.0
    (floats,) = set((tmp_path / "cache").rglob("*.nbc")) - {whole}
    floats.write_bytes(whole.read_bytes())
    assert double_source(tmp_path)(1.5) == 3.0


def test_what_is_compiled_can_be_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    double = double_source(tmp_path)
    assert double(3) == 6
    double._cache.flush()
    assert list((tmp_path / "cache").rglob("*.nbc")) == []


def test_a_full_disk_only_means_that_a_kernel_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(os, "replace", full)
    assert double_source(tmp_path)(3) == 6
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []
