"""@kernel: compiled by numba, without the GIL, and kept on disk.

numba's own cache notices a change in the file of a function, but not in a function of another file
that it calls. So ours lies in a folder named after a hash of all kernel sources.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
from numba.core import config

from zermelo import store

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
PACKAGE = Path(__file__).parents[2]
settings: Any = config
"""numba's settings are made at run time, so that no type checker knows them."""


@cache
def kernel_folder() -> Path | None:
    """Return where compiled kernels are kept, one folder for each version of their sources."""
    constants = ("circuit/order.py", "circuit/narrow.py", "evaluate/score.py")
    sources = [*PACKAGE.glob("**/kernels/*.py"), *(PACKAGE / name for name in constants)]
    return store.folder("kernels", store.fingerprint(sources, numba.__version__))


@contextmanager
def kept_in(place: Path) -> Iterator[None]:
    """Let numba choose `place` for what is decorated meanwhile, and nothing else."""
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(place)
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def kernel(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return `function` compiled, at its first call or from disk."""
    place = kernel_folder()
    compiled: Callable[Given, Answer]
    if place is None:
        compiled = numba.njit(nogil=True)(function)
    else:
        with kept_in(place):
            compiled = numba.njit(nogil=True, cache=True)(function)
    return compiled


def inner(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return `function` to be compiled into the kernels that call it.

    A call costs some 100 ns where dozens of arrays are passed on; laid into its caller, nothing.
    """
    compiled: Callable[Given, Answer] = numba.njit(nogil=True, forceinline=True)(function)
    return compiled


def is_compiled() -> bool:
    """Whether this version's kernels are on disk, so that nobody has to wait for them."""
    place = kernel_folder()
    return place is not None and any(place.glob("**/*playouts*.nbc"))
