"""A damaged or foreign file among compiled kernels is noticed and removed; nobody sees an error."""

import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from numba import int64

from tests.kernels.sources import anew, compiled_in, written
from zermelo import store
from zermelo.kernels.kernel import imports_of, kernel_folder, sources

CUTS, FLIPS = 60, 60


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Two kernels, both compiled and kept."""
    kernel_folder.cache_clear()
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    module = written(tmp_path, monkeypatch)
    assert module.quadruple(3) == 12
    return module


def damages(whole: bytes, other: bytes) -> Iterator[tuple[str, bytes]]:
    """Contents that the file of a kernel could have instead, with what happened to it."""
    for number in range(CUTS):
        end = number * len(whole) // CUTS
        yield f"cut off at {end}", whole[:end]
        yield f"begins at {end + 1}", whole[end + 1 :]
    for number in range(FLIPS):
        at = number * (len(whole) - 1) // (FLIPS - 1)
        flipped = whole[at] ^ 1 << number % 8
        yield f"bit {number % 8} of byte {at}", whole[:at] + bytes([flipped]) + whole[at + 1 :]
    yield "that of another kernel", other
    yield "both", whole + other
    yield "twice", whole + whole
    yield "longer", whole + b"\0"
    yield "zeros", bytes(len(whole))
    yield "an index of numba's own cache", pickle.dumps(("0.68.1", pickle.dumps((1, {}))))
    yield "text", b"#!/bin/sh\necho not a kernel\n"
    yield "machine code", b"\x7fELF\x02\x01\x01" + bytes(200)
    for number, content in enumerate(
        [b"", b"no pickle", pickle.dumps(None), pickle.dumps((1, 2)), pickle.dumps((1, 2, 3)),
         b"cnowhere\nnothing\n.", pickle.dumps("text")]
    ):  # fmt: skip
        yield f"whole, but something else ({number})", content + store.digest(content)


def test_all_damage_is_noticed_and_removed(kernels: Any) -> None:
    own, target = kernels.twice._cache, kernels.twice.targetctx
    signature = (int64,)
    path = own.path_of(signature, target)
    whole = path.read_bytes()
    other = kernels.quadruple._cache.path_of(signature, target).read_bytes()
    cases = list(damages(whole, other))
    assert len(cases) >= 150
    for what, content in cases:
        path.write_bytes(content)
        assert not own.has(signature, target), what
        assert not path.exists(), what
        path.write_bytes(content)
        assert own.load_overload(signature, target) is None, what
        assert not path.exists(), what
    path.write_bytes(whole)
    assert own.has(signature, target)
    assert path.exists()


@pytest.mark.parametrize("name", ["cut off at 0", "that of another kernel", "text"])
def test_what_was_damaged_is_compiled_again(kernels: Any, name: str) -> None:
    own, target = kernels.twice._cache, kernels.twice.targetctx
    path = own.path_of((int64,), target)
    whole = path.read_bytes()
    other = kernels.quadruple._cache.path_of((int64,), target).read_bytes()
    path.write_bytes(dict(damages(whole, other))[name])
    again = anew(kernels)
    assert again.twice(3) == 6
    assert sum(again.twice.stats.cache_misses.values()) == 1
    assert own.has((int64,), target)


def test_foreign_files_beside_kernels_are_left_alone(kernels: Any) -> None:
    own, target = kernels.twice._cache, kernels.twice.targetctx
    folder = own.path_of((int64,), target).parent
    kept = compiled_in(folder)
    for name in ("twice.nbi", "twice-1.py311.1.nbc", "notes.txt", "one.part"):
        (folder / name).write_bytes(b"of somebody else")
    (folder / "a folder.nbc").mkdir()
    again = anew(kernels)
    assert again.quadruple(3) == 12
    assert sum(again.quadruple.stats.cache_hits.values()) == 1
    assert len(list(folder.iterdir())) == kept + 5


def test_a_folder_in_place_of_a_kernel_is_no_kernel(kernels: Any) -> None:
    own, target = kernels.twice._cache, kernels.twice.targetctx
    path = own.path_of((int64,), target)
    path.unlink()
    path.mkdir()
    assert anew(kernels).twice(3) == 6


TWINS = """
from zermelo.kernels.kernel import kernel


@kernel
def more(number):
    return 2 * number


@kernel
def most(number):
    return 3 * number
"""


def test_a_kernel_of_the_same_code_with_another_number_is_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel_folder.cache_clear()
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    module = written(tmp_path, monkeypatch, TWINS)
    assert (module.more(7), module.most(7)) == (14, 21)
    paths = [
        function._cache.path_of((int64,), function.targetctx)
        for function in (module.more, module.most)
    ]
    paths[1].write_bytes(paths[0].read_bytes())
    assert anew(module).most(7) == 21


def test_a_kernel_of_other_sources_is_another_one(
    kernels: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It calls what these sources say, though its own code is the same."""
    path = kernels.quadruple._cache.path_of((int64,), kernels.quadruple.targetctx)
    source = Path(kernels.__file__)
    changed = source.read_text(encoding="utf-8").replace("2 * number", "5 * number")
    source.write_text(changed, encoding="utf-8")
    later_on = source.stat().st_mtime + 10  # within a second, Python would take its own copy
    os.utime(source, (later_on, later_on))
    kernel_folder.cache_clear()
    sources.cache_clear()
    imports_of.cache_clear()
    later = anew(kernels)
    own = later.quadruple._cache.path_of((int64,), later.quadruple.targetctx)
    assert own.parent != path.parent
    own.parent.mkdir(exist_ok=True)
    own.write_bytes(path.read_bytes())
    assert later.quadruple(1) == 25
