"""Every step of writing every file fails in turn: the old file stays, and the message names it."""

import errno
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.faults.commands import KIF, SHEET, TREE, WRITING, Writing
from tests.faults.harness import Ended, run

OLD = "what was there before\n"
CASES = [
    pytest.param(each, marks=[pytest.mark.slow] if each.slow else [], id=str(each))
    for each in WRITING
]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the files that commands read."""
    folder = tmp_path / "place"
    folder.mkdir()
    (folder / "few.lp").write_text(SHEET)
    (folder / "few.tree").write_text(TREE)
    (folder / "few.kif").write_text(KIF)
    (folder / "other.rules").write_text(OLD)
    return folder


def failing(place: Path, step: int, number: int) -> dict[str, object]:
    """The n-th change of a file in a folder fails; what changes there are is noted beside it."""
    log = str(place.parent / "log")
    return {"kind": "write", "folder": str(place), "log": log, "n": step, "errno": number}


def operations(place: Path) -> list[str]:
    """What was done to files in a folder in the last run."""
    log = place.parent / "log"
    found = log.read_text().split()
    log.unlink()
    return found


def files(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in place.iterdir() if path.is_file()}


def faults(writing: Writing, place: Path, number: int) -> Iterator[tuple[str, Ended]]:
    """Run a command with one step failing after the other: all, or some of many of one kind."""
    ended = run(*writing.arguments, fault=failing(place, 1 << 30, number), cwd=place)
    assert ended.code == 0, ended
    done = operations(place)
    assert (place / writing.name).read_text(errors="replace") != OLD
    for step in some_of_each(done):
        (place / writing.name).write_text(OLD)
        ended = run(*writing.arguments, fault=failing(place, step, number), cwd=place)
        assert operations(place)[step - 1] == done[step - 1], "not the same steps every time"
        yield done[step - 1], ended.without_traceback()


def some_of_each(done: list[str]) -> list[int]:
    """Numbers of steps, from 1 on: of each kind all up to three, else first, middle and last."""
    found: list[int] = []
    for kind in set(done):
        places = [place for place, each in enumerate(done, 1) if each == kind]
        found += {places[0], places[len(places) // 2], places[-1]}
    return sorted(found)


@pytest.mark.parametrize("writing", CASES)
@pytest.mark.parametrize(
    "number",
    [errno.ENOSPC, pytest.param(errno.EROFS, marks=pytest.mark.slow)],
    ids=["full", "read-only"],
)
def test_whatever_step_fails_the_old_file_stays(writing: Writing, place: Path, number: int) -> None:
    (place / writing.name).write_text(OLD)
    before = files(place)
    steps = []
    for step, ended in faults(writing, place, number):
        steps.append(step)
        now = files(place)
        assert not any(name.endswith(".part") for name in now), (steps, now.keys())
        if ended.code == 0:
            assert step == "fsync", "only the name of a file may come to the disk later"
            assert now[writing.name] != before[writing.name]
            continue
        assert ended.code == (4 if number == errno.ENOSPC else 3), (steps, ended)
        assert "cannot be written: " in ended.err
        assert os.strerror(number) in ended.err
        names = [word for word in writing.arguments if (place / word).parent == place]
        assert any(f"{name} cannot be written" in ended.err for name in names), ended.err
        assert now[writing.name] == before[writing.name], steps
    assert {"open", "write", "fsync", "replace"} <= set(steps)


@pytest.mark.parametrize(
    ("step", "number"),
    [
        (2, signal.SIGTERM),
        *(
            pytest.param(step, number, marks=pytest.mark.slow)
            for step in (1, 3, 4, 5)
            for number in (signal.SIGINT, signal.SIGTERM)
        ),
    ],
)
def test_a_signal_leaves_nothing_half_written(place: Path, step: int, number: int) -> None:
    writing = WRITING[0]
    (place / writing.name).write_text(OLD)
    before = files(place)
    fault = failing(place, step, 0) | {"signal": number}
    ended = run(*writing.arguments, fault=fault, cwd=place).without_traceback()
    assert len(operations(place)) >= step
    assert ended.code == 128 + number
    assert files(place).keys() == before.keys()
    assert files(place)[writing.name] == before[writing.name]


@pytest.mark.slow
def test_a_new_file_is_whole_or_not_there(place: Path) -> None:
    writing = WRITING[0]
    for step in range(1, 5):
        ended = run(*writing.arguments, fault=failing(place, step, errno.ENOSPC), cwd=place)
        assert operations(place)
        assert ended.without_traceback().code == 4
        assert files(place).keys() == {"few.lp", "few.tree", "few.kif", "other.rules"}


def limit_files(size: int) -> None:
    """Let no file of this process grow beyond a size."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.slow
@pytest.mark.parametrize("where", ["--store matches.db", "--record records"])
def test_matches_that_cannot_be_kept_are_told(place: Path, where: str) -> None:
    """By a limit of the system, for SQLite writes past Python: no file may get larger."""
    command = f"match few.lp random random --games 4 {where}".split()
    for kilobytes in (0, 1, 4, 20):
        done = subprocess.run(
            [sys.executable, "-m", "zermelo", *command],
            capture_output=True,
            text=True,
            check=False,
            cwd=place,
            env=os.environ | {"ZERMELO_CACHE": "off"},
            preexec_fn=partial(limit_files, kilobytes << 10),
        )
        ended = Ended(done.returncode, done.stdout, done.stderr).without_traceback()
        assert ended.code in (3, 4), ended
        assert where.split()[1] in ended.err
        assert "cannot be" in ended.err
        assert list(place.rglob("*.part")) == []


def cached(place: Path, step: int) -> Ended:
    """A command that keeps a compiled game, with the n-th change of the cache failing."""
    cache = place.parent / "cache"
    (cache / "games").mkdir(parents=True, exist_ok=True)
    fault = failing(place, step, errno.ENOSPC) | {"folder": str(cache / "games")}
    return run(
        "trace",
        "few.lp",
        "--policy",
        "min",
        "--json",
        fault=fault,
        cwd=place,
        ZERMELO_CACHE=str(cache),
    )


@pytest.mark.slow
@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_a_cache_that_cannot_be_written_does_no_harm(place: Path, step: int) -> None:
    ended = cached(place, step).without_traceback()
    assert ended.code == 0, ended
    assert len(operations(place)) >= step
    assert list((place.parent / "cache").rglob("*.part")) == []
