"""What an audit says to people, and where it remembers what passed."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from zermelo.strategies.audited import PASSED, checker_files, passed, remembered, told


@pytest.mark.parametrize(
    ("example", "text"),
    [
        ({"role": "a", "goal": 50}, "role: a, goal: 50"),
        ({"position": ["(at 1)", "low"]}, "in (at 1) low"),
        (
            {"position": ["low"], "moves": {"a": "go", "b": "noop"}, "next": ["high", "(at 2)"]},
            "in low, by a go, b noop, to high (at 2)",
        ),
    ],
)
def test_a_counterexample_is_told_with_all_that_is_known_of_it(
    example: Mapping[str, object], text: str
) -> None:
    assert told(example) == text


def test_without_a_store_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", "off")
    assert remembered("a strategy") is None


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A note that a text has passed."""
    found = tmp_path / "audited" / "note"
    found.parent.mkdir(mode=0o700)
    found.write_text(PASSED)
    found.chmod(0o600)
    return found


@pytest.mark.parametrize(("mode", "believed"), [(0o644, True), (0o620, False), (0o602, False)])
def test_a_note_that_others_could_have_written_is_not_believed(
    place: Path, mode: int, believed: bool
) -> None:
    place.chmod(mode)
    assert passed(place) is believed


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")
def test_a_note_of_another_user_is_not_believed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert passed(place)
    monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
    assert not passed(place)


def test_a_note_that_is_a_link_or_missing_is_not_believed(place: Path) -> None:
    link, folder = place.parent / "link", place.parent.parent / "linked"
    link.symlink_to(place)
    folder.symlink_to(place.parent)
    assert not passed(link)
    assert not passed(folder / place.name)
    assert not passed(place.parent / "nothing")


def test_the_checker_is_its_sources_and_not_what_python_makes_of_them() -> None:
    found = {path.relative_to(path.parents[1]).as_posix() for path in checker_files()}
    assert {"audit/claims.lp", "audit/audit.py", "text/kif.py", "ground/program.py"} <= found
    assert all(path.is_file() for path in checker_files())
    assert not any("__pycache__" in path.parts for path in checker_files())
