"""@kernel: compiled by numba, without the GIL, and kept on disk.

numba's own cache notices a change in the file of a function, but not in a function of another file
that it calls. So ours lies in a folder named after a hash of all sources that matter to a file.
"""

import ast
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import llvmlite
import numba
from numba.core import config

from zermelo import store
from zermelo.kernels.background import LOOK_AGAIN, background
from zermelo.kernels.background import waited as waited
from zermelo.kernels.cache import KernelCache
from zermelo.kernels.plain import called_plainly
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
        for file in imports_of(one):
            if one == Path(__file__) or file in found:
                continue  # what stands around kernels is no part of them
            found.add(file)
            if "kernels" in file.relative_to(PACKAGE).parts:
                todo.append(file)
    return frozenset(found)


@cache
def imports_of(file: Path) -> tuple[Path, ...]:
    """Return the files of ours from which a file imports names.

    Every command asks this of dozens of files: statements are looked at, but no expressions.
    """
    found: list[Path] = []
    todo: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    for node in todo:  # which grows meanwhile
        if isinstance(node, ast.ImportFrom) and node.module:
            top, *parts = node.module.split(".")
            imported = PACKAGE.joinpath(*parts).with_suffix(".py")
            if top == PACKAGE.name and imported.is_file():
                found.append(imported)
        else:
            parts_of = (ast.stmt, ast.excepthandler, ast.match_case)
            todo += (one for one in ast.iter_child_nodes(node) if isinstance(one, parts_of))
    return tuple(found)


@cache
def kernel_folder(path: Path) -> Path | None:
    """Return where the kernels of a file are kept: a folder for each version of its sources."""
    versions = numba.__version__, llvmlite.__version__
    place = store.folder("kernels", store.fingerprint(sources(path), *versions))
    if place is not None:
        store.mark_used(place)
    return place


def compiling_undisturbed(compiled: Any) -> None:
    """Have a function compiled whole, whenever that is, and count the time.

    A signal waits meanwhile: a kernel that is half compiled would fail everybody who calls it.
    """
    compile_it = compiled.compile

    def whole(given: Any) -> Any:
        with signals.postponed(), waited.noted():
            return compile_it(given)

    compiled.compile = whole


class Compiling(threading.local):
    """Whether a thread is compiling: then whatever is called by that is compiled, too."""

    now = False


compiling = Compiling()


def answering_meanwhile(compiled: Any, cache: KernelCache) -> None:
    """Have a function called as plain Python until its machine code is in the cache.

    That is so while the `background` answers. numba's dispatcher calls what `compile` returns; and
    once it knows machine code for some types, it does not come back here for these.
    """
    compile_it, for_arguments = compiled.compile, compiled._compile_for_args
    plain = called_plainly(compiled.py_func)
    next_look = 0.0

    def ready_or_plain(given: Any) -> Any:
        nonlocal next_look
        if background.answers and not compiling.now:
            path = cache.path_of(given, compiled.targetctx)
            if cache.has(given, compiled.targetctx):
                background.note_ready(path)
            elif background.ask(path, cache.request(compiled.py_func, given)):
                next_look = time.monotonic() + LOOK_AGAIN
                return plain
        before, compiling.now = compiling.now, True
        try:
            return compile_it(given)
        finally:
            compiling.now = before

    def plain_or_asked(*given: Any) -> Any:
        if background.answers and time.monotonic() < next_look:
            return plain
        return for_arguments(*given)

    compiled.compile, compiled._compile_for_args = ready_or_plain, plain_or_asked


def kernel(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return `function` compiled, at its first call or from disk."""
    place = kernel_folder(Path(function.__code__.co_filename))
    compiled: Any = numba.njit(nogil=True)(function)
    if settings.DISABLE_JIT:
        return function
    if place is not None:
        compiled._cache = KernelCache(function, place)
    compiling_undisturbed(compiled)
    if place is not None:
        answering_meanwhile(compiled, compiled._cache)
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
