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
NOT_OURS = (
    *(pickle.UnpicklingError, EOFError, ImportError, AttributeError, IndexError, KeyError),
    *(TypeError, ValueError, MemoryError),
)
"""What reading a file as a pickle can raise that is none."""


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
        """Return what a version is for: types, processor, function and sources.

        The folder stands for the sources. Functions that differ in a number have the same code.
        """
        return signature, codegen.magic_tuple(), self.code, self.base, self.place.name

    def path(self, key: Any) -> Path:
        """Return where a version is kept."""
        return self.place / f"{self.base}.{sha256(repr(key).encode()).hexdigest()[:24]}.nbc"

    def path_of(self, signature: Any, target: Any) -> Path:
        """Return where the version for a signature is kept."""
        return self.path(self.key(signature, target.codegen()))

    def has(self, signature: Any, target: Any) -> bool:
        """Whether the version for a signature is kept; what is damaged is removed."""
        return self.kept(signature, target) is not None

    def kept(self, signature: Any, target: Any) -> Any:
        """Return what is kept for a signature; None if it is not there, or damaged.

        A whole file that is not what its name says is removed, as `store` removes damaged ones.
        """
        key = self.key(signature, target.codegen())
        path = self.path(key)
        content = store.unsealed(path)
        if content is None:
            return None
        with suppress(*NOT_OURS):
            kept_for, data = pickle.loads(content)
            if kept_for == key:
                return data
        with suppress(OSError):
            path.unlink(missing_ok=True)
        return None

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the version for a signature; None if it is not there, or damaged."""
        target.refresh()
        data = self.kept(signature, target)
        return None if data is None else numba_result._rebuild(target, *data)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a version, if the disk allows it."""
        if compiled.lifted or compiled.library.has_dynamic_globals:
            return  # it holds addresses of this process
        key = self.key(signature, compiled.codegen)
        store.seal(self.path(key), numba_pickle.dumps((key, compiled._reduce())))
        remove_old_versions(self.place.parent)

    def request(self, function: Callable[..., Any], signature: Any) -> bytes:
        """Return what tells another process which version of which function is wanted."""
        request = function.__module__, function.__qualname__, signature
        return bytes(numba_pickle.dumps(request))

    def flush(self) -> None:
        """Forget all versions."""
        for path in self.place.glob(f"{self.base}.*.nbc"):
            path.unlink(missing_ok=True)
