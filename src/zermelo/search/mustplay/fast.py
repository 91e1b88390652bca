"""Values with supports by the kernel: `KernelMustPlay` does what `ReadableMustPlay` does."""

import numpy as np
from numpy.typing import NDArray

from zermelo.game.game import State
from zermelo.search.base import Clock
from zermelo.search.exact.fast import GROWTH, MEMORY, UNLIMITED, KernelExact
from zermelo.search.exact.levels import Levels
from zermelo.search.mustplay.arrays import around, deeper_stack, new_lemmas, refilled_lemmas
from zermelo.search.parts.duel import Duel

FIRST_PAIRS = 1 << 12
"""Of entries of the table of lemmas, before it grows."""


class KernelMustPlay(KernelExact):
    """Questions that share lemmas and a history."""

    def __init__(
        self,
        duel: Duel,
        levels: Levels,
        clock: Clock,
        history: NDArray[np.int64] | None,
        recent: int,
    ) -> None:
        """Make room for a match of a compiled game; `recent` lemmas are held against new states."""
        super().__init__(duel, levels, clock, None, history)
        rails = self.game.engine.ternary
        self.whole = around(self.stack, self.narrow, rails, duel.role)
        self.lemmas = new_lemmas(self.narrow.fluents, FIRST_PAIRS, recent)

    def advance(self, last: int) -> int:
        """Run the kernel until the node count reaches `last`; return why it stopped."""
        from zermelo.search.mustplay.kernels.search import search

        return search(self.narrow, self.whole, self.lemmas, self.registers, last)

    def bounds(self, state: State) -> tuple[int, int]:
        """Return the levels between which lemmas have the value of a state."""
        from zermelo.search.mustplay.kernels.lemmas import lemma_about

        row, brood = self.game.row(state), np.zeros(self.stack.width + 64, np.uint64)
        low, high = 0, self.levels.top
        for level in range(1, self.levels.top + 1):
            answer = lemma_about(self.lemmas, row, level, brood, self.narrow.fluents)
            if answer > 0:
                low = level
            elif answer == 0:
                high = min(high, level - 1)
        return low, high

    def deepen(self) -> None:
        """Make the stack twice as deep, and its pool of moves twice as large."""
        super().deepen()
        self.whole = deeper_stack(self.whole, self.stack)

    def enlarge(self) -> None:
        """Make the table larger, or have it replace entries from now on."""
        from zermelo.search.mustplay.kernels.lemmas import MOST

        allowed = MEMORY if self.clock.limits.memory is None else self.clock.limits.memory
        if (GROWTH + 1) * self.lemmas.cells.nbytes > allowed:
            self.lemmas.state[MOST] = UNLIMITED
        else:
            self.lemmas = refilled_lemmas(self.lemmas, GROWTH)
