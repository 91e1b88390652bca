"""Cells that wait, in buckets by how long a path through them may be.

A bucket is an eighth of a step wide. A step makes the shortest path that seems possible longer by
more than half a step, or not at all. So a cell that was settled can get a better length only from
its own bucket, and then it is settled again; a goal is sure when its bucket is empty (Denardo and
Fox, Shortest-route methods 1, 1979, with zero lengths allowed).
"""

from typing import NamedTuple

from zermelo.circuit.kernels.kernel import inner
from zermelo.grid.kernels.board import Ints, Longs

WIDTH = 16
"""Bits of a length within a bucket."""
NONE = -1
SPARE, USED, WAITING, TURN = range(4)


class Queue(NamedTuple):
    """Stacks of entries, one for each bucket; entries that were taken are used again."""

    heads: Ints  # [a power of two] the last entry of each bucket, in a circle
    nexts: Ints  # [room] the entry below it
    cells: Ints  # [room]
    state: Longs  # [4] first spare entry, entries ever used, entries waiting, bucket in turn


@inner
def empty(queue: Queue, first: int) -> None:
    """Forget everything; no entry will come before the length `first`."""
    queue.heads[:] = NONE
    queue.state[SPARE] = NONE
    queue.state[USED] = 0
    queue.state[WAITING] = 0
    queue.state[TURN] = first >> WIDTH


@inner
def put(queue: Queue, cell: int, through: int) -> bool:
    """Add a cell whose path would be `through` long; False if there is no room left."""
    state = queue.state
    entry = state[SPARE]
    if entry != NONE:
        state[SPARE] = queue.nexts[entry]
    else:
        entry = state[USED]
        if entry == queue.cells.size:
            return False
        state[USED] = entry + 1
    bucket = (through >> WIDTH) & (queue.heads.size - 1)
    queue.cells[entry] = cell
    queue.nexts[entry] = queue.heads[bucket]
    queue.heads[bucket] = entry
    state[WAITING] += 1
    return True


@inner
def take(queue: Queue, last: int) -> int:
    """Remove a cell of the first bucket that has one, up to that of `last`; NONE if none has."""
    state = queue.state
    if state[WAITING] == 0:
        return NONE
    mask = queue.heads.size - 1
    turn = state[TURN]
    while queue.heads[turn & mask] == NONE:
        turn += 1
    state[TURN] = turn
    if turn > last >> WIDTH:
        return NONE
    entry = queue.heads[turn & mask]
    queue.heads[turn & mask] = queue.nexts[entry]
    queue.nexts[entry] = state[SPARE]
    state[SPARE] = entry
    state[WAITING] -= 1
    return int(queue.cells[entry])
