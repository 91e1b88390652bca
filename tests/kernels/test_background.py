"""Kernels that are not compiled answer as plain Python, and are compiled by another process."""

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kernels.sources import SOURCE, anew, compiled_in, wanted_in, written
from zermelo import store
from zermelo.kernels import background as module
from zermelo.kernels.background import (
    MEANWHILE,
    PATIENCE,
    WAITING,
    background,
    have_compiled,
    is_possible,
    locked,
)
from zermelo.kernels.compiling import compile_all
from zermelo.kernels.kernel import kernel_folder


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    kernel_folder.cache_clear()
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("ZERMELO_WARM")
    monkeypatch.setattr(module, "LOOK_AGAIN", 0.0)
    monkeypatch.setattr("zermelo.kernels.kernel.LOOK_AGAIN", 0.0)
    return tmp_path / "cache" / "kernels"


@pytest.fixture
def kernels(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module of two kernels, of which nothing is compiled."""
    return written(tmp_path, monkeypatch)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What processes that would have been started would do."""
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(module, "start", lambda *command: commands.append(command))
    return commands


def test_what_is_not_compiled_answers_as_plain_python(
    cache: Path, kernels: Any, started: list[tuple[str, ...]]
) -> None:
    said: list[str] = []
    with background.answering(said.append):
        assert kernels.quadruple(3) == 12
        assert kernels.quadruple(5) == 20
        assert background.is_awaited
    assert kernels.quadruple.signatures == kernels.twice.signatures == []
    assert compiled_in(cache) == 0
    assert said == [MEANWHILE]
    assert started == [("zermelo.kernels.compiling", str(cache))]
    assert wanted_in(cache) == 1  # what it calls is compiled into it
    assert not background.is_awaited


def test_machine_code_is_run_as_soon_as_it_is_there(
    cache: Path, kernels: Any, started: list[tuple[str, ...]]
) -> None:
    with background.answering(lambda _: None):
        assert kernels.quadruple(3) == 12
        compile_in_another_process(kernels, cache)
        assert wanted_in(cache) == 0
        assert kernels.quadruple(3) == 12
        assert not background.is_awaited
    assert len(kernels.quadruple.signatures) == 1
    assert sum(kernels.quadruple.stats.cache_hits.values()) == 1
    assert sum(kernels.quadruple.stats.cache_misses.values()) == 0
    assert len(started) == 1


def compile_in_another_process(kernels: Any, place: Path) -> None:
    """Do what the process in the background does, with its own kernels."""
    mine, tell = sys.modules.pop(kernels.__name__), background.tell
    background.tell = None  # there, nobody is answered meanwhile
    try:
        compile_all(place)
    finally:
        sys.modules[kernels.__name__], background.tell = mine, tell


def test_a_process_that_was_killed_meanwhile_is_started_again(
    cache: Path, kernels: Any, started: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with background.answering(lambda _: None):
        kernels.quadruple(3)
        kernels.quadruple(3)
        assert len(started) == 1
        monkeypatch.setattr(module, "LOOK_AFTER", 0.0)
        kernels.quadruple(3)
        assert len(started) == 2


def test_other_types_are_other_machine_code(
    cache: Path, kernels: Any, started: list[tuple[str, ...]]
) -> None:
    with background.answering(lambda _: None):
        assert kernels.quadruple(3) == 12
        compile_in_another_process(kernels, cache)
        assert kernels.quadruple(1.5) == 6.0
    assert wanted_in(cache) == 1


def test_nobody_who_does_not_ask_is_answered_that_way(
    cache: Path, kernels: Any, started: list[tuple[str, ...]]
) -> None:
    assert kernels.quadruple(3) == 12
    assert len(kernels.quadruple.signatures) == 1
    assert started == []


def test_who_insists_waits(cache: Path, kernels: Any, started: list[tuple[str, ...]]) -> None:
    said: list[str] = []
    with background.answering(said.append):
        background.insist()
        assert kernels.quadruple(3) == 12
    assert len(kernels.quadruple.signatures) == 1
    assert (said, started) == ([], [])


def test_what_takes_long_compiles_for_itself(
    cache: Path, kernels: Any, started: list[tuple[str, ...]]
) -> None:
    said: list[str] = []
    with background.answering(said.append):
        assert kernels.twice(3) == 6
        assert kernels.twice.signatures == []
        background.spent = PATIENCE
        assert kernels.twice(3) == 6
        assert kernels.quadruple(3) == 12
        assert len(kernels.twice.signatures) == 1
    assert said == [MEANWHILE, WAITING]


def test_time_without_machine_code_is_counted(
    cache: Path, kernels: Any, started: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(time, "thread_time", lambda: float(next(ticks)))
    with background.answering(lambda _: None):
        kernels.twice(3)
        assert background.spent == 1.0
        kernels.quadruple(3)
        assert background.spent == 2.0


def test_tests_and_others_can_forbid_it(
    cache: Path, kernels: Any, started: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZERMELO_WARM", "off")
    said: list[str] = []
    with background.answering(said.append):
        assert kernels.quadruple(3) == 12
    assert len(kernels.quadruple.signatures) == 1
    assert (said, started) == ([], [])


@pytest.mark.usefixtures("cache")
def test_without_a_cache_nothing_goes_on_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_possible()
    monkeypatch.setenv("ZERMELO_CACHE", "off")
    assert not is_possible()


def test_a_cache_that_cannot_be_written_is_read(
    cache: Path, kernels: Any, started: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kernels.twice(3) == 6
    kept = compiled_in(cache)
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(store, "seal", lambda *_: None)
    said: list[str] = []
    with background.answering(said.append):
        again = anew(kernels)
        assert again.twice(3) == 6
        assert again.quadruple(3) == 12  # is not there: it is waited for
    assert sum(again.twice.stats.cache_hits.values()) >= 1
    assert (compiled_in(cache), wanted_in(cache)) == (kept, 0)
    assert (said, started) == ([], [])


def test_a_full_disk_means_that_kernels_are_waited_for(
    cache: Path, kernels: Any, started: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "seal", lambda *_: None)
    said: list[str] = []
    with background.answering(said.append):
        assert kernels.twice(3) == 6
    assert len(kernels.twice.signatures) == 1
    assert (said, started) == ([], [])


def test_where_no_process_can_be_started_kernels_are_waited_for(
    cache: Path, kernels: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise BlockingIOError

    monkeypatch.setattr(module, "start", refused)
    with background.answering(lambda _: None):
        assert kernels.twice(3) == 6
    assert len(kernels.twice.signatures) == 1


def test_two_commands_start_one_process(
    cache: Path, kernels: Any, started: list[tuple[str, ...]]
) -> None:
    with locked(cache) as mine:
        assert mine
        with locked(cache) as other:
            assert not other
        assert have_compiled(cache)  # by the one that is at work
        assert started == []
        compile_all(cache)  # does nothing then
    assert have_compiled(cache)
    assert len(started) == 1


@pytest.mark.parametrize("content", [b"", b"garbage", b"\x80\x05N."])
def test_a_request_that_makes_no_sense_is_dropped(cache: Path, content: bytes) -> None:
    folder = cache / "some"
    folder.mkdir(parents=True)
    (folder / "one.wanted").write_bytes(content)
    store.seal(folder / "other.wanted", content)
    compile_all(cache)
    assert wanted_in(cache) == 0


def test_a_request_that_stays_is_followed_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = cache / "some"
    folder.mkdir(parents=True)
    store.seal(folder / "one.wanted", b"")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "unlink", refuse)
    compile_all(cache)  # ends
    assert wanted_in(cache) == 1


COMMAND = """
import sys
from zermelo.kernels.background import background
kernels = __import__(sys.argv[1])
with background.answering(print):
    print(kernels.quadruple(3), len(kernels.quadruple.signatures))
"""


def run(kernels: Any) -> list[str]:
    """What a process says that calls a kernel."""
    path = os.pathsep.join(path for path in sys.path if path)
    line = [sys.executable, "-c", COMMAND, kernels.__name__]
    answer = subprocess.run(
        line, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=True
    )
    assert answer.stderr == ""
    return answer.stdout.splitlines()


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for a process in the background, which has to share the machine with everybody."""
    for _ in range(3000):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("waited five minutes in vain")


def is_over(place: Path) -> bool:
    """Whether no process compiles."""
    with locked(place) as mine:
        return mine


def test_the_process_in_the_background_leaves_machine_code_and_ends(
    cache: Path, kernels: Any
) -> None:
    assert run(kernels) == [MEANWHILE, "12 0"]
    wait_until(lambda: compiled_in(cache) > 0 and wanted_in(cache) == 0 and is_over(cache))
    assert run(kernels) == ["12 1"]
    names = {path.suffix for path in cache.rglob("*") if path.is_file()}
    assert names == {".nbc", ".lock"}


SLOW = """
import os
import time
from pathlib import Path

here = Path(__file__).parent
if "compiling" in " ".join(os.sys.orig_argv) and not (here / "hurry").exists():
    (here / "pid").write_text(str(os.getpid()))
    time.sleep(600)
"""


def test_a_process_that_was_killed_is_started_again(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels = written(tmp_path, monkeypatch, SLOW + SOURCE)
    assert run(kernels) == [MEANWHILE, "12 0"]
    place = tmp_path / "pid"
    wait_until(lambda: place.exists() and place.read_text() != "")
    assert not is_over(cache)
    process = int(place.read_text())
    assert os.getpgid(process) != os.getpgid(0)  # no signal from our terminal reaches it
    os.kill(process, signal.SIGKILL)
    wait_until(lambda: is_over(cache))
    assert wanted_in(cache) == 1
    (tmp_path / "hurry").touch()
    assert run(kernels) == [MEANWHILE, "12 0"]
    wait_until(lambda: compiled_in(cache) > 0 and wanted_in(cache) == 0 and is_over(cache))
    assert run(kernels) == ["12 1"]
