"""Count: a claim about every state, that between `least` and `most` of some fluents hold.

Exactly one of `(control ?)`, at most one of `(cell 1 1 ?)`, never both of two, never at all: all
are counts, so one form serves for guessing, proving, checking and telling.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.game.game import State
from zermelo.proofs.patterns import Patterns

Flat = dict[str, NDArray[np.int32]]


@dataclass(frozen=True, slots=True)
class Count:
    """Of the fluents of `group`, at least `least` and at most `most` hold."""

    group: tuple[int, ...]  # ascending
    least: int
    most: int

    def holds(self, state: State) -> bool:
        """Whether it holds in a state."""
        return self.least <= sum(state >> fluent & 1 for fluent in self.group) <= self.most

    def broken(self, states: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return in which of the states [states, fluents] it does not hold."""
        number: NDArray[np.int32] = states[:, list(self.group)].sum(axis=1, dtype=np.int32)
        return (number < self.least) | (number > self.most)

    def spell(self, patterns: Patterns) -> str:
        """Return it in words.

        >>> from zermelo.text.ground_term import ground_terms
        >>> fluents = ground_terms("(control black) (control white)")
        >>> Count((0, 1), 1, 1).spell(Patterns(fluents))
        'exactly one of (control ?)'
        """
        group, size = patterns.spell(self.group), len(self.group)
        match self.least, self.most:
            case _, 0:
                return f"never {group}" if size == 1 else f"none of {group}"
            case least, _ if least == size:
                return f"always {group}" if size == 1 else f"all of {group}"
            case least, most if least == most:
                return f"exactly {word(least)} of {group}"
            case 0, 1 if size == 2:
                return f"not both of {group}"
            case 0, most:
                return f"at most {word(most)} of {group}"
            case least, most if most >= size:
                return f"at least {word(least)} of {group}"
        return f"{self.least} to {self.most} of {group}"


def word(number: int) -> str:
    """Return a number, as a word if it is small."""
    return {1: "one", 2: "two", 3: "three"}.get(number, str(number))


def merged(counts: Iterable[Count]) -> tuple[Count, ...]:
    """Return one count for each group, with the narrowest bounds that are claimed for it."""
    bounds: dict[tuple[int, ...], tuple[int, int]] = {}
    for count in counts:
        least, most = bounds.get(count.group, (0, len(count.group)))
        bounds[count.group] = max(least, count.least), min(most, count.most)
    return tuple(Count(group, *between) for group, between in bounds.items())


def flattened(counts: Iterable[Count]) -> Flat:
    """Return counts as arrays, to be sent to the sandbox."""
    listed = list(counts)
    return {
        "ends": np.cumsum([len(count.group) for count in listed], dtype=np.int32),
        "members": np.array([f for count in listed for f in count.group], np.int32),
        "least": np.array([count.least for count in listed], np.int32),
        "most": np.array([count.most for count in listed], np.int32),
    }


def unflattened(flat: Flat) -> list[Count]:
    """Return the counts that `flattened` made arrays of."""
    groups = np.split(flat["members"], flat["ends"][:-1]) if flat["ends"].size else []
    bounds = zip(groups, flat["least"].tolist(), flat["most"].tolist(), strict=True)
    return [Count(tuple(group.tolist()), least, most) for group, least, most in bounds]
