"""Files are written whole or not at all, and an error says which file and why."""

import ast
import errno
import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import LimitError, UnwritableError, ZermeloError
from zermelo.writing import replacing, require_writable, sweep, write_bytes, write_text


def failing(number: int) -> Any:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_and_written_again(tmp_path: Path) -> None:
    path = tmp_path / "rules.lp"
    write_text(path, "größer\n")
    assert path.read_text(encoding="utf-8") == "größer\n"
    write_bytes(str(path), b"\x00\xff")
    assert path.read_bytes() == b"\x00\xff"
    assert names(tmp_path) == ["rules.lp"]


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
@pytest.mark.parametrize(
    ("number", "kind", "reason"),
    [
        (errno.ENOSPC, LimitError, "No space left on device"),
        (errno.EDQUOT, LimitError, "Disk quota exceeded"),
        (errno.EFBIG, LimitError, "File too large"),
        (errno.EROFS, UnwritableError, "Read-only file system"),
        (errno.EIO, UnwritableError, "Input/output error"),
    ],
)
def test_a_failure_keeps_the_old_file_and_says_which_file_and_why(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    number: int,
    kind: type[ZermeloError],
    reason: str,
) -> None:
    path = tmp_path / "tree.svg"
    path.write_text("old")
    monkeypatch.setattr(os, step, failing(number))
    with pytest.raises(kind) as caught:
        write_text(path, "new")
    assert str(caught.value) == f"{path} cannot be written: {reason}"
    assert path.read_text() == "old"
    assert names(tmp_path) == ["tree.svg"]


def test_whatever_stops_the_writing_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    path.write_text("old")

    def interrupted() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert names(tmp_path) == ["tree.svg"]


@pytest.mark.parametrize("place", ["missing/rules.lp", "folder", "file/rules.lp"])
def test_what_cannot_be_written_is_said_before_the_work_too(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    for write in (require_writable, lambda path: write_text(path, "new")):
        with pytest.raises(UnwritableError, match="cannot be written: "):
            write(tmp_path / place)
    assert names(tmp_path) == ["file", "folder"]


def test_asking_whether_a_file_can_be_written_leaves_it_alone(tmp_path: Path) -> None:
    require_writable(tmp_path / "new.lp")
    assert names(tmp_path) == []
    (tmp_path / "old.lp").write_text("old")
    require_writable(tmp_path / "old.lp")
    assert names(tmp_path) == ["old.lp"]
    assert (tmp_path / "old.lp").read_text() == "old"


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "rules.lp", tmp_path / "link.lp"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_text(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_text(tmp_path / "ours", "new")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_device_is_written_to_not_replaced() -> None:
    write_text("/dev/null", "gone")
    require_writable("/dev/null")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    with pytest.raises(LimitError, match="/dev/full cannot be written: No space left"):
        write_text("/dev/full", "too much")


def test_a_long_name_has_room_for_what_is_beside_it(tmp_path: Path) -> None:
    path = tmp_path / ("ä" * 125 + ".lp")
    write_text(path, "new")
    assert names(tmp_path) == [path.name]


def test_what_dead_processes_left_is_swept_away(tmp_path: Path) -> None:
    ours = tmp_path / f"a.json.0.{os.getpid()}.part"
    for path in (ours, tmp_path / "a.json.0.999999999.part", tmp_path / "a.json"):
        path.touch()
    sweep(tmp_path)
    assert names(tmp_path) == ["a.json", ours.name]


SOURCES = Path(__file__).parents[1] / "src" / "zermelo"
TEMPORARY = {"learn/preferences/las.py", "search/one_role/disk.py"}
"""Files that write only what is gone when the command ends, in a folder of their own."""
INTO_ARCHIVES = {"search/tables/sealing.py"}
"""Files that open entries of an archive for writing; the archive itself is opened elsewhere."""


def writes(tree: ast.AST) -> list[int]:
    """The lines that write to files, or replace them."""
    lines = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="open") | ast.Name(id="open"), args=args):
                modes = [arg.value for arg in args if isinstance(arg, ast.Constant)]
                texts = [mode for mode in modes if isinstance(mode, str)]
                if any(re.fullmatch("[rwxabt+]*[wxa+][rwxabt+]*", text) for text in texts):
                    lines.append(node.lineno)
            case ast.Call(
                func=ast.Attribute(
                    attr="write_text" | "write_bytes" | "rename" | "mkstemp" | "touch"
                )
            ):
                lines.append(node.lineno)
    return lines


def test_nobody_writes_files_another_way() -> None:
    found = {
        f"{path.relative_to(SOURCES)}:{line}"
        for path in SOURCES.rglob("*.py")
        for line in writes(ast.parse(path.read_text(encoding="utf-8")))
    }
    allowed = {"writing.py", *TEMPORARY, *INTO_ARCHIVES}
    assert {place for place in found if place.split(":")[0] not in allowed} == set()


@pytest.mark.parametrize(
    "code",
    ["open(p, 'w')", "p.open('xb')", "p.write_text(t)", "p.write_bytes(b)", "tempfile.mkstemp()"],
)
def test_other_ways_are_noticed(code: str) -> None:
    assert writes(ast.parse(code)) == [1]
    assert writes(ast.parse("p.open('rb'); p.open(); write_text(p, t); name.open(state)")) == []
