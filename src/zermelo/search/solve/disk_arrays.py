"""Arrays on disk that grow: for what is written once, from the beginning to the end.

They are files that a process sees as memory. Their blocks are reserved before anybody writes there:
a disk that is full is an error that is said, not a signal that ends the process.
"""

import mmap
import os
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TypeVar
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import LimitError

Kind = TypeVar("Kind", bound=np.generic)


@dataclass(slots=True, weakref_slot=True, eq=False)
class DiskArrays:
    """Files in a folder that is gone when this object is."""

    folder: Path = field(default_factory=lambda: Path(mkdtemp(prefix="zermelo-")))
    seen: dict[str, mmap.mmap] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """See to it that nothing stays."""
        finalize(self, rmtree, self.folder, ignore_errors=True)

    def grown(self, name: str, array: NDArray[Kind], used: int, size: int) -> NDArray[Kind]:
        """Return an array on disk that begins with what is used of another, or of itself.

        Raises:
            LimitError: the disk is full.
        """
        before = self.seen.get(name)
        path = self.folder / name
        length = max(1, size * array.itemsize)
        with path.open("r+b" if before else "w+b") as file:
            try:
                if hasattr(os, "posix_fallocate"):
                    os.posix_fallocate(file.fileno(), 0, length)
                else:  # some systems have no such call: there, a full disk is noticed late
                    file.truncate(length)
            except OSError as error:
                where = f"positions are kept in {self.folder}"
                raise LimitError(f"{where}, and it is full: {error.strerror}") from None
            self.seen[name] = mmap.mmap(file.fileno(), length)
        larger = np.frombuffer(self.seen[name], array.dtype, size)
        if before is None:
            larger[:used] = array[:used]
        return larger

    def let_go(self) -> None:
        """Have what was written leave the memory of this process; it is read again when needed."""
        for one in self.seen.values():
            one.madvise(mmap.MADV_DONTNEED)
