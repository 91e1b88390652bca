"""One pass over the code of a circuit: every gate, for 1024 states at once."""

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.order import FEED, LOOP
from zermelo.kernels.kernel import kernel
from zermelo.kernels.vector import (
    WORDS,
    both,
    differ,
    either,
    fill,
    is_zero,
    load,
    store,
    without,
)

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]


@kernel
def run(code: Ints, start: int | np.int64, end: int, wires: Words) -> None:
    """Evaluate the gates from `start` to `end`; wires is [slots * WORDS]."""
    at = start
    again = start
    changed = fill(np.uint64(0))
    while at < end:
        slot = code[at]
        if slot >= 0:
            positives = code[at + 1]
            negatives = code[at + 2]
            at += 3
            value = fill(np.uint64(0xFFFFFFFFFFFFFFFF))
            for _ in range(positives):
                value = both(value, load(wires, code[at] * WORDS))
                at += 1
            for _ in range(negatives):
                value = without(value, load(wires, code[at] * WORDS))
                at += 1
            store(wires, slot * WORDS, value)
        elif slot == FEED:
            slot = code[at + 1]
            literal = code[at + 2]
            mask = np.uint64(0xFFFFFFFFFFFFFFFF) * np.uint64(literal & 1)
            value = differ(load(wires, (literal >> 1) * WORDS), fill(mask))
            changed = either(changed, differ(value, load(wires, slot * WORDS)))
            store(wires, slot * WORDS, value)
            at += 3
        elif slot == LOOP:
            size = code[at + 1]
            for index in range(size):
                store(wires, code[at + 2 + index] * WORDS, fill(np.uint64(0)))
            at += 2 + size
            again = at
            changed = fill(np.uint64(0))
        else:
            at += 1
            if not is_zero(changed):
                at = again
                changed = fill(np.uint64(0))
