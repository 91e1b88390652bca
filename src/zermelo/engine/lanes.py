"""Lanes: 1024 random matches at once, on the wires of a circuit."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.engine.wide import Wide

COUNTED = 1 << 12
"""Words of legal moves that are counted of one step: more would take longer than to play on."""


def aligned(size: int) -> Words:
    """Return zeros that start at a cache line: vectors that cross one are slower."""
    words = np.zeros(size + 8, np.uint64)
    offset = (-words.ctypes.data // 8) % 8
    return words[offset : offset + size]


def scratch_rows(roles: NDArray[np.int32]) -> int:
    """Return how many rows of scratch memory it takes to choose a joint move.

    One for each role, three numbers, and four for each block of a role's moves.
    """
    from zermelo.engine.kernels.choose import BLOCK, PLANES

    sizes: list[int] = np.diff(roles).tolist()
    return len(sizes) + 3 * PLANES + 4 * sum(-(-size // BLOCK) for size in sizes)


class Lanes:
    """1024 random matches of one thread, which go on from call to call."""

    def __init__(self, gates: Wide, start: NDArray[np.int32], seed: int, step_limit: int) -> None:
        """Start every lane in `start`, one number for each fluent."""
        from zermelo.engine.kernels.playout import AGE_PLANES
        from zermelo.kernels.vector import WORDS

        self.gates = gates._replace(initial=start)
        self.wires = aligned(gates.slots * WORDS)
        self.scratch = aligned(scratch_rows(gates.roles) * WORDS)
        self.ages = aligned(2 * (AGE_PLANES + 1) * WORDS)
        self.generator = aligned(5 * WORDS)
        random = np.random.default_rng(seed)
        self.generator[: 4 * WORDS] = random.integers(1, 1 << 63, 4 * WORDS, dtype=np.uint64)
        every = np.uint64(0xFFFFFFFFFFFFFFFF)
        for fluent in np.flatnonzero(start):
            self.wires[(1 + fluent) * WORDS : (2 + fluent) * WORDS] = every
        # Ages count up to 2**AGE_PLANES, whatever the limit: they start that much later.
        self.begin = begin = (1 << AGE_PLANES) - step_limit
        for plane in range(AGE_PLANES + 1):
            if begin >> plane & 1:
                for row in (plane, AGE_PLANES + 1 + plane):
                    self.ages[row * WORDS : (row + 1) * WORDS] = every
        self.totals = np.zeros(4, np.int64)
        self.goals = np.zeros(gates.goals.size, np.int64)
        self.first_moves = np.zeros(0, np.int64)

    def going_on(self) -> tuple[int, int]:
        """Return how many matches have begun and are not over, and their steps together."""
        from zermelo.kernels.vector import LANES, WORDS

        ages = self.ages.reshape(2, -1, WORDS)[0]
        counts = np.bitwise_count(ages).sum(axis=1, dtype=np.int64)
        steps = sum(int(count) << plane for plane, count in enumerate(counts))
        return int(np.bitwise_count(self.begun()).sum()), steps - LANES * self.begin

    def begun(self) -> NDArray[np.uint64]:
        """Return the lanes whose match has begun and is not over: a bit for each."""
        from zermelo.kernels.vector import WORDS

        ages, begin = self.ages.reshape(2, -1, WORDS)
        found: NDArray[np.uint64] = np.bitwise_or.reduce(ages ^ begin)
        return found

    def legal(self, *, every: bool) -> NDArray[np.int64]:
        """Return how many moves each role has [roles, matches] before the end.

        Of `every` lane, or of those whose match has begun; of some of them, where there are many
        moves to count.
        """
        from zermelo.engine.kernels.wide import see
        from zermelo.kernels.vector import WORDS

        gates = self.gates
        see(gates, self.wires)
        some = max(1, min(WORDS, COUNTED // max(1, int(gates.roles[-1]))))
        wires = self.wires.reshape(-1, WORDS)[:, :some]
        going = ~wires[gates.terminal] & (~np.uint64(0) if every else self.begun()[:some])
        lanes = np.flatnonzero(np.unpackbits(going.view(np.uint8), bitorder="little"))
        found = np.zeros((gates.roles.size - 1, len(lanes)), np.int64)
        for role, (first, end) in enumerate(pairwise(gates.roles.tolist())):
            planes = np.ascontiguousarray(wires[gates.legal[first:end]])
            bits = np.unpackbits(planes.view(np.uint8), axis=1, bitorder="little")
            found[role] = bits.sum(axis=0, dtype=np.int64)[lanes]
        return found

    def play(self, passes: int, *, closing: bool = False) -> None:
        """Play a number of steps in every lane; when `closing`, only in those that have begun."""
        from zermelo.engine.kernels.playout import playouts

        playouts(
            self.gates,
            self.wires,
            self.generator,
            self.scratch,
            self.ages,
            passes,
            closing,
            self.totals,
            self.goals,
            self.first_moves,
        )
