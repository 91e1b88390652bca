"""Claims, and lemmas that prove them of all states with a few literals.

A claim says that a side, some roles together, can bring it about that at the end one role's goal is
at least a value, or below it. A lemma has literals; in every state that has them, and keeps the
invariants of the game, its claim is true.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from zermelo.game.game import State
from zermelo.proofs.symmetry.symmetries import Symmetry

MOST_IMAGES = 20_000
"""Images of a lemma that are kept."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The roles of `side` can force the goal of `role` to be at least `value`, or below it."""

    side: tuple[int, ...]
    role: int
    value: int
    least: bool = True

    def fits(self, goals: Collection[int]) -> bool:
        """Whether an end gives what is claimed, where the role has these goals.

        There should be one goal: a role that has none, or two, has not got what it was to force.

        >>> [Claim((0,), 0, 50).fits(goals) for goals in ([50], [0], [], [50, 100])]
        [True, False, False, False]
        >>> [Claim((1,), 0, 50, least=False).fits(goals) for goals in ([0], [], [0, 100])]
        [True, True, False]
        """
        if self.least:
            return len(goals) == 1 and min(goals) >= self.value
        return all(goal < self.value for goal in goals)

    def image(self, symmetry: Symmetry) -> "Claim":
        """Return the same claim with roles exchanged."""
        side = tuple(sorted(symmetry.roles[role] for role in self.side))
        return replace(self, side=side, role=symmetry.roles[self.role])


@dataclass(frozen=True)
class Lemma:
    """States with these literals have a claim: by the goals at the end, or by moves of its side.

    A literal is the number of a fluent plus one, negative if the fluent does not hold.
    """

    claim: Claim
    literals: tuple[int, ...]  # ascending
    moves: tuple[int, ...]  # one for each role of the side; none at the end, or if that is nobody

    @cached_property
    def present(self) -> int:
        """The fluents that must hold, as bits."""
        return sum(1 << each - 1 for each in self.literals if each > 0)

    @cached_property
    def absent(self) -> int:
        """The fluents that must not hold, as bits."""
        return sum(1 << -each - 1 for each in self.literals if each < 0)

    def covers(self, state: State) -> bool:
        """Whether a state has all literals."""
        return state & self.present == self.present and not state & self.absent

    def image(self, symmetry: Symmetry) -> "Lemma":
        """Return what a symmetry makes of it: true of all images of states that it is true of."""
        literals = sorted(
            (symmetry.fluents[abs(each) - 1] + 1) * (1 if each > 0 else -1)
            for each in self.literals
        )
        moved = {
            symmetry.roles[role]: symmetry.moves[role][move]
            for role, move in zip(self.claim.side, self.moves, strict=False)
        }
        moves = tuple(moved[role] for role in sorted(moved))
        return Lemma(self.claim.image(symmetry), tuple(literals), moves)


def orbit(lemma: Lemma, generators: Sequence[Symmetry], most: int = MOST_IMAGES) -> list[Lemma]:
    """Return a lemma and all its images, itself first; at most `most`."""
    found = {(lemma.claim, lemma.literals): lemma}
    todo = [lemma]
    for one in todo:  # which grows meanwhile
        for symmetry in generators:
            image = one.image(symmetry)
            if (image.claim, image.literals) not in found and len(found) < most:
                found[image.claim, image.literals] = image
                todo.append(image)
    return todo


class Cover:
    """The lemmas of one claim, asked for one that covers a state."""

    def __init__(self, lemmas: Iterable[Lemma] = ()) -> None:
        """Start with some."""
        self.lemmas: list[Lemma] = []
        self.masks: list[tuple[int, int]] = []
        for lemma in lemmas:
            self.add(lemma)

    def add(self, lemma: Lemma) -> None:
        """Add a lemma."""
        self.lemmas.append(lemma)
        self.masks.append((lemma.present, lemma.absent))

    def find(self, state: State) -> Lemma | None:
        """Return the first lemma that covers a state."""
        for index, (present, absent) in enumerate(self.masks):
            if state & present == present and not state & absent:
                return self.lemmas[index]
        return None
