"""Signature files: an answer that changes fails with what it was; writing is a wish of its own."""

from pathlib import Path

import pytest

from tests import signatures
from tests.signatures import compare, digest


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with two answers."""
    path = tmp_path / "signatures" / "a.txt"
    monkeypatch.setattr(signatures, "WRITES", True)
    with pytest.raises(pytest.skip.Exception, match="wrote"):
        compare(path, {"one": "1 node", "two": "2 nodes"})
    monkeypatch.setattr(signatures, "WRITES", False)
    return path


def test_the_same_answers_pass(file: Path) -> None:
    compare(file, {"two": "2 nodes", "one": "1 node"})


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"one": "1 node", "two": "3 nodes"}, "was 2 nodes\n    is  3 nodes"),
        ({"one": "1 node"}, "was 2 nodes\n    is  None"),
        ({"one": "1 node", "two": "2 nodes", "three": "x"}, "three\n    was None\n    is  x"),
    ],
)
def test_another_answer_fails(file: Path, answers: dict[str, str], message: str) -> None:
    with pytest.raises(pytest.fail.Exception, match="1 of 2 answers differ") as failed:
        compare(file, answers)
    assert message in str(failed.value)
    assert "make signatures" in str(failed.value)


def test_a_missing_file_fails(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is missing"):
        compare(tmp_path / "none.txt", {})


def test_digests_tell_parts_apart() -> None:
    assert digest(["a", "b"]) == digest(["a", "b"]) != digest(["b", "a"])
