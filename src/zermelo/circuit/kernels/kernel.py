"""@kernel: compiled by numba, without the GIL, and kept on disk.

numba's own cache notices a change in the file of a function, but not in a function of another file
that it calls. So ours lies in a folder named after a hash of all kernel sources.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar

import numba

from zermelo.store import folder

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


@cache
def kernel_folder() -> str:
    """Return where compiled kernels are kept, one folder for each version of their sources."""
    package = Path(__file__).parents[2]
    content = hashlib.sha256(numba.__version__.encode())
    for path in sorted(package.glob("**/kernels/*.py")):
        content.update(path.read_bytes())
    return str(folder() / "kernels" / content.hexdigest()[:16])


def kernel(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return `function` compiled, at its first call or from disk."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = kernel_folder()
    try:
        compiled: Callable[Given, Answer] = numba.njit(cache=True, nogil=True, boundscheck=False)(
            function
        )
    finally:
        numba.config.CACHE_DIR = before
    return compiled
