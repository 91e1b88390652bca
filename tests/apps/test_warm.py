"""`zermelo warm`: all kernels compiled ahead."""

from pathlib import Path
from typing import Any

import pytest

from tests.apps.conftest import Run
from tests.kernels.sources import written
from zermelo.apps import warming
from zermelo.kernels import compiling
from zermelo.kernels import kernel as kernels
from zermelo.kernels.background import background, locked


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    kernels.kernel_folder.cache_clear()
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "kernels"


@pytest.fixture
def done(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether a process would have been started in the background, each time the task is done."""
    folder = tmp_path / "kernels"
    folder.mkdir()
    module = written(folder, monkeypatch)
    monkeypatch.setattr(kernels, "PACKAGE", tmp_path)
    times: list[bool] = []

    def compile_it() -> None:
        times.append(background.answers)
        assert module.quadruple(3) == 12
        with locked(cache) as mine:
            assert not mine  # nobody compiles beside it

    monkeypatch.setattr(warming, "TASKS", {"multiplying": compile_it})
    monkeypatch.setattr(compiling, "version", lambda: "some")
    return times


def test_what_is_compiled_is_counted_and_done_once(
    run: Run, done: list[bool], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ZERMELO_WARM")
    answer: dict[str, Any] = run("warm", "--json").answer
    assert (answer["compiled"], answer["known"]) == (2, 0)
    assert answer["seconds"] > 0
    assert answer["folder"] == str(cache)
    again = run("warm", "--json").answer
    assert (again["compiled"], again["known"]) == (0, 2)
    assert done == [False]


def test_people_are_told_the_same(run: Run, done: list[bool], cache: Path) -> None:
    ran = run("warm")
    assert ran.code == 0
    assert ran.out.startswith("compiled 2 kernels in ")
    assert ran.out.endswith(f" s, in {cache}\n")
    assert run("warm").out == f"nothing to compile: 2 kernels in {cache}\n"


def test_kernels_that_were_removed_are_compiled_again(
    run: Run, done: list[bool], cache: Path
) -> None:
    run("warm")
    next(cache.glob("*/*.nbc")).unlink()
    run("warm")
    assert len(done) == 2


def test_a_version_of_its_own_is_compiled(
    run: Run, done: list[bool], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("warm")
    monkeypatch.setattr(compiling, "version", lambda: "other")
    run("warm")
    assert len(done) == 2


def test_the_version_is_that_of_the_sources() -> None:
    assert compiling.version() == compiling.version()
    assert len(compiling.version()) == 24


def test_without_a_cache_it_says_why_not(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", "off")
    ran = run("warm")
    assert ran.code == 2
    assert "nothing can be kept: ZERMELO_CACHE is off" in ran.err


def test_a_cache_that_cannot_be_written_is_reported(
    run: Run, done: list[bool], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.mkdir(parents=True, exist_ok=True)
    (cache / "compiling.lock").mkdir()
    ran = run("warm")
    assert ran.code == 3
    assert "compiling.lock" in ran.err or "Is a directory" in ran.err


def test_what_cannot_be_kept_is_reported(
    run: Run, done: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.store.seal", lambda *_: None)
    ran = run("warm")
    assert ran.code == 3
    assert "compiled kernels cannot be kept there" in ran.err


def test_every_task_is_named_for_people() -> None:
    assert all(name.strip() and callable(task) for name, task in warming.TASKS.items())
