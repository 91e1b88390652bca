"""The positions that a kernel explores: arrays that grow, and go to disk when memory ends.

Slots hold all positions; but where positions of two levels are known to differ, because more and
more fluents of some kind hold (see `ranking`), they hold those of one level, which is much less
memory to be reached at random. What is written and read in order may lie on disk: the children, who
moves, and the rows of other levels.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.folding import Folding
from zermelo.search.positions.exploring_space import (
    COUNTS,
    DONE,
    ENDS,
    MOVES,
    NO_ROOM,
    NO_TOTAL,
    RANK,
    REFUSED,
    SIZE,
    TOTAL,
    UNRANKED,
    WANTED,
    Explored,
    ExploringSpace,
    exploring_space,
)
from zermelo.search.positions.positions import MOST_POSITIONS
from zermelo.search.solve.disk_arrays import DiskArrays, Kind
from zermelo.search.solve.graph import (
    goals_of,
    movers_of,
    too_many,
)
from zermelo.search.solve.memory_needs import EXPLORING, bytes_wanted
from zermelo.search.solve.ranking import Ranking, ranking

GROWTH = 4
FEW = 1 << 18
"""Positions, moves or slots up to which arrays grow step by step."""
MANY = 1 << 16
"""Positions from which on it is tried to forget those of other levels."""
ROOM = 1 << 13


@dataclass(slots=True)
class FastExploration:
    """The positions that are known, and the moves of those that were looked at."""

    game: CompiledGame
    start: Words
    folding: Folding | None
    limit: int  # bytes
    may_rank: bool  # whether it is worth a try
    whole: bool  # whether all positions will be sorted
    touched: int = 0  # slots that were ever in use
    disk: DiskArrays | None = None  # where arrays are that do not fit into the memory
    ranks: Ranking | None = None
    is_sound: bool = True  # the ranking is right, as far as positions were looked at
    ends: list[int] = field(default_factory=list)  # of levels: the first number after each
    space: ExploringSpace = field(init=False)
    known: Explored = field(init=False)

    def __post_init__(self) -> None:
        """Begin with the start."""
        from zermelo.search.solve.kernels.numbering import put_back

        words = self.game.words
        self.space = exploring_space(self.game, self.folding)
        self.known = Explored(
            rows=np.empty(ROOM * words, np.uint64),
            words=words,
            room=ROOM,
            slots=np.zeros(2 * ROOM, np.uint64),
            mask=2 * ROOM - 1,
            base=0,
            movers=np.empty(ROOM, np.int8),
            sizes=np.empty(ROOM, np.uint16),
            goals=np.empty(ROOM, np.int16),
            children=np.empty(ROOM, np.int32),
            space=ROOM,
            ranked=np.zeros(words, np.uint64) if self.ranks is None else self.ranks.fluents,
            at=np.zeros(COUNTS, np.int64),
        )
        self.known.rows[:words] = self.start
        self.known.at[SIZE] = 1
        self.known.at[TOTAL] = NO_TOTAL
        put_back(self.known)

    @property
    def done(self) -> int:
        """How many positions were looked at."""
        return int(self.known.at[DONE])

    @property
    def size(self) -> int:
        """How many positions are known."""
        return int(self.known.at[SIZE])

    @property
    def levels(self) -> list[int]:
        """How many positions there are in each level."""
        return np.diff(self.ends, prepend=0).tolist()

    def begin_level(self) -> int:
        """Begin to look at another level; returns where it ends."""
        self.ends.append(self.size)
        if self.may_rank and self.size > MANY:
            self.may_rank = False
            found = ranking(self.game, self.start, self.folding)
            if found is not None and self.are_ranked(found):
                self.ranks = found
                self.known = self.known._replace(ranked=found.fluents)
                if self.disk is not None:
                    self.grow_rows(self.known.room)
        if self.ranks is not None:
            self.forget()
        return self.size

    def are_ranked(self, ranks: Ranking) -> bool:
        """Whether a ranking is right for all positions that are known."""
        rank = ranks.rank(self.start)
        for level, (first, end) in enumerate(pairwise([0, *self.ends])):
            words = self.known.words
            rows = self.known.rows[first * words : end * words].reshape(-1, words)
            if (ranks.ranks(rows) != rank + level * ranks.rise).any():
                return False
        return True

    def forget(self) -> None:
        """Forget where all positions are: none of them can come again."""
        assert self.ranks is not None
        before, last = [1, *self.levels][-2:]
        slots = ROOM
        while 2 * slots < 3 * last * min(GROWTH, last / before) and self.wanted(slots) < self.limit:
            slots *= 2
        rank = self.ranks.rank(self.start) + len(self.ends) * self.ranks.rise
        self.known.at[RANK] = rank
        self.clear(slots)
        self.known = self.known._replace(base=self.size)
        if self.disk is not None:
            self.disk.let_go()

    def look(self, end: int) -> None:
        """Look at all moves of the next positions, up to number `end`."""
        from zermelo.search.solve.kernels.exploring import explore as explore_positions

        while self.done < end:
            wide, ranked = self.game.engine.wide, self.ranks is not None
            status = explore_positions(wide, self.space, self.known, end, ranked)
            if status == UNRANKED:
                self.is_sound = False
                return
            if status == REFUSED:
                self.refuse(end)
            if status == NO_ROOM:
                self.make_room()
        self.require_room()

    def refuse(self, end: int) -> None:
        """Raise what `explore` raises of the positions up to number `end`."""
        at = self.known.at
        words, first = self.known.words, self.done
        rows = self.known.rows[first * words : end * words].reshape(-1, words)
        views = self.game.engine.view(rows)
        movers_of(self.game, views)
        total = int(at[TOTAL])
        goals_of(self.game, views, None if total == NO_TOTAL else total)
        raise AssertionError("the kernel refuses what the readable version takes")

    def make_room(self) -> None:
        """Make arrays larger, so that the next children find room."""
        known, at = self.known, self.known.at
        positions = self.size + int(at[WANTED])
        moves = int(at[MOVES] + at[WANTED])
        if positions > MOST_POSITIONS:
            raise self.full()
        if moves > known.space:
            self.grow(self.grow_children, known.space, moves, known.children.itemsize)
        if positions > known.room:
            self.grow(self.grow_rows, known.room, positions, 8 * known.words + EXPLORING)
        self.make_slots(positions - known.base)

    def grow(self, make: Callable[[int], None], room: int, wanted: int, size: int) -> None:
        """Make room for more things of a size: for `wanted` of them at least.

        If there are many, for as many as the limit allows, as memory that nobody writes to is none;
        where a system sees that otherwise, for a few more. Blocks of a disk are taken at once.
        """
        few = max(room + room // 4, wanted)
        many = max(GROWTH * room if wanted < FEW else self.limit // size, wanted)
        try:
            make(few if self.disk is not None else many)
        except MemoryError:
            try:
                make(few)
            except MemoryError:
                raise self.full() from None

    def grow_children(self, space: int) -> None:
        """Make room for children."""
        children = self.grown("children", self.known.children, int(self.known.at[MOVES]), space)
        self.known = self.known._replace(children=children, space=space)

    def grow_rows(self, room: int) -> None:
        """Make room for positions."""
        known, size, words = self.known, self.size, self.known.words
        rows = known.rows
        if self.disk is not None and self.ranks is not None:
            rows = self.disk.grown("rows", rows, size * words, room * words)
        elif room * words > len(rows):  # rows that may come again are compared at random
            rows = in_memory("rows", rows, size * words, room * words)
        self.known = known._replace(
            rows=rows,
            movers=self.grown("movers", known.movers, size, room),
            sizes=self.grown("sizes", known.sizes, size, room),
            goals=self.grown("goals", known.goals, int(known.at[ENDS]), room),
            room=room,
        )

    def grown(self, name: str, array: NDArray[Kind], used: int, size: int) -> NDArray[Kind]:
        """Return a larger array that begins with what is used of another."""
        if self.disk is not None:
            return self.disk.grown(name, array, used, size)
        return in_memory(name, array, used, size)

    def go_to_disk(self) -> None:
        """Keep on disk from now on what is written, and read, in order."""
        self.disk = DiskArrays()
        self.grow_children(min(self.known.space, int(self.known.at[MOVES]) + FEW))
        self.grow_rows(min(self.known.room, self.size + FEW))

    def make_slots(self, positions: int) -> None:
        """See to it that there are slots for so many positions."""
        from zermelo.search.solve.kernels.numbering import put_back

        slots = self.known.mask + 1
        while 3 * positions > 2 * slots:
            slots *= 2
        if slots > self.known.mask + 1:
            self.require_room(slots)
            self.clear(slots)
            put_back(self.known)

    def clear(self, size: int) -> None:
        """Have so many slots, all free."""
        if size > len(self.known.slots):
            self.known = self.known._replace(slots=self.known.slots[:0])  # lets go of the old ones
            try:
                slots = np.zeros(size, np.uint64)
            except MemoryError:
                raise self.full() from None
            self.known = self.known._replace(slots=slots, mask=size - 1)
            self.touched = size
        else:
            self.known.slots[:size] = 0
            self.known = self.known._replace(mask=size - 1)
            self.touched = max(self.touched, size)

    def require_room(self, slots: int = 0) -> None:
        """Go to disk if what is known, with so many slots, is too much for the memory.

        Raises:
            LimitError: it is too much all the same.
        """
        if self.wanted(slots) > self.limit and self.disk is None:
            self.go_to_disk()
        if self.wanted(slots) > self.limit:
            raise self.full()

    def wanted(self, slots: int) -> int:
        """Return how many bytes of memory it takes to go on, and to settle all positions."""
        rows_on_disk = self.disk is not None and self.ranks is not None
        slots = max(slots, self.touched)
        return bytes_wanted(
            self.known, slots, self.disk is not None, rows_on_disk=rows_on_disk, whole=self.whole
        )

    def full(self) -> LimitError:
        """Return the error for a memory that is full."""
        return too_many(self.game, self.size, self.limit >> 20)


def in_memory(_: str, array: NDArray[Kind], used: int, size: int) -> NDArray[Kind]:
    """Return a larger array that begins with what is used of another."""
    larger = np.empty(size, array.dtype)
    larger[:used] = array[:used]
    return larger
