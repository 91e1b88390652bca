"""Symmetric positions as one entry of a table: they have the same value, and images of moves.

The smallest image of a state stands for all of them. Only symmetries that the rules have, and that
leave every role in its place, are used; of many of them, a subgroup.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from zermelo.game.game import Game, Joint, Move, State
from zermelo.proofs.symmetry.folding import generated
from zermelo.proofs.symmetry.symmetries import Symmetry, symmetries

Ints = NDArray[np.int32]
MOST_IMAGES = 4
"""Of a state: each costs time at every position that is looked up."""
MOST_LISTED = 64
"""Symmetries of which a subgroup is chosen; of more, their generators have to do."""
MOST_FLUENTS = 256
"""Of a game whose positions are folded: larger ones would take longer than they save."""


@dataclass(frozen=True, eq=False)
class Folds:
    """A group of symmetries; the first is the identity."""

    fluents: Ints  # [images, fluents] where each fluent goes
    moves: Ints  # [images, moves] where each goes, numbered among the moves of all roles
    firsts: tuple[int, ...]  # the first move of each role

    @cached_property
    def origins(self) -> Ints:
        """Which move goes to each place [images, moves]."""
        return np.argsort(self.moves, axis=1).astype(np.int32)

    def smallest(self, state: State) -> tuple[State, int]:
        """Return the smallest image of a state, and the number of the first symmetry to give it."""
        images = [
            sum(1 << to for bit, to in enumerate(image) if state >> bit & 1)
            for image in self.fluents.tolist()
        ]
        least = min(images)
        return State(least), images.index(least)

    def image(self, joint: Joint, number: int) -> Joint:
        """Return what a joint move becomes by a symmetry."""
        return self.moved(joint, self.moves[number])

    def original(self, joint: Joint, number: int) -> Joint:
        """Return the joint move that becomes this one by a symmetry."""
        return self.moved(joint, self.origins[number])

    def moved(self, joint: Joint, places: Ints) -> Joint:
        """Return a joint move, each of its moves as `places` has it."""
        return tuple(
            Move(int(places[first + move]) - first)
            for first, move in zip(self.firsts, joint, strict=True)
        )


def folds_of(game: Game) -> Folds | None:
    """Return how positions of a game are folded; None if they are not."""
    compiled = game.compiled
    if compiled is None or compiled.program is None:
        return None
    size = compiled.dimensions
    if size.fluents > MOST_FLUENTS:
        return None
    chosen: list[Ints] = []
    firsts = size.firsts.tolist()
    group = [np.arange(size.fluents + size.moves, dtype=np.int32)]
    every = [whole(one, firsts) for one in symmetries(compiled.program).generators]
    if every:
        every = generated(every, MOST_LISTED) or every
    for one in every:
        larger = generated([*chosen, one], MOST_IMAGES)
        if larger is not None and len(larger) > len(group):
            chosen, group = [*chosen, one], larger
    different: dict[bytes, Ints] = {}
    for image in group:
        different.setdefault(image[: size.fluents].tobytes(), image)
    images = np.array(list(different.values()), np.int32)
    if len(images) == 1:
        return None
    fluents, moves = images[:, : size.fluents], images[:, size.fluents :] - size.fluents
    return Folds(fluents.copy(), moves.copy(), tuple(firsts[:-1]))


def whole(symmetry: Symmetry, firsts: list[int]) -> Ints:
    """Return where a symmetry takes the fluents, and after them the moves of all roles."""
    fluents = len(symmetry.fluents)
    moves = [
        fluents + first + to
        for first, places in zip(firsts[:-1], symmetry.moves, strict=True)
        for to in places
    ]
    return np.array([*symmetry.fluents, *moves], np.int32)
