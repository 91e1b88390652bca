"""Rows of states -> the smallest of their images, thousands at a time."""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import kernel

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]


@kernel
def fold(rows: Words, images: Ints, smallest: Words, alike: Ints) -> None:
    """Fill `smallest` with the least image of each row, `alike` with how many images are the least.

    Args:
        rows: [states, words] bit by bit the fluents.
        images: [symmetries, fluents] where each fluent goes; the first is the identity.
        smallest: [states, words] the last word counts most.
        alike: [states] how many symmetries give it.
    """
    words = rows.shape[1]
    held = np.empty(images.shape[1], np.int32)
    image = np.empty(words, np.uint64)
    one = np.uint64(1)
    for state in range(rows.shape[0]):
        holding = 0
        for fluent in range(images.shape[1]):
            if rows[state, fluent >> 6] >> np.uint64(fluent & 63) & one:
                held[holding] = fluent
                holding += 1
        smallest[state] = rows[state]
        alike[state] = 1
        for symmetry in range(1, images.shape[0]):
            image[:] = 0
            for index in range(holding):
                to = images[symmetry, held[index]]
                image[to >> 6] |= one << np.uint64(to & 63)
            word = words - 1
            while word > 0 and image[word] == smallest[state, word]:
                word -= 1
            if image[word] < smallest[state, word]:
                smallest[state] = image
                alike[state] = 1
            elif image[word] == smallest[state, word]:
                alike[state] += 1
