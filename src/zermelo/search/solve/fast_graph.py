"""Every position that can be reached, explored by one kernel: what `graph` does, a dozen times as
fast, with the same numbers.

Arrays grow by four, so that little is copied. Slots hold all positions; but where positions of two
levels are known to differ, because more and more fluents of some kind hold (see `ranking`), they
hold those of one level, which is much less memory to be reached at random.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.symmetry.folding import Folding
from zermelo.search.positions.exploring_space import (
    COUNTS,
    DONE,
    ENDS,
    FALLS,
    MOVES,
    NO_ROOM,
    NO_TOTAL,
    RANK,
    REFUSED,
    SIZE,
    STANDS_FOR,
    TOTAL,
    UNRANKED,
    WANTED,
    Explored,
    ExploringSpace,
    exploring_space,
)
from zermelo.search.positions.positions import MOST_POSITIONS
from zermelo.search.solve.graph import (
    MEGABYTES,
    PositionGraph,
    Report,
    goals_of,
    movers_of,
    too_many,
)
from zermelo.search.solve.ranking import Ranking, ranking

Kind = TypeVar("Kind", bound=np.generic)
SLICE = 1 << 16
"""Positions that are looked at between two reports."""
MANY = 1 << 16
"""Positions from which on it is tried to forget those of other levels."""
ROOM = 1 << 13
GROWTH = 4
FEW = 1 << 18
"""Positions, moves or slots up to which arrays grow step by step."""
EXPLORING = 1 + 2
"""Bytes for each position, besides its row: who moves, how many moves there are."""


def explore_fast(
    game: CompiledGame,
    start: State | None = None,
    *,
    megabytes: int = MEGABYTES,
    report: Report | None = None,
    folding: Folding | None = None,
) -> PositionGraph:
    """Return all that can be reached from `start`; as `explore` does."""
    row = game.row(game.initial if start is None else start)
    if folding:
        row = folding.folded(row[None])[0][0]
    for may_rank in (True, False):
        seen = FastExploration(game, row, folding, megabytes << 20, may_rank)
        while seen.done < seen.size and seen.is_sound:
            end = seen.begin_level()
            while seen.done < end and seen.is_sound:
                seen.look(min(seen.done + SLICE, end))
                if report:
                    report(f"{seen.size:,} positions, {len(seen.levels) - 1} moves deep")
        if seen.is_sound:
            break
    return seen.graph()


def ask_for_kernel(game: CompiledGame) -> None:
    """Call the kernel with nothing to do: if it is not compiled, that is asked for."""
    from zermelo.search.solve.kernels.exploring import explore as explore_positions

    seen = FastExploration(game, game.row(game.initial), None, 1 << 20, may_rank=False)
    explore_positions(game.engine.wide, seen.space, seen.known, 0, False)


@dataclass(slots=True)
class FastExploration:
    """The positions that are known, and the moves of those that were looked at."""

    game: CompiledGame
    start: Words
    folding: Folding | None
    limit: int  # bytes
    may_rank: bool  # whether it is worth a try
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
        while 2 * slots < 3 * last * min(GROWTH, last / before):
            slots *= 2
        rank = self.ranks.rank(self.start) + len(self.ends) * self.ranks.rise
        self.known.at[RANK] = rank
        self.require_room(slots)
        self.clear(slots)
        self.known = self.known._replace(base=self.size)

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
        try:
            if moves > known.space:
                space = self.larger(known.space, moves, known.children.itemsize)
                children = grown(known.children, int(at[MOVES]), space)
                self.known = known = known._replace(children=children, space=space)
            if positions > known.room:
                room = self.larger(known.room, positions, 8 * known.words + EXPLORING)
                self.known = known = known._replace(
                    rows=grown(known.rows, self.size * known.words, room * known.words),
                    movers=grown(known.movers, self.size, room),
                    sizes=grown(known.sizes, self.size, room),
                    goals=grown(known.goals, int(at[ENDS]), room),
                    room=room,
                )
        except MemoryError:
            raise self.full() from None
        self.make_slots(positions - known.base)

    def larger(self, room: int, wanted: int, size: int) -> int:
        """Return for how many things of a size there should be room.

        If there are many, for as many as the limit allows: memory that nobody writes to is none.
        """
        if wanted < FEW:
            return max(GROWTH * room, wanted)
        return max(self.limit // size, wanted)

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
                slots = np.zeros(size if size < FEW else max(size, self.limit // 8), np.uint64)
            except MemoryError:
                raise self.full() from None
            self.known = self.known._replace(slots=slots, mask=size - 1)
        else:
            self.known.slots[:size] = 0
            self.known = self.known._replace(mask=size - 1)

    def require_room(self, slots: int = 0) -> None:
        """Raise LimitError if what is known, with so many slots, is too much for the memory."""
        known, at = self.known, self.known.at
        positions = (8 * known.words + EXPLORING) * self.size + 2 * int(at[ENDS])
        slots = max(slots, known.mask + 1)
        if positions + 4 * int(at[MOVES]) + 8 * slots > self.limit:
            raise self.full()

    def full(self) -> LimitError:
        """Return the error for a memory that is full."""
        return too_many(self.game, self.size, self.limit >> 20)

    def graph(self) -> PositionGraph:
        """Return all of it, when everything was looked at; this object is of no use afterwards."""
        known, at, size = self.known, self.known.at, self.size
        total = int(at[TOTAL])
        del self.known  # and with it the slots
        return PositionGraph(
            known.rows[: size * known.words].reshape(size, known.words),
            known.movers[:size],
            known.sizes[:size],
            known.children[: int(at[MOVES])],
            known.goals[: int(at[ENDS])],
            None if total == NO_TOTAL or len(self.game.roles) == 1 else total,
            self.levels,
            int(at[STANDS_FOR]),
            not at[FALLS],
        )


def grown(array: NDArray[Kind], used: int, size: int) -> NDArray[Kind]:
    """Return a larger array that begins with what is used of another."""
    larger = np.empty(size, array.dtype)
    larger[:used] = array[:used]
    return larger
