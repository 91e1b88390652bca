"""Invariants asked of single positions: lemmas are about positions that keep them."""

from collections.abc import Sequence

from zermelo.game.game import State
from zermelo.proofs.counts import Count


class Keeping:
    """Some invariants, as masks that are quickly asked."""

    def __init__(self, counts: Sequence[Count]) -> None:
        """Make the masks."""
        self.counts = tuple(counts)
        self.masks = [(sum(1 << f for f in one.group), one.least, one.most) for one in self.counts]

    def holds(self, state: State) -> bool:
        """Whether a position keeps all of them."""
        return all(low <= (state & mask).bit_count() <= high for mask, low, high in self.masks)

    def broken(self, state: State) -> Count | None:
        """Return the first that a position breaks."""
        return next((count for count in self.counts if not count.holds(state)), None)
