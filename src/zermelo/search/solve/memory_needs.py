"""How much memory it takes to explore a game, and to settle and to sort its positions."""

from zermelo.search.positions.exploring_space import ENDS, FALLS, MOVES, SIZE, Explored

EXPLORING = 1 + 2
"""Bytes for each position, besides its row: who moves, how many moves there are."""
SWEEPING = 4
"""The same for a sweep: the key."""
SETTLING = 8 + 4 + 4 + 4
"""The same for retrograde analysis: where parents begin, value, distance, queue."""
FINISHING = 4 + 4 + 8
"""The same for sorting: value, distance and the order; and rows are there twice."""


def bytes_wanted(
    known: Explored, slots: int, on_disk: bool, *, rows_on_disk: bool, whole: bool
) -> int:
    """Return how many bytes it takes to go on, or later to settle what is known, if that is more.

    Args:
        known: what is known by now.
        slots: how many there are, or were.
        on_disk: whether children lie on disk, and whatever else is written and read in order.
        rows_on_disk: whether rows do, too.
        whole: whether all positions will be sorted.
    """
    size, moves = int(known.at[SIZE]), int(known.at[MOVES])
    rows = 8 * known.words * size
    both = 0 if rows_on_disk else rows
    if not on_disk:
        both += EXPLORING * size + 2 * int(known.at[ENDS]) + 4 * moves
    settling = both + SWEEPING * size
    if known.at[FALLS]:
        settling = both + SETTLING * size + 4 * moves
    sorts = whole or known.at[FALLS]  # without a sweep, numbers of children are not kept
    finishing = 2 * rows + FINISHING * size if sorts else 0
    return max(both + 8 * slots, settling, finishing)
