"""Files that a newer Zermelo wrote are refused: what, where, and what to do; with exit code 3."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from zermelo.apps.application import application

KEPT = Path(__file__).parent / "kept"
GAME = str(KEPT / "heap.lp")


def titled(opening: str) -> Callable[[Path], None]:
    """Changes version 1 to 2 in a title in the text of a file."""

    def change(path: Path) -> None:
        text = path.read_text()
        assert text.count(f"{opening}1") == 1
        path.write_text(text.replace(f"{opening}1", f"{opening}2"))

    return change


def solution(path: Path) -> None:
    with np.load(path) as archive:
        arrays = dict(archive)
    np.savez(path, **{**arrays, "format": "zermelo solution 4"})


def table(path: Path) -> None:
    with np.load(path) as archive:
        arrays = dict(archive)
    np.savez(path, **{**arrays, "format": "zermelo table 2"})


def record(path: Path) -> None:
    found = json.loads(path.read_text())
    assert found["schema"]["version"] == 1
    # What else a newer version changes does not matter
    path.write_text(json.dumps({"schema": found["schema"] | {"version": 2}, "plays": []}))


def store(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 2")
    connection.execute("DROP TABLE turns")
    connection.commit()
    connection.close()


STRATEGY = titled("Zermelo strategy, version ")
CERTIFICATE = titled('"Zermelo certificate, version ')
BEST_MOVES = titled("Zermelo rules of best moves, version ")
PREFERENCES = titled("Zermelo preferences, version ")
PLAYED, SOLVED = "strategy-1.lp", "certificate-solution-1.json"
CASES = [  # a kept file, how it is changed, the format, and a command that reads it
    (PLAYED, STRATEGY, "strategy", "think GAME --search strategy:file=FILE"),
    (PLAYED, STRATEGY, "strategy", "verify GAME --strategy FILE"),
    (PLAYED, STRATEGY, "strategy", "audit FILE"),
    (PLAYED, CERTIFICATE, "certificate", "think GAME --search strategy:file=FILE"),
    (PLAYED, CERTIFICATE, "certificate", "audit FILE"),
    (SOLVED, CERTIFICATE, "certificate", "audit FILE"),
    ("best-moves-1.lp", BEST_MOVES, "best-move rules", "think GAME --search asp:rules=FILE"),
    ("preferences-1.lp", PREFERENCES, "preferences", "think GAME --search preferences:file=FILE"),
    ("solution-3.npz", solution, "solution", "solve GAME --from FILE"),
    ("table-1.npz", table, "table", "solve GAME --from FILE"),
    ("table-1.npz", table, "table", "think GAME --search table:file=FILE"),
    ("table-1.npz", table, "table", "think GAME --search alphabeta:endgames=FILE"),
    ("match-1.json", record, "match", "replay FILE"),
    ("store-1.db", store, "store", "replay FILE"),
    ("store-1.db", store, "store", "match GAME random random --store FILE"),
]


@pytest.mark.parametrize(("name", "change", "kind", "command"), CASES)
def test_a_newer_file_is_refused(
    tmp_path: Path, name: str, change: Callable[[Path], None], kind: str, command: str
) -> None:
    path = Path(shutil.copy(KEPT / name, tmp_path))
    change(path)
    content = path.read_bytes()
    arguments = command.replace("GAME", GAME).replace("FILE", str(path)).split()
    ended = CliRunner().invoke(application(), arguments)
    version = 3 if name == "solution-3.npz" else 1
    known = f"{kind} format {version + 1}; this one reads up to {version}"
    assert f"{path} was written by a newer Zermelo ({known}): update Zermelo" in ended.stderr, (
        ended.stderr
    )
    assert ended.exit_code == 3
    assert ended.stdout == ""
    assert path.read_bytes() == content


def test_an_older_solution_says_how_to_make_it_again(tmp_path: Path) -> None:
    path = tmp_path / "older.npz"
    with np.load(KEPT / "solution-3.npz") as archive:
        np.savez(path, **{**archive, "format": "zermelo solution 2"})
    ended = CliRunner().invoke(application(), ["solve", GAME, "--from", str(path)])
    assert ended.exit_code == 3
    assert (
        "an older Zermelo (solution format 2; this one reads 3): `zermelo solve --keep` makes"
        in ended.stderr
    )


def test_every_kept_format_is_tried_as_a_newer_one() -> None:
    kept = {path.name for path in KEPT.iterdir()} - {"README.md", "heap.lp"}
    assert {name for name, *_ in CASES} | {"certificate-analysis-1.json"} == kept
