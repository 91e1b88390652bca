"""The page that follows a command through the program names the files that it runs through."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.layers import PACKAGE

ROOT = PACKAGE.parents[1]
TEXT = (ROOT / "docs" / "from-text-to-a-move.md").read_text(encoding="utf-8")
COMMAND = "think", "tictactoe", "--search", "alphabeta"
NAMED = re.compile(r"`([a-z_]+(?:/[a-z_]+)*(?:/|\.py))`")
STEP = re.compile(r"^## \d+\. ([^\n]*)\n(.*?)(?=^## )", re.MULTILINE | re.DOTALL)
STEPS = [(title, NAMED.findall(text)) for title, text in STEP.findall(TEXT)]
AROUND = NAMED.findall(TEXT.partition("## Around all steps")[2])
CACHED = "(skipped with the cache)"
FILES_MISSED = 8
"""By how many the numbers of files in the page may be wrong: they depend on the machine."""


@cache
def ran(*more: str) -> tuple[str, ...]:
    """The files that a run of the command goes through, in the order of their first calls."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "calls"
        line = [sys.executable, "-m", "tests.tracing", str(place), *COMMAND, *more]
        run = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, env=dict(os.environ))
        assert run.stdout.startswith("x plays (mark 1 1)\n"), run.stderr
        return tuple(entry.split()[0] for entry in place.read_text().splitlines())


@pytest.fixture(scope="module")
def whole() -> tuple[str, ...]:
    """A run that compiles the rules, but no kernels."""
    subprocess.run([sys.executable, "-m", "zermelo", *COMMAND], capture_output=True, check=True)
    return ran("--no-cache")


@pytest.fixture(scope="module")
def short() -> tuple[str, ...]:
    """A run that finds them in the cache."""
    subprocess.run([sys.executable, "-m", "zermelo", *COMMAND], capture_output=True, check=True)
    return ran()


def covers(names: Sequence[str], file: str) -> bool:
    """Whether a file, or a folder that it is in, is among names."""
    return any(name == file or (name.endswith("/") and file.startswith(name)) for name in names)


def test_the_page_names_every_file_that_runs(whole: tuple[str, ...]) -> None:
    named = [name for _, names in STEPS for name in names] + AROUND
    assert [file for file in whole if not covers(named, file)] == []


def test_the_page_names_no_file_that_does_not_run(whole: tuple[str, ...]) -> None:
    assert [
        name for _, names in STEPS for name in names if not any(covers([name], f) for f in whole)
    ] == []


def test_all_files_of_the_page_exist() -> None:
    assert [name for name in NAMED.findall(TEXT) if not (PACKAGE / name).exists()] == []


def test_steps_come_in_the_order_in_which_they_run(whole: tuple[str, ...]) -> None:
    places = [whole.index(names[0]) for _, names in STEPS]
    assert places == sorted(places)
    assert len(STEPS) == 15


def test_with_the_cache_the_steps_that_the_page_says_are_skipped(short: tuple[str, ...]) -> None:
    skipped = [names[0] for title, names in STEPS if title.endswith(CACHED)]
    done = [names[0] for title, names in STEPS if not title.endswith(CACHED)]
    assert [name for name in skipped if name in short] == []
    places = [short.index(name) for name in done]
    assert places == sorted(places)
    named = [name for _, names in STEPS for name in names] + AROUND
    assert [file for file in short if not covers(named, file)] == []


def test_the_page_says_how_many_files_run(whole: tuple[str, ...], short: tuple[str, ...]) -> None:
    about = [int(number) for number in re.findall(r"about (\d+)", TEXT)]
    assert len(about) == 2
    for said, run in zip(about, (short, whole), strict=True):
        assert abs(said - len(run)) <= FILES_MISSED
