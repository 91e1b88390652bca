"""Every file that is read again is damaged in turn: it is noticed, told by its name, or rebuilt."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.faults.commands import SHEET
from tests.faults.harness import run
from zermelo import store

Damage = Callable[[bytes], bytes]


def flipped(content: bytes, place: int) -> bytes:
    return content[:place] + bytes([content[place] ^ 0x40]) + content[place + 1 :]


DAMAGE: dict[str, Damage] = {
    "emptied": lambda content: b"",
    "one byte": lambda content: content[:1],
    "a third": lambda content: content[: len(content) // 3],
    "cut off at the end": lambda content: content[:-1],
    "a bit at the start": lambda content: flipped(content, 0),
    "a bit in the middle": lambda content: flipped(content, len(content) // 2),
    "a bit at the end": lambda content: flipped(content, len(content) - 1),
    "zeros": lambda content: bytes(len(content)),
    "garbage": lambda content: bytes(range(256)) * (1 + len(content) // 256),
    "more": lambda content: content + b"more",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "few.lp").write_text(SHEET)
    return tmp_path


def answer(place: Path, cache: Path) -> dict[str, Any]:
    """What a command says that needs a compiled game and kernels."""
    given = ("trace", "few.lp", "--policy", "mod", "--json")
    ended = run(*given, cwd=place, ZERMELO_CACHE=str(cache)).without_traceback()
    assert ended.code == 0, ended
    found: dict[str, Any] = json.loads(ended.out)
    return found


@pytest.mark.slow
def test_a_damaged_cache_is_built_again(place: Path) -> None:
    cache = place / "cache"
    right = answer(place, cache)
    names = sorted(path for path in cache.rglob("*") if path.is_file())
    assert {path.suffix for path in names} == {".npz", ".nbc", ".o"}
    for how, damage in DAMAGE.items():
        for path in names:
            path.write_bytes(damage(path.read_bytes()))
        assert answer(place, cache) == right, how
        # What was damaged is there again, and whole; nothing else is.
        assert sorted(path for path in cache.rglob("*") if path.is_file()) == names, how
        assert all(store.unsealed(path) is not None for path in names), how


READING = {
    "a solution": ("solve few.lp --keep kept.npz", "kept.npz", "solve few.lp --from kept.npz"),
    "a table": (
        "solve few.lp --table kept.npz",
        "kept.npz",
        "think few.lp --search table:file=kept.npz",
    ),
    "a table that is asked": (
        "solve few.lp --table kept.npz",
        "kept.npz",
        "solve few.lp --from kept.npz",
    ),
    "a store": (
        "match few.lp random random --games 2 --store kept.db",
        "kept.db",
        "replay kept.db",
    ),
    "a strategy": (
        "learn few.lp --method lemmas -o kept.rules",
        "kept.rules",
        "verify few.lp --strategy kept.rules",
    ),
    "a certificate": ("solve few.lp --certificate kept.proof", "kept.proof", "audit kept.proof"),
    "a map": (
        "path random:width=9,height=9 --queries 2 --save kept.map",
        "kept.map",
        "path kept.map --from 0,0 --to 8,8",
    ),
    "queries": (
        "path random:width=9,height=9 --queries 2 --save kept.scen",
        "kept.scen",
        "path random:width=9,height=9 --scen kept.scen",
    ),
    "a tree": ("think few.lp --tree kept.json --depth 2", "kept.json", "show kept.json"),
    "rules": ("convert few.lp --to kif -o kept.kif", "kept.kif", "trace kept.kif --policy min"),
}
"""Files that one command writes and another one reads."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", READING)
def test_a_damaged_file_is_told_by_its_name(place: Path, kind: str) -> None:
    make, name, read = READING[kind]
    assert run(*make.split(), cwd=place).code in (0, 1)
    path = place / name
    whole = path.read_bytes()
    assert whole
    for how, damage in DAMAGE.items():
        for beside in place.glob(f"{name}-*"):
            beside.unlink()
        path.write_bytes(damage(whole))
        ended = run(*read.split(), cwd=place).without_traceback()
        # A text whose damage makes another text that can be read is no damaged file.
        assert ended.code in (0, 1, 3), (how, ended)
        if ended.code == 3:
            assert name in ended.err, (how, ended)
    path.write_bytes(b"\x00garbage\xff" * 100)
    ended = run(*read.split(), cwd=place).without_traceback()
    assert ended.code == 3
    assert name in ended.err
