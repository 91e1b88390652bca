"""The seam: nothing outside `engine/` runs gates, nothing outside `game/` asks for a class."""

import re

import pytest

from tests.layers import PACKAGE

CLASS = re.compile(r"isinstance\([^\n]*\bCompiledGame\b")
CIRCUIT = re.compile(r"\bGates\b|\.wiring\b|\bview_end\b|\b(?:view|step)_code\b|import Pass\b")
MAKES = {"game/compile.py"}
"""What hands a circuit from its maker to an engine."""


def lines_with(pattern: re.Pattern[str], folders: set[str]) -> list[str]:
    """Return the lines of code outside of some folders that a pattern is found in."""
    return [
        f"{name}:{number}: {line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if (name := path.relative_to(PACKAGE).as_posix()).partition("/")[0] not in folders
        and name not in MAKES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line) and not line.lstrip().startswith(('"', "#"))
    ]


@pytest.mark.parametrize(
    ("pattern", "folders"), [(CLASS, {"game"}), (CIRCUIT, {"engine", "circuit"})]
)
def test_only_its_own_folder_knows(pattern: re.Pattern[str], folders: set[str]) -> None:
    assert lines_with(pattern, folders) == []


def test_a_file_that_runs_gates_is_seen() -> None:
    assert lines_with(CIRCUIT, {"circuit"})
