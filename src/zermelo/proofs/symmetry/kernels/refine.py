"""Partition refinement: cells are split until all vertices of a cell have the same neighbours.

After Hopcroft (1971) and McKay (Practical graph isomorphism, 1981), section 2. Cells lie one behind
the other in an array; which comes first depends on nothing but the graph and the cells before, so
that two partitions that were refined in the same way can be laid beside each other.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import kernel

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]


class Arcs(NamedTuple):
    """The arcs at each vertex."""

    first: Longs  # [vertices + 1]
    targets: Ints  # [arcs]
    labels: Words  # [arcs]


class Cells(NamedTuple):
    """A partition of the vertices; a cell is called by the place of its first vertex."""

    vertices: Ints  # [places] cell after cell
    places: Ints  # [vertices]
    cells: Ints  # [vertices] which cell each is in
    sizes: Ints  # [cells] at the places where cells begin


class Room(NamedTuple):
    """What refining needs besides; all zero before and after."""

    sums: Words  # [vertices] of the labels of arcs to the splitter
    hits: Ints  # [cells] how many vertices have such arcs
    queue: Ints  # [vertices] cells to split by, round and round
    queued: NDArray[np.bool_]  # [cells]
    touched: Ints  # [vertices] cells with such vertices
    splitter: Ints  # [vertices]


@kernel
def mixed(trace: np.uint64, word: np.uint64) -> np.uint64:
    """Return a hash of a hash and a word (the finaliser of SplitMix64)."""
    mix = (trace ^ word) + np.uint64(0x9E3779B97F4A7C15)
    mix = (mix ^ (mix >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mix = (mix ^ (mix >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mix ^ (mix >> np.uint64(31))


@kernel
def refine(arcs: Arcs, cells: Cells, room: Room, waiting: int) -> np.uint64:
    """Split cells until every vertex of a cell has the same arcs to each cell; returns a trace.

    The trace is the same for partitions that a permutation of the graph maps to each other.

    Args:
        arcs: of the graph.
        cells: are split.
        room: the first `waiting` places of its queue hold the cells to begin with.
        waiting: how many there are.
    """
    trace = np.uint64(0)
    head = 0
    size = cells.vertices.size
    for index in range(waiting):
        room.queued[room.queue[index]] = True
    while waiting > 0:
        cell = room.queue[head]
        head = (head + 1) % size
        waiting -= 1
        room.queued[cell] = False
        length = cells.sizes[cell]
        for place in range(length):  # a slice would take seconds to compile
            room.splitter[place] = cells.vertices[cell + place]
        touched = meet(arcs, cells, room, length)
        room.touched[:touched].sort()
        trace = mixed(trace, np.uint64(cell))
        for index in range(touched):
            part = room.touched[index]
            hits = room.hits[part]
            room.hits[part] = 0
            begin = part + cells.sizes[part] - hits
            if hits > 1:
                order(cells, room, begin, begin + hits)
            largest = part
            at = begin
            end = part + cells.sizes[part]
            if begin > part:
                cells.sizes[part] = begin - part
            before = waiting
            while at < end:
                value = room.sums[cells.vertices[at]]
                stop = at
                while stop < end and room.sums[cells.vertices[stop]] == value:
                    vertex = cells.vertices[stop]
                    cells.cells[vertex] = at
                    stop += 1
                trace = mixed(mixed(trace, value), np.uint64(at))
                cells.sizes[at] = stop - at
                if cells.sizes[at] > cells.sizes[largest]:
                    largest = at
                if at > part:
                    room.queue[(head + waiting) % size] = at
                    waiting += 1
                at = stop
            # All new cells wait. If the old one did not, the largest need not.
            if not room.queued[part] and largest != part:
                for place in range(before, waiting):
                    if room.queue[(head + place) % size] == largest:
                        room.queue[(head + place) % size] = part
            for place in range(before, waiting):
                room.queued[room.queue[(head + place) % size]] = True
            for place in range(begin, end):
                room.sums[cells.vertices[place]] = 0
    return trace


@kernel
def meet(arcs: Arcs, cells: Cells, room: Room, length: int) -> int:
    """Sum the labels of arcs to the splitter; who has any is moved to the end of its cell.

    Returns how many cells have such vertices; they are listed in `touched`.
    """
    touched = 0
    for index in range(length):
        vertex = room.splitter[index]
        for arc in range(arcs.first[vertex], arcs.first[vertex + 1]):
            other = arcs.targets[arc]
            cell = cells.cells[other]
            inside = cells.places[other] - cell
            if inside < cells.sizes[cell] - room.hits[cell]:
                if room.hits[cell] == 0:
                    room.touched[touched] = cell
                    touched += 1
                room.hits[cell] += 1
                swap(cells, cells.places[other], cell + cells.sizes[cell] - room.hits[cell])
            room.sums[other] += arcs.labels[arc]
    return touched


@kernel
def swap(cells: Cells, one: int, other: int) -> None:
    """Exchange the vertices at two places of a cell."""
    first, second = cells.vertices[one], cells.vertices[other]
    cells.vertices[one], cells.vertices[other] = second, first
    cells.places[second], cells.places[first] = one, other


@kernel
def order(cells: Cells, room: Room, begin: int, end: int) -> None:
    """Sort the vertices at some places by their sums."""
    some = cells.vertices[begin:end].copy()
    ranks = np.argsort(room.sums[some])
    for index in range(end - begin):
        vertex = some[ranks[index]]
        cells.vertices[begin + index] = vertex
        cells.places[vertex] = begin + index


@kernel
def is_kept(arcs: Arcs, image: Ints, sums: Words) -> bool:
    """Tell whether a permutation maps arcs to arcs; `sums` is zero before and after."""
    kept = True
    for vertex in range(image.size):
        if image[vertex] == vertex:
            continue  # its arcs to vertices that move are looked at from there
        other = image[vertex]
        for arc in range(arcs.first[vertex], arcs.first[vertex + 1]):
            sums[image[arcs.targets[arc]]] += arcs.labels[arc]
        for arc in range(arcs.first[other], arcs.first[other + 1]):
            sums[arcs.targets[arc]] -= arcs.labels[arc]
        for arc in range(arcs.first[other], arcs.first[other + 1]):
            kept = kept and sums[arcs.targets[arc]] == 0
            sums[arcs.targets[arc]] = 0
        for arc in range(arcs.first[vertex], arcs.first[vertex + 1]):
            kept = kept and sums[image[arcs.targets[arc]]] == 0
            sums[image[arcs.targets[arc]]] = 0
        if not kept:
            break
    return kept
