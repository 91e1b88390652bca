"""States on disk, for searches that do not fit into memory.

Rows are divided among files by their hash, so that equal rows come into the same file, and each
file alone fits into the memory. Children are written as they come; whether they are new is found
out at the end of a level, file by file (hash-based delayed duplicate detection: Korf, Best-first
frontier search with delayed duplicate detection, 2004, section on hashing).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints, Words
from zermelo.errors import LimitError
from zermelo.search.one_role.flood import BATCH
from zermelo.search.one_role.memory import StateMemory

FILES = 64
TOGETHER = 1 << 18
"""Children that are written at a time."""
SHIFT = 26
"""Bits of a hash that a table of rows goes by; those above them choose the file."""

Children = Callable[[Words], tuple[Words, Ints]]


@dataclass(slots=True)
class Disk:
    """Rows of all levels in files, and the children that are waiting beside them."""

    words: int
    limit: int  # bytes of memory
    children: Children  # to find the way back
    folder: "TemporaryDirectory[str]" = field(
        default_factory=lambda: TemporaryDirectory(prefix="zermelo-")
    )
    levels: list[list[int]] = field(default_factory=lambda: [[0] * FILES])
    """[levels][files] how many rows each file had at the end of a level."""
    waiting: list[Words] = field(default_factory=list)  # children that are not yet written

    @classmethod
    def taking_over(cls, memory: StateMemory, ends: list[int], children: Children) -> "Disk":
        """Return the states of a memory, whose levels end with the numbers `ends`, on disk.

        What it has beyond them is known to belong to the level that is being made.
        """
        disk = cls(memory.words, memory.limit, children)
        begin = 0
        for end in ends:
            for start in range(begin, end, BATCH):
                disk.append("seen", memory.rows[start : min(start + BATCH, end)])
            disk.levels.append(disk.sizes("seen"))
            begin = end
        for start in range(begin, memory.size, BATCH):
            disk.append("seen", memory.rows[start : min(start + BATCH, memory.size)])
        return disk

    def has_room(self, more: int) -> bool:
        """Whether `more` states would still fit: the disk says when it is full."""
        return True

    def frontier(self) -> Iterator[Words]:
        """Yield the states of the level that is searched now, in batches."""
        yield from self.level(len(self.levels) - 1)

    def level(self, number: int) -> Iterator[Words]:
        """Yield the states of a level, in batches; the first level is 1."""
        found: list[Words] = []
        for file in range(FILES):
            begin, end = self.levels[number - 1][file], self.levels[number][file]
            for start in range(begin, end, BATCH):
                found.append(self.read("seen", file, start, min(start + BATCH, end)))
                if sum(map(len, found)) >= BATCH:
                    yield np.concatenate(found)
                    found = []
        if found:
            yield np.concatenate(found)

    def offer(self, rows: Words, parents: Ints) -> None:
        """Take children; who their parents are is found out again where it matters."""
        self.waiting.append(rows)
        if sum(map(len, self.waiting)) >= TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Write the children that wait to their files."""
        if self.waiting:
            self.append("next", np.concatenate(self.waiting))
            self.waiting = []

    def fresh(self) -> Iterator[Words]:
        """Yield nothing: what is new is known at the end of a level."""
        return iter(())

    def finish(self) -> Iterator[Words]:
        """Yield all that is new, and go on to the next level."""
        self.flush()
        seen, sizes = self.sizes("seen"), self.sizes("next")
        for file, before in enumerate(seen):
            parts = 1 + 2 * (before + sizes[file]) * 8 * self.words // self.limit
            for part in range(parts):
                known = StateMemory(self.words, self.limit)
                self.add_part(known, ("seen", file, before), part, parts)
                old = known.size
                self.add_part(known, ("next", file, sizes[file]), part, parts)
                for start in range(old, known.size, BATCH):
                    rows = known.rows[start : min(start + BATCH, known.size)]
                    self.append_to("seen", file, rows)
                    yield rows
            self.path("next", file).unlink(missing_ok=True)
        self.levels.append(self.sizes("seen"))

    def add_part(
        self, known: StateMemory, where: tuple[str, int, int], part: int, parts: int
    ) -> None:
        """Number the rows of a file that belong to one of several parts, by their hash.

        Raises:
            LimitError: they do not fit into the memory.
        """
        name, file, size = where
        for start in range(0, size, BATCH):
            rows = self.read(name, file, start, min(start + BATCH, size))
            if parts > 1:
                rows = rows[self.hashes(rows) // np.uint64(FILES) % np.uint64(parts) == part]
            if known.size + len(rows) > len(known.rows):
                raise LimitError(f"{self.limit >> 20} MB are too few for states on disk")
            known.numbered(rows)

    def way(self, row: Words, depth: int) -> list[Words]:
        """Return the states on the way to one, by making the children of each level again."""
        found = [row]
        for number in range(depth, 0, -1):
            found.append(self.parent(found[-1], number))
        return found[::-1]

    def parent(self, row: Words, number: int) -> Words:
        """Return a state of a level that has a row among its children."""
        for rows in self.level(number):
            children, parents = self.children(rows)
            same = np.flatnonzero((children == row).all(axis=1))
            if len(same):
                parent: Words = rows[parents[same[0]]].copy()
                return parent
        raise AssertionError("every state was reached from one of the level before")

    def close(self) -> None:
        """Let go of everything."""
        self.folder.cleanup()

    def append(self, name: str, rows: Words) -> None:
        """Write rows to the ends of their files."""
        files = (self.hashes(rows) % np.uint64(FILES)).astype(np.int64)
        order = np.argsort(files, kind="stable")
        ends = np.searchsorted(files[order], np.arange(FILES + 1))
        for file in range(FILES):
            part = order[ends[file] : ends[file + 1]]
            if len(part):
                self.append_to(name, file, rows[part])

    def hashes(self, rows: Words) -> Words:
        """Return hashes of rows, without the bits that a table of rows goes by."""
        from zermelo.search.one_role.kernels.seen import hash_rows

        hashes = np.empty(len(rows), np.uint64)
        hash_rows(np.ascontiguousarray(rows), hashes)
        return hashes >> np.uint64(SHIFT)

    def append_to(self, name: str, file: int, rows: Words) -> None:
        """Write rows to the end of a file."""
        try:
            with self.path(name, file).open("ab") as opened:
                opened.write(np.ascontiguousarray(rows).tobytes())
        except OSError as error:
            where = f"states are kept in {self.folder.name}"
            raise LimitError(f"{where}, and it is full: {error.strerror}") from None

    def read(self, name: str, file: int, begin: int, end: int) -> Words:
        """Return rows of a file."""
        size = self.words * (end - begin)
        rows: NDArray[np.uint64] = np.fromfile(
            self.path(name, file), np.uint64, size, offset=8 * self.words * begin
        )
        return rows.reshape(-1, self.words)

    def sizes(self, name: str) -> list[int]:
        """Return how many rows each file has."""
        paths = [self.path(name, file) for file in range(FILES)]
        return [p.stat().st_size // (8 * self.words) if p.exists() else 0 for p in paths]

    def path(self, name: str, file: int) -> Path:
        """Return where a file is."""
        return Path(self.folder.name) / f"{name}-{file}"
