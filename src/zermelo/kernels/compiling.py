"""What the process in the background does: it compiles what is wanted, and ends."""

import importlib
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba.core.errors import NumbaError

from zermelo import store
from zermelo.kernels.background import ENDING, locked
from zermelo.kernels.cache import NOT_OURS
from zermelo.kernels.kernel import PACKAGE


def compile_all(place: Path) -> None:
    """Compile what is wanted in a folder of kernels, unless another process does."""
    tried = set[Path]()  # a request that cannot be removed is followed once
    while True:
        with locked(place) as mine:
            if not mine:
                return
            while some := wanted(place, tried):
                for path in some:
                    tried.add(path)
                    follow(path)
        if not wanted(place, tried):  # nor has anything come since the last look
            return


def wanted(place: Path, tried: set[Path]) -> list[Path]:
    """Return the requests that nobody has followed, those that came first at the beginning."""
    found = []
    for path in place.glob(f"*/*{ENDING}"):
        if path not in tried:
            with suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found)]


def follow(path: Path) -> None:
    """Compile what a request is about; a request that cannot be followed is dropped."""
    content = store.unsealed(path)
    if content is not None:
        # Of other sources than ours: whoever needs the kernel will be told what is wrong with it.
        with suppress(*NOT_OURS, NumbaError):
            module, name, signature = pickle.loads(content)
            kernel: Any = getattr(importlib.import_module(module), name)
            kernel.compile(signature)
    with suppress(OSError):
        path.unlink(missing_ok=True)


def version() -> str:
    """Return a name for all that machine code of kernels depends on, the processor included."""
    sources = [path for path in PACKAGE.rglob("*.py") if "kernels" in path.parts]
    machine = f"{get_host_cpu_name()} {get_host_cpu_features().flatten()}"
    return store.fingerprint(sources, numba.__version__, llvmlite.__version__, machine)


def main(place: str) -> None:
    """Compile what is wanted in a folder of kernels: `zermelo.process.detached` calls this."""
    compile_all(Path(place))
