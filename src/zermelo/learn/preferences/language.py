"""The language of a learner: which literals its bodies may have, and how many of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal as Word

from zermelo.strategies.preferences.constraint import ShapeLiteral

Kind = Word["variable", "constant", "value"]


@dataclass(frozen=True, slots=True)
class ArgumentPlace:
    """What may stand in a place: a variable or a constant of a type, or one value only."""

    kind: Kind
    of: str


@dataclass(frozen=True, slots=True)
class Mode:
    """A shape of literals with what may stand in its places, and how often a body may have it."""

    shape: str
    places: tuple[ArgumentPlace, ...] = ()
    most: int = 1
    weigh: int | None = None  # the place of a number that an instance may count for
    symmetric: bool = False  # its last places may be exchanged, as far as they are alike

    def __str__(self) -> str:
        """Spell what ILASP calls a mode declaration."""
        words = {"variable": "var({})", "constant": "const({})", "value": "{}"}
        args = [words[place.kind].format(place.of) for place in self.places]
        return f"#modeo({self.most},{self.shape.format(*args)},(positive))."


@dataclass(frozen=True, slots=True)
class Language:
    """Modes, the constants of each type, and the bounds of a hypothesis."""

    modes: tuple[Mode, ...]
    constants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    variables: int = 4  # of a body
    levels: int = 3
    weights: tuple[int, ...] = (-1, 1)
    background: tuple[ShapeLiteral, ...] = ()
