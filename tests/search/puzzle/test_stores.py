"""States in memory and on disk: level by level the same new states as in a plain set."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from zermelo.engine.engine import Ints, Words
from zermelo.errors import LimitError
from zermelo.search.one_role import disk, memory
from zermelo.search.one_role.disk import Disk
from zermelo.search.one_role.memory import StateMemory

Row = tuple[int, ...]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rows are handed out or written at a time, so that small tests have several batches."""
    for module in (disk, memory):
        monkeypatch.setattr(module, "BATCH", 16)
    monkeypatch.setattr(disk, "TOGETHER", 50)
    monkeypatch.setattr(disk, "FILES", 3)
    monkeypatch.setattr(memory, "FIRST_SLOTS", 8)
    monkeypatch.setattr(memory, "FAST_GROWTH", 64)


class RandomGraph:
    """Rows, and the rows that follow each of them; the same for the same seed."""

    def __init__(self, words: int, seed: int, size: int = 400) -> None:
        """Draw it."""
        draw = Random(seed)
        names = [tuple(draw.getrandbits(64) for _ in range(words)) for _ in range(size)]
        self.after = {name: draw.choices(names, k=3) for name in names}
        self.first = names[0]

    def children(self, rows: Words) -> tuple[Words, Ints]:
        """Return the children of rows, and the place of each one's parent."""
        found = [(child, place) for place, row in enumerate(rows) for child in self.after[key(row)]]
        children = np.array([child for child, _ in found], np.uint64)
        return children, np.array([place for _, place in found], np.int32)

    def levels(self) -> Iterator[set[Row]]:
        """Yield the rows of every level, without those before."""
        seen = level = {self.first}
        while level:
            yield level
            level = {child for row in level for child in self.after[row]} - seen
            seen = seen | level


def key(row: Words) -> Row:
    """Return a row as a value."""
    return tuple(map(int, row))


def expanded(store: StateMemory | Disk, graph: RandomGraph) -> set[Row]:
    """Expand a level; return what is new, which must not be told twice."""
    told: list[Row] = []
    for rows in store.frontier():
        assert len(rows) <= 16 + 16
        store.offer(*graph.children(rows.copy()))
        told += [key(row) for new in store.fresh() for row in new]
    told += [key(row) for new in store.finish() for row in new]
    assert len(told) == len(set(told))
    return set(told)


def on_disk(graph: RandomGraph, words: int, limit: int) -> Disk:
    """Return a store on disk with the first state."""
    begun = StateMemory.holding(np.array(graph.first, np.uint64), 1 << 20)
    return Disk.taking_over(replaced(begun, limit), [1], graph.children)


def replaced(begun: StateMemory, limit: int) -> StateMemory:
    """Return a memory that allows its successor another number of bytes."""
    begun.limit = limit
    return begun


@pytest.mark.parametrize("words", [1, 2, 5])
@pytest.mark.parametrize("seed", range(3))
def test_both_stores_find_the_levels_of_a_graph(words: int, seed: int) -> None:
    graph = RandomGraph(words, seed)
    first, *later = graph.levels()
    assert len(later) > 4
    # As many bytes as let a file be looked through in one part, in some, and in many.
    stores: list[StateMemory | Disk] = [
        StateMemory.holding(np.array(graph.first, np.uint64), 1 << 20)
    ]
    stores += [on_disk(graph, words, limit) for limit in (1 << 20, 1500 * words, 600 * words)]
    for level in [*later, set()]:
        for store in stores:
            assert expanded(store, graph) == level
    last = next(iter(later[-1]))
    for store in stores:
        if isinstance(store, Disk):
            way = [key(row) for row in store.way(np.array(last, np.uint64), len(later))]
            assert (way[0], way[-1]) == (graph.first, last)
            assert all(row in graph.after[before] for before, row in pairwise(way))
            store.close()
    assert first == {graph.first}


def test_what_a_memory_knows_goes_to_disk_in_the_middle_of_a_level() -> None:
    graph = RandomGraph(2, 7)
    _, second, third, *_ = graph.levels()
    begun = StateMemory.holding(np.array(graph.first, np.uint64), 1 << 20)
    assert expanded(begun, graph) == second
    known, rest = sorted(third)[:5], sorted(third)[5:]
    begun.offer(np.array(known, np.uint64), np.zeros(5, np.int32))
    taken = Disk.taking_over(begun, [1, 1 + len(second)], graph.children)
    assert {key(row) for rows in taken.frontier() for row in rows} == second
    taken.offer(np.array([*known, *rest, graph.first], np.uint64), np.zeros(0, np.int32))
    told = {key(row) for rows in taken.finish() for row in rows}
    assert told == set(rest), "the others were told before"
    assert {key(row) for rows in taken.level(3) for row in rows} == third
    taken.close()


def test_a_memory_says_when_it_is_full() -> None:
    graph = RandomGraph(2, 1)
    begun = StateMemory.holding(np.array(graph.first, np.uint64), 2000)
    # 20 bytes for each state, 8 for each of the slots, of which two thirds are used at most.
    assert begun.has_room(41)
    assert begun.slots_for(41) == 128
    assert begun.has_room(47)
    assert not begun.has_room(48)
    assert len(begun.rows) == 100


def test_where_a_system_gives_less_memory_there_is_less_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    empty = np.empty

    def scarce(shape: int | tuple[int, int], dtype: type[np.generic]) -> object:
        if np.prod(shape) > 30_000:
            raise MemoryError
        return empty(shape, dtype)

    monkeypatch.setattr(np, "empty", scarce)
    made = StateMemory(1, 1 << 20)
    assert len(made.rows) == len(made.parents) == (1 << 20) // 12 // 4
    assert made.has_room(len(made.rows))
    assert not made.has_room(len(made.rows) + 1)


def test_a_part_that_does_not_fit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = RandomGraph(1, 2)
    store = on_disk(graph, 1, 10 << 20)
    rows = np.arange(200, dtype=np.uint64)[:, None]
    store.offer(rows, np.zeros(0, np.int32))
    store.limit = 400
    monkeypatch.setattr(Disk, "hashes", lambda _, rows: np.zeros(len(rows), np.uint64))
    store.flush()
    with pytest.raises(LimitError, match="0 MB are too few for states on disk"):
        list(store.finish())
    store.close()
