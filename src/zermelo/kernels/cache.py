"""Compiled kernels on disk, in place of numba's own cache.

numba believes whatever it finds: a file that is cut off ends the program with a traceback, flipped
bits in machine code end it with a crash or, worse, a wrong result. Its index can also mix up two
processes that compile one kernel for different types at the same time, and it wants to write where
reading would do. Here every file stands for itself: it is named after what it was compiled for,
says so inside, and ends with a checksum.
"""

import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core import compiler, serialize

from zermelo import store

numba_result: Any = compiler.CompileResult
numba_pickle: Any = serialize
"""Parts of numba without types."""


@cache
def remove_old_versions(place: Path) -> None:
    """Remove the kernels of versions that are no longer used; once in a process is enough."""
    with suppress(OSError):
        store.remove_unused(place)


class KernelCache:
    """What numba asks for a compiled version of one function before it compiles it."""

    def __init__(self, function: Callable[..., Any], place: Path) -> None:
        """Keep the versions of a function in a folder."""
        code = function.__code__
        self.code = sha256(code.co_code).hexdigest()
        python = f"py{sys.version_info.major}{sys.version_info.minor}"
        name = function.__qualname__.replace("<", "").replace(">", "")
        self.base = f"{Path(code.co_filename).stem}.{name}-{code.co_firstlineno}.{python}"
        self.cache_path = str(place)  # numba's name for it
        self.place = place

    def key(self, signature: Any, codegen: Any) -> Any:
        """Return what a version is for: types, processor and source."""
        return signature, codegen.magic_tuple(), self.code

    def path(self, key: Any) -> Path:
        """Return where a version is kept."""
        return self.place / f"{self.base}.{sha256(repr(key).encode()).hexdigest()[:24]}.nbc"

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the version for a signature; None if it is not there, or damaged."""
        target.refresh()
        key = self.key(signature, target.codegen())
        content = store.unsealed(self.path(key))
        if content is None:
            return None
        kept_for, data = pickle.loads(content)
        return numba_result._rebuild(target, *data) if kept_for == key else None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a version, if the disk allows it."""
        if compiled.lifted or compiled.library.has_dynamic_globals:
            return  # it holds addresses of this process
        key = self.key(signature, compiled.codegen)
        store.seal(self.path(key), numba_pickle.dumps((key, compiled._reduce())))
        remove_old_versions(self.place.parent)

    def flush(self) -> None:
        """Forget all versions."""
        for path in self.place.glob(f"{self.base}.*.nbc"):
            path.unlink(missing_ok=True)
