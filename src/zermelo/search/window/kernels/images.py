"""The smallest of the images of a state, as `zermelo.search.parts.folds` has it, byte by byte."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import bare

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
BYTE = np.uint64(0xFF)


class Images(NamedTuple):
    """Symmetries, the first of which is the identity; none at all if nothing is folded."""

    symmetries: int
    bytes: int  # of a row
    moves: int
    parts: Words  # [symmetries, bytes, 256, words] what each value of each byte becomes
    images: Ints  # [symmetries, moves] where moves go
    origins: Ints  # [symmetries, moves] where they come from
    image: Words  # [words] the image that is being made
    folding: NDArray[np.int64]  # [1] whether the search that goes on folds


@inner
def bare_images(images: Images) -> Images:
    """Return symmetries on bare memory."""
    return Images(
        images.symmetries,
        images.bytes,
        images.moves,
        bare(images.parts),
        bare(images.images),
        bare(images.origins),
        bare(images.image),
        bare(images.folding),
    )


@inner
def fold(images: Images, rows: Words, keys: Words, row: int, words: int) -> int:
    """Put the smallest image of the state at `row` into the keys; return which symmetry gives it.

    The last word counts most. Of several symmetries that give it, the first is returned.
    """
    for word in range(words):
        keys[row + word] = rows[row + word]
    if images.folding[0] == 0:
        return 0
    image, turned = images.image, 0
    for number in range(1, images.symmetries):
        for word in range(words):
            image[word] = np.uint64(0)
        for place in range(images.bytes):
            byte = rows[row + (place >> 3)] >> np.uint64(8 * (place & 7)) & BYTE
            part = ((number * images.bytes + place) * 256 + int(np.int64(byte))) * words
            for word in range(words):
                image[word] |= images.parts[part + word]
        word = words - 1
        while word > 0 and image[word] == keys[row + word]:
            word -= 1
        if image[word] < keys[row + word]:
            turned = number
            for word in range(words):
                keys[row + word] = image[word]
    return turned


@inner
def image_of(images: Images, turned: int, move: int) -> int:
    """Return what a move becomes by a symmetry; -1 is none."""
    return int(images.images[turned * images.moves + move]) if turned and move >= 0 else move


@inner
def origin_of(images: Images, turned: int, move: int) -> int:
    """Return the move that becomes this one by a symmetry; -1 is none."""
    return int(images.origins[turned * images.moves + move]) if turned and move >= 0 else move
