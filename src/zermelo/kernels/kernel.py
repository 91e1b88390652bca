"""@kernel: compiled by numba, without the GIL, and kept on disk.

numba's own cache notices a change in the file of a function, but not in a function of another file
that it calls. So ours lies in a folder named after a hash of all sources that matter to a file.
"""

import ast
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import llvmlite
import numba
from numba.core import config

from zermelo import store
from zermelo.kernels.cache import KernelCache
from zermelo.process.interrupts import signals

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
PACKAGE = Path(__file__).parents[1]
settings: Any = config
"""numba's settings are made at run time, so that no type checker knows them."""


@cache
def sources(path: Path) -> frozenset[Path]:
    """Return a file of kernels, those whose kernels it calls, and what else they import of ours."""
    found, todo = {path}, [path]
    for one in todo:  # which grows meanwhile
        for node in ast.walk(ast.parse(one.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or not node.module:
                continue
            top, *parts = node.module.split(".")
            file = PACKAGE.joinpath(*parts).with_suffix(".py")
            if one == Path(__file__) or file in found:
                continue  # what stands around kernels is no part of them
            if top == PACKAGE.name and file.is_file():
                found.add(file)
                if "kernels" in parts:
                    todo.append(file)
    return frozenset(found)


@cache
def kernel_folder(path: Path) -> Path | None:
    """Return where the kernels of a file are kept: a folder for each version of its sources."""
    versions = numba.__version__, llvmlite.__version__
    place = store.folder("kernels", store.fingerprint(sources(path), *versions))
    if place is not None:
        store.mark_used(place)
    return place


class Waited(threading.local):
    """How long a thread has waited for kernels: no part of the time that a search may take."""

    seconds = 0.0
    waits = False

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Count what is done meanwhile; what is compiled on the way is part of it."""
        if self.waits:
            yield
            return
        begun, self.waits = time.monotonic(), True
        try:
            yield
        finally:
            self.seconds += time.monotonic() - begun
            self.waits = False


waited = Waited()


def compiling_undisturbed(compiled: Any) -> None:
    """Have a function compiled whole, whenever that is, and count the time.

    A signal waits meanwhile: a kernel that is half compiled would fail everybody who calls it.
    """
    compile_it = compiled.compile

    def whole(given: Any) -> Any:
        with signals.postponed(), waited.noted():
            return compile_it(given)

    compiled.compile = whole


def kernel(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return `function` compiled, at its first call or from disk."""
    place = kernel_folder(Path(function.__code__.co_filename))
    compiled: Any = numba.njit(nogil=True)(function)
    if settings.DISABLE_JIT:
        return function
    if place is not None:
        compiled._cache = KernelCache(function, place)
    compiling_undisturbed(compiled)
    answer: Callable[Given, Answer] = compiled
    return answer


def inner(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return `function` to be compiled into the kernels that call it.

    A call costs some 100 ns where dozens of arrays are passed on; laid into its caller, nothing.
    """
    compiled: Callable[Given, Answer] = numba.njit(nogil=True, forceinline=True)(function)
    return compiled


def is_compiled(file: str) -> bool:
    """Whether the kernels of a file, named from the package on, are kept: nobody has to wait."""
    path = PACKAGE / file
    place = kernel_folder(path)
    return place is not None and any(place.glob(f"**/{path.stem}.*.nbc"))
