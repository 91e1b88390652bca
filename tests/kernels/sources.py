"""Kernels of files that tests write: each has a cache of its own."""

import itertools
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

SOURCE = """
from zermelo.kernels.kernel import kernel


@kernel
def twice(number):
    return 2 * number


@kernel
def quadruple(number):
    return twice(twice(number))
"""
numbers = itertools.count()


def written(folder: Path, patch: pytest.MonkeyPatch, source: str = SOURCE) -> Any:
    """A module of kernels, in a folder that modules are imported from."""
    name = f"kernels_of_a_test_{next(numbers)}"
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    patch.syspath_prepend(str(folder))
    return import_module(name)


def anew(module: Any) -> Any:
    """The same module as another process would load it: nothing of it is compiled yet."""
    del sys.modules[module.__name__]
    return import_module(module.__name__)


def compiled_in(place: Path) -> int:
    """How many kernels are kept in a folder."""
    return len(list(place.rglob("*.nbc")))


def wanted_in(place: Path) -> int:
    """How many kernels are asked for in a folder."""
    return len(list(place.rglob("*.wanted")))
