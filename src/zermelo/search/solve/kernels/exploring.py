"""Positions, 1024 at a time: who decides there, how they end, and where their moves lead.

What `zermelo.search.solve.graph` says in arrays of NumPy, here in one pass: the same numbers in the
same order.
"""

import numpy as np

from zermelo.engine.kernels.wide import advance, bare_places, does_place, legal_place, see
from zermelo.engine.kernels.wide_fold import count_images, smallest_images
from zermelo.engine.kernels.wide_rows import LANES, SIDE, rows_to_wires, turn_block, wires_to_rows
from zermelo.engine.wide import Wide, WirePlaces
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import lowest
from zermelo.kernels.vector import WORDS, both, fill, load, store, without
from zermelo.search.positions.exploring_space import (
    DONE,
    FOUND,
    GONE_ON,
    OVER,
    STANDS_FOR,
    UNRANKED,
    USED,
    Explored,
    ExploringSpace,
)
from zermelo.search.solve.kernels.backward import ENDED
from zermelo.search.solve.kernels.judging import bare_space, judged, note_movers
from zermelo.search.solve.kernels.numbering import (
    FREE,
    are_ranked,
    bare_explored,
    number_rows,
)


@kernel
def explore(game: Wide, space: ExploringSpace, known: Explored, end: int, ranked: bool) -> int:
    """Look at the positions up to number `end`; returns why it has stopped.

    If there is no room, nothing has been done about the positions from `known.at[DONE]` on.
    """
    places, inside, all_known = bare_places(game), bare_space(space), bare_explored(known)
    status = GONE_ON
    while status == GONE_ON and all_known.at[DONE] < end:
        lanes = min(LANES, end - all_known.at[DONE])
        for lane in range(lanes):
            inside.numbers[lane] = all_known.at[DONE] + lane
        rows_to_wires(
            all_known.rows,
            all_known.words,
            inside.numbers,
            lanes,
            places.fluents,
            inside.wires,
            inside.block,
        )
        see(game, space.wires)
        images = lanes
        if inside.order > 1:
            images = count_images(
                inside.wires,
                places.fluents,
                inside.sources,
                inside.order,
                lanes,
                inside.counts,
                inside.planes,
                FOUND,
            )
        status = judged(places, inside, all_known, lanes)
        if status != GONE_ON:
            break
        note_movers(inside, all_known, lanes)
        list_moves(places, inside, lanes)
        if make_moves(game, space, places, inside, all_known, lanes, ranked):
            all_known.at[DONE] += lanes
            all_known.at[STANDS_FOR] += images
        else:
            status = UNRANKED
    return status


@inner
def list_moves(places: WirePlaces, space: ExploringSpace, lanes: int) -> None:
    """Write the legal moves of every lane as a row; there are none after the end."""
    words = max(1, (places.moves + 63) // 64)
    wires, block = space.wires, space.block
    going = without(load(space.planes, USED), load(space.planes, OVER))
    for word in range(words):
        inside = min(SIDE, places.moves - SIDE * word)
        for bit in range(inside):
            plane = load(wires, legal_place(places, SIDE * word + bit))
            store(block, bit * WORDS, both(plane, going))
        for bit in range(inside, SIDE):
            store(block, bit * WORDS, fill(FREE))
        turn_block(block)
        for lane in range(lanes):
            space.legal[lane * words + word] = block[(lane & (SIDE - 1)) * WORDS + (lane >> 6)]


@inner
def make_moves(
    game: Wide,
    whole: ExploringSpace,
    places: WirePlaces,
    space: ExploringSpace,
    known: Explored,
    lanes: int,
    ranked: bool,
) -> bool:
    """Make every move of every lane, and number where it leads; returns whether to go on."""
    words = max(1, (places.moves + 63) // 64)
    legal, masks = space.legal, space.masks
    first, child, sound = known.at[DONE], 0, True
    for lane in range(lanes):
        mover = int(known.movers[first + lane])
        if mover == ENDED:
            known.sizes[first + lane] = 0
            continue
        reply = 0  # the only move of the other role
        for word in range(words if places.roles == 2 else 0):
            bits = legal[lane * words + word] & masks[(1 - mover) * words + word]
            if bits != FREE:
                reply = SIDE * word + lowest(bits)
        size = 0
        for word in range(words):
            bits = legal[lane * words + word] & masks[mover * words + word]
            while bits != FREE:
                space.numbers[child] = first + lane
                space.made[2 * child] = SIDE * word + lowest(bits)
                space.made[2 * child + 1] = reply
                bits &= bits - np.uint64(1)
                size, child = size + 1, child + 1
                if child == LANES:
                    sound = sound and add_children(game, whole, places, space, known, child, ranked)
                    child = 0
        known.sizes[first + lane] = size
    if child > 0:
        sound = sound and add_children(game, whole, places, space, known, child, ranked)
    return sound


@inner
def add_children(
    game: Wide,
    whole: ExploringSpace,
    places: WirePlaces,
    space: ExploringSpace,
    known: Explored,
    lanes: int,
    ranked: bool,
) -> bool:
    """Number the positions after the moves in all lanes; returns whether they are ranked."""
    wires, made, fluents = space.wires, space.made, places.fluents
    rows_to_wires(known.rows, known.words, space.numbers, lanes, fluents, wires, space.block)
    see(game, whole.wires)
    for lane in range(lanes):
        bit = np.uint64(1) << np.uint64(lane & (SIDE - 1))
        for role in range(places.roles):
            wires[does_place(places, int(made[2 * lane + role])) + (lane >> 6)] |= bit
    advance(game, whole.wires)
    for lane in range(lanes):
        for role in range(places.roles):
            wires[does_place(places, int(made[2 * lane + role])) + (lane >> 6)] = FREE
    states = wires
    if space.order > 1:
        smallest_images(wires, fluents, space.sources, space.order, space.folded)
        states = space.folded
    wires_to_rows(states, space.following, fluents, known.words, lanes, space.found, space.block)
    if ranked and not are_ranked(known, space.found, lanes):
        return False
    number_rows(known, space.found, space.hashes, space.numbers, lanes)
    return True
