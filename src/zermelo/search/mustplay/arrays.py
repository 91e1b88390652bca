"""Arrays that the kernel of the search with supports works in: made, and made larger."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import words_for
from zermelo.engine.narrow import Narrow, new_workspace, width
from zermelo.engine.ternary import places
from zermelo.search.exact.arrays import FILLED, memory_of

if TYPE_CHECKING:
    from zermelo.search.exact.kernels.frames import ExactStack
    from zermelo.search.mustplay.kernels.frames import MustPlayStack, Reasoner
    from zermelo.search.mustplay.kernels.lemmas import Lemmas

LANES = 64


def new_reasoner(
    game: Narrow, rails: Narrow, levels: NDArray[np.int32], role: int, words: int
) -> "Reasoner":
    """Return what finds supports of a game by its circuit on two rails."""
    from zermelo.search.mustplay.kernels.frames import ASKED, Reasoner

    return Reasoner(
        game=rails,
        places=places(game.fluents, game.goals, game.moves),
        fluents=game.fluents,
        goals=game.goals,
        moves=game.moves,
        words=words,
        role=role,
        firsts=game.firsts,
        levels=levels,
        brood=np.zeros(width(rails) + LANES, np.uint64),
        space=new_workspace(rails),
        asked=np.zeros(ASKED, np.int64),
        rest=np.zeros(game.fluents, np.int32),
        kept=np.zeros(words, np.uint64),
        points=np.zeros(LANES, np.int64),
        support=np.zeros(2 * words, np.uint64),
    )


def around(exact: "ExactStack", game: Narrow, rails: Narrow, role: int) -> "MustPlayStack":
    """Return a stack for the search with supports, around one of an exact search."""
    from zermelo.search.mustplay.kernels.frames import MOST_SUPPORTS, NOTES, MustPlayStack

    return MustPlayStack(
        exact=exact,
        notes=np.zeros(exact.plies * NOTES, np.int64),
        supports=np.zeros(exact.plies * MOST_SUPPORTS * 2 * exact.words, np.uint64),
        reasoner=new_reasoner(game, rails, exact.levels, role, exact.words),
    )


def deeper_stack(old: "MustPlayStack", exact: "ExactStack") -> "MustPlayStack":
    """Return a stack with the same in it, around an exact one that is deeper."""
    factor = exact.plies // old.exact.plies
    notes = np.zeros(factor * old.notes.size, np.int64)
    supports = np.zeros(factor * old.supports.size, np.uint64)
    notes[: old.notes.size] = old.notes
    supports[: old.supports.size] = old.supports
    return old._replace(exact=exact, notes=notes, supports=supports)


def new_lemmas(fluents: int, pairs: int, size: int) -> "Lemmas":
    """Return a table without entries and a ring without lemmas."""
    from zermelo.search.mustplay.kernels.lemmas import BLOCK, BLOCK_WORDS, MOST, STATE, Lemmas

    words, blocks = words_for(fluents), size // BLOCK
    state = np.zeros(STATE, np.int64)
    state[MOST] = int(FILLED * 2 * pairs)
    return Lemmas(
        cells=memory_of(2 * pairs * (3 * words + 1)),
        pairs=pairs,
        ring=np.zeros(size * (2 * words + 1), np.uint64),
        size=size,
        words=words,
        fluents=fluents,
        literals=np.zeros(blocks * fluents * 2 * BLOCK_WORDS, np.uint64),
        alive=np.zeros(BLOCK_WORDS, np.uint64),
        ones=np.zeros(words, np.uint64),
        zeros=np.zeros(words, np.uint64),
        state=state,
    )


def refilled_lemmas(old: "Lemmas", factor: int) -> "Lemmas":
    """Return lemmas with a table that is larger by a factor, and the same ring."""
    from zermelo.search.mustplay.kernels.lemmas import ENTRIES, MOST, refill

    pairs = factor * old.pairs
    cells = memory_of(factor * old.cells.size)
    new = old._replace(cells=cells, pairs=pairs)
    old.state[ENTRIES] = 0
    old.state[MOST] = int(FILLED * 2 * pairs)
    refill(old, new)
    return new
