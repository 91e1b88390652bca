"""Folding: one state to stand for all its images.

All symmetries are listed, and the smallest image of a state stands for it. Where there are more
than can be listed, those of a subgroup are: two states that are folded together are images of each
other in any case, but then not all images are folded together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.game.game import State
from zermelo.proofs.symmetry.symmetries import Symmetries

Ints = NDArray[np.int32]
MOST_SYMMETRIES = 4096
"""How many symmetries are listed at most."""
BATCH = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Folding:
    """A group of permutations of fluents."""

    images: Ints  # [symmetries, fluents] all different; the first is the identity
    complete: bool | None = None  # whether the rules have no others; None if that is not known

    @property
    def order(self) -> int:
        """How many symmetries there are, the identity included."""
        return len(self.images)

    def smallest(self, state: State) -> State:
        """Return the image of a state that stands for all its images."""
        return min(
            State(sum(1 << to for bit, to in enumerate(image) if state >> bit & 1))
            for image in self.images.tolist()
        )

    def folded(self, rows: Words) -> tuple[Words, Ints]:
        """Return the rows that stand for rows [states, words], and how many images each has."""
        from zermelo.proofs.symmetry.kernels.fold import fold

        smallest, alike = np.empty_like(rows), np.empty(len(rows), np.int32)
        fold(rows, self.images, smallest, alike)
        # Orbit and stabiliser: as many symmetries lead to each image as leave it as it is.
        return smallest, np.int32(self.order) // alike

    def unfolded(self, rows: Words) -> int:
        """Return how many states some rows, no two of them images of each other, stand for."""
        parts = (rows[start : start + BATCH] for start in range(0, len(rows), BATCH))
        return sum(int(self.folded(part)[1].sum(dtype=np.int64)) for part in parts)


def folding(symmetries: Symmetries, fluents: int, most: int = MOST_SYMMETRIES) -> Folding:
    """Return all that symmetries do to fluents, or a part of it: a subgroup of at most `most`.

    Without exchange of roles: states that are folded together have the same value then.
    """
    identity = np.arange(fluents, dtype=np.int32)
    chosen: list[Ints] = []
    group, complete = [identity], symmetries.complete
    known = {identity.tobytes()}
    for one in symmetries.generators:
        image = np.array(one.fluents, np.int32)
        if image.tobytes() not in known:
            larger = generated([*chosen, image], most)
            complete &= larger is not None
            if larger is not None:
                chosen.append(image)
                group = larger
                known = {element.tobytes() for element in group}
    return Folding(np.array(group, np.int32), complete)


def generated(generators: Sequence[Ints], most: int) -> list[Ints] | None:
    """Return every product of permutations, the identity first; None if there are more than `most`.

    >>> turn = np.array([1, 2, 0], np.int32)
    >>> [element.tolist() for element in generated([turn], 3)]
    [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    """
    group = [np.arange(len(generators[0]), dtype=np.int32)]
    known = {group[0].tobytes()}
    for element in group:  # which grows meanwhile
        for generator in generators:
            product: Ints = generator[element]
            if product.tobytes() not in known:
                if len(group) == most:
                    return None
                known.add(product.tobytes())
                group.append(product)
    return group
