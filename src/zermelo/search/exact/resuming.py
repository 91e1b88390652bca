"""Long searches go on where they stopped: what the table knows is written to a file now and then.

A bound that is read from a file cannot be checked without a search. So a file is believed only if
it was written on this machine by the same code: its seal is noted in the user's cache folder.
"""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.errors import ReadError, UnsuitedError
from zermelo.search.tables.believed import code_mark, is_remembered, remember
from zermelo.search.tables.sealing import UNREADABLE, arrays_in, seal_of, write_sealed
from zermelo.search.tables.table import fingerprint
from zermelo.versions import FileFormat
from zermelo.writing import replacing, require_writable

if TYPE_CHECKING:
    from zermelo.search.exact.fast import KernelExact

PROGRESS = FileFormat("progress", 1, "zermelo progress ")
SECONDS_BETWEEN = 300.0
"""Between two times that the file is written."""


@dataclass(slots=True)
class Resuming:
    """The file of one search."""

    path: Path
    written: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        """Refuse a file that cannot be written, before hours were spent."""
        require_writable(self.path)

    def is_due(self) -> bool:
        """Whether it is time to write the file."""
        return time.monotonic() > self.written + SECONDS_BETWEEN

    def write(self, search: "KernelExact") -> None:
        """Write what a search has found out."""
        used = search.table
        arrays = {
            "format": PROGRESS.title,
            "name": search.game.name,
            "code": code_mark(),
            **question_of(search),
            "nodes": np.int64(search.clock.count.nodes),
            "shape": np.array([used.buckets, used.stride, used.slots, used.entry], np.int64),
            "state": used.state,
            "cells": used.cells,
            "history": search.stack.history,
        }
        with replacing(self.path) as file:
            seal = write_sealed(file, arrays, packed=False)
        remember(seal)
        self.written = time.monotonic()

    def read(self, search: "KernelExact") -> int:
        """Go on with what was found out before, if there is a file; return the nodes it took.

        Raises:
            ReadError: the file is none of ours, damaged, newer, or was not written here.
            UnsuitedError: it belongs to another game, role or option.
        """
        if not self.path.exists() or not self.path.stat().st_size:
            return 0
        content = self.path.read_bytes()
        seal = seal_of(content)
        try:
            arrays = arrays_in(content)
            version = PROGRESS.version_in(str(arrays["format"]))
        except UNREADABLE:
            version, arrays = None, {}
        if PROGRESS.is_newer(version):
            raise ReadError(PROGRESS.refusal(version, str(self.path)))
        if version is None or seal is None:
            raise ReadError(
                f"{self.path} is damaged, or no file that `zermelo solve --resume` wrote: "
                "remove it, or name another one"
            )
        if not is_remembered(seal) or str(arrays["code"]) != code_mark():
            raise ReadError(
                f"{self.path} was not written by this version of Zermelo on this machine, so what "
                "it says is not proved: remove it, or name another one"
            )
        for name, wanted in question_of(search).items():
            if not np.array_equal(arrays[name], wanted):
                raise UnsuitedError(
                    f"{self.path} is about {arrays['name']} with another {name}: name another file"
                )
        adopt(search, arrays)
        return int(arrays["nodes"])


def question_of(search: "KernelExact") -> dict[str, Any]:
    """Return what must be the same in two searches that share their bounds."""
    return {
        "rules": np.array(fingerprint(search.game)),
        "role": np.int64(search.duel.role),
        "fold": np.bool_(search.folds is not None),
    }


def adopt(search: "KernelExact", arrays: dict[str, Any]) -> None:
    """Give a search the table and the history of an earlier one."""
    from zermelo.search.exact.arrays import new_bounds

    buckets, stride, slots, entry = arrays["shape"].tolist()
    table = new_bounds(search.narrow.fluents, buckets)
    assert (stride, slots, entry) == (table.stride, table.slots, table.entry), "the same code"
    table.cells[:] = arrays["cells"]
    table.state[:] = arrays["state"]
    search.table = table
    search.stack.history[:] = arrays["history"]
