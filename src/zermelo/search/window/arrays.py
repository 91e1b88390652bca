"""Arrays that the kernels of searches work in: made, and made anew when they are too small."""

from typing import TYPE_CHECKING

import numpy as np

from zermelo.engine.engine import words_for
from zermelo.engine.narrow import Narrow, new_workspace, width
from zermelo.game.game import State
from zermelo.search.parts.endgames import Endgames
from zermelo.search.parts.folds import Folds
from zermelo.search.parts.proved import Proved

if TYPE_CHECKING:
    from zermelo.search.window.kernels.endgames import EndgameArrays
    from zermelo.search.window.kernels.images import Images
    from zermelo.search.window.kernels.lemmas import Lemmas
    from zermelo.search.window.kernels.order import MoveOrderArrays
    from zermelo.search.window.kernels.stack import Stack
    from zermelo.search.window.kernels.table import TableArrays


def new_table(words: int, capacity: int) -> "TableArrays":
    """Return a table without entries, which is off."""
    from zermelo.search.window.kernels.table import EXTRA, MOST, STATE, TableArrays

    cells = np.zeros(capacity * (words + EXTRA), np.uint64)
    state = np.zeros(STATE, np.int64)
    state[MOST] = capacity * 5 // 8
    tags = np.zeros(capacity, np.uint8)
    return TableArrays(cells, cells.view(np.float64), tags, capacity, words, state)


def no_images() -> "Images":
    """Return what folds no states."""
    from zermelo.search.window.kernels.images import Images

    nothing, none = np.zeros(1, np.uint64), np.zeros(1, np.int32)
    return Images(0, 0, 0, nothing, none, none, nothing.copy(), np.zeros(1, np.int64))


def images_of(folds: Folds) -> "Images":
    """Return symmetries as the kernels want them: what each byte of a row becomes."""
    from zermelo.search.window.kernels.images import Images

    count, fluents = folds.fluents.shape
    size, words = -(-fluents // 8), words_for(fluents)
    parts = np.zeros((count, size, 256, words), np.uint64)
    for number, places in enumerate(folds.fluents.tolist()):
        for fluent, to in enumerate(places):
            holding = np.arange(256) >> fluent % 8 & 1 == 1
            parts[number, fluent // 8, holding, to // 64] |= np.uint64(1 << to % 64)
    return Images(
        symmetries=count,
        bytes=size,
        moves=folds.moves.shape[1],
        parts=parts.reshape(-1),
        images=folds.moves.reshape(-1).copy(),
        origins=folds.origins.reshape(-1).copy(),
        image=np.zeros(words, np.uint64),
        folding=np.zeros(1, np.int64),
    )


def new_stack(
    game: Narrow, plies: int, room: int, images: "Images", *, replies: bool = False
) -> "Stack":
    """Return a stack for a number of plies, with room for a number of moves.

    With `replies` there are two broods for each ply.
    """
    from zermelo.engine.kernels.narrow import LANES
    from zermelo.search.window.kernels.stack import FRAME, WINDOW, Stack

    words, legal_words = words_for(game.fluents), words_for(game.moves)
    lanes = (2 if replies else 1) * plies * LANES
    rows = np.zeros(lanes * words, np.uint64)
    return Stack(
        plies=plies,
        replies=replies,
        frames=np.zeros(plies * FRAME, np.int64),
        windows=np.zeros(plies * WINDOW, np.float64),
        lines=np.zeros(plies * plies, np.int32),
        pool=np.zeros(room, np.int32),
        room=room,
        ranks=np.zeros(room, np.float64),
        rows=rows,
        words=words,
        images=images,
        keys=np.zeros_like(rows) if images.symmetries else rows,
        turned=np.zeros(lanes if images.symmetries else 1, np.int32),
        hashes=np.zeros(lanes, np.uint64),
        # Whoever turns rows reads up to 63 words more than there are.
        broods=np.zeros(lanes // LANES * width(game) + LANES, np.uint64),
        width=width(game),
        legal=np.zeros(legal_words, np.uint64),
        legal_words=legal_words,
        space=new_workspace(game),
        block=np.zeros(LANES, np.uint64),
        tally=np.zeros(3 * game.roles, np.int64),
        made=np.zeros(LANES * game.roles, np.int32),
    )


def new_order(game: Narrow, plies: int, capacity: int) -> "MoveOrderArrays":
    """Return an order that knows nothing and is off, with a history of some capacity."""
    from zermelo.search.window.kernels.order import MOST, SETTINGS, MoveOrderArrays

    settings = np.zeros(SETTINGS, np.int64)
    settings[MOST] = capacity // 2
    most = int(np.diff(game.firsts).max(initial=1))
    return MoveOrderArrays(
        settings=settings,
        killers=np.full(2 * plies, -1, np.int64),
        joints=np.zeros(capacity, np.int64),
        counts=np.zeros(capacity, np.float64),
        capacity=capacity,
        replies=new_table(words_for(game.fluents), 1),
        ranks=np.zeros(game.moves, np.float64),
        moves=np.zeros(most, np.int32),
        values=np.zeros(most, np.float64),
        lengths=np.zeros(most, np.int64),
        lines=np.zeros(most * plies, np.int32),
    )


def new_lemmas(game: Narrow, proved: Proved | None, endgames: Endgames | None) -> "Lemmas":
    """Return lemmas as tests of masks, and a table; none if nothing is proved."""
    from zermelo.search.window.kernels.lemmas import Lemmas

    rulings = [] if proved is None else [*proved.floors, *proved.ceilings]
    words = words_for(game.fluents)
    masks = np.zeros((len(rulings), 2, words), np.uint64)
    for index, ruling in enumerate(rulings):
        assert proved is not None
        for place, bits in enumerate((ruling.lemma.present, ruling.lemma.absent)):
            masks[index, place] = proved.game.row(State(bits))
    firsts = game.firsts.tolist()
    return Lemmas(
        floors=0 if proved is None else len(proved.floors),
        size=len(rulings),
        masks=masks.reshape(-1),
        worths=np.array([ruling.worth for ruling in rulings], np.float64),
        moves=np.array([firsts[ruling.side] + ruling.move for ruling in rulings], np.int32),
        least=0.0 if proved is None else proved.least,
        most=100.0 if proved is None else proved.most,
        endgames=new_endgames(game, endgames),
    )


def new_endgames(game: Narrow, endgames: Endgames | None) -> "EndgameArrays":
    """Return a table for the kernel, as the maximising role sees it."""
    from zermelo.search.window.kernels.endgames import UNKNOWN, EndgameArrays

    words, size = words_for(game.fluents), 0
    rows, doubled = np.zeros(words, np.uint64), np.zeros(1, np.int32)
    images = np.zeros((1, 0), np.int32)
    if endgames is not None:
        table, size = endgames.table, endgames.table.size
        without_end = UNKNOWN if table.total is None else table.total
        doubled = 2 * table.values[endgames.role].astype(np.int32)
        doubled[table.distances < 0] = without_end
        rows = table.rows.reshape(-1)
        images = images if table.folding is None else table.folding.images
    return EndgameArrays(
        size=size,
        rows=rows,
        doubled=doubled,
        fluents=game.fluents,
        symmetries=len(images) - 1,
        images=images[1:].reshape(-1) if len(images) > 1 else np.zeros(1, np.int32),
        root=np.zeros(words, np.uint64),
        sought=np.zeros(2 * words, np.uint64),
        held=np.zeros(max(1, game.fluents), np.int32),
    )


def deeper_stack(game: Narrow, old: "Stack") -> "Stack":
    """Return a stack that is twice as deep, with the same in it."""
    from zermelo.engine.kernels.narrow import LANES
    from zermelo.search.window.kernels.stack import FRAME, LANE, REPLIED

    new = new_stack(game, 2 * old.plies, 2 * old.room, old.images, replies=old.replies)
    side = (old.plies, old.plies)
    new.lines.reshape(new.plies, new.plies)[: side[0], : side[1]] = old.lines.reshape(side)
    for name in ("frames", "windows", "pool", "ranks"):
        before = getattr(old, name)
        getattr(new, name)[: before.size] = before
    sizes = {
        "rows": LANES * old.words,
        "keys": LANES * old.words,
        "turned": LANES,
        "hashes": LANES,
        "broods": old.width,
    }
    # Of replies there are hardly any where a search goes down for the first time: the others are
    # left out, because memory that nobody has written yet costs nothing.
    replied = 2 + np.flatnonzero(old.frames[REPLIED::FRAME])
    for name, size in sizes.items():
        before, after = getattr(old, name), getattr(new, name)
        part = before[: old.plies * size]
        after[: part.size] = part
        for ply in replied[replied < old.plies].tolist() if before.size > part.size else ():
            place, to = (old.plies + ply) * size, (new.plies + ply) * size
            after[to : to + size] = before[place : place + size]
    lanes = new.frames[LANE::FRAME]  # those of replies are counted on from the other broods
    lanes[lanes >= old.plies * LANES] += (new.plies - old.plies) * LANES
    return new


def deeper_order(old: "MoveOrderArrays", plies: int) -> "MoveOrderArrays":
    """Return an order for `plies` plies, twice as many as before."""
    killers = np.full(2 * plies, -1, np.int64)
    killers[: old.killers.size] = old.killers
    most = old.values.size
    lines = np.zeros((most, plies), np.int32)
    lines[:, : plies // 2] = old.lines.reshape(most, -1)
    return old._replace(killers=killers, lines=lines.reshape(-1))


def longer_order(old: "MoveOrderArrays") -> "MoveOrderArrays":
    """Return an order with room for a history twice as long."""
    from zermelo.search.window.kernels.order import MOST, recount

    capacity = 2 * old.capacity
    joints, counts = np.zeros(capacity, np.int64), np.zeros(capacity, np.float64)
    new = old._replace(joints=joints, counts=counts, capacity=capacity)
    new.settings[MOST] = capacity // 2
    recount(old, new)
    return new


def larger_table(old: "TableArrays", factor: int) -> "TableArrays":
    """Return a table that is larger by a factor, with the same entries."""
    from zermelo.search.window.kernels.table import FIXED, refill

    new = new_table(old.words, factor * old.capacity)
    new.state[FIXED:] = old.state[FIXED:]
    refill(old, new)
    return new
