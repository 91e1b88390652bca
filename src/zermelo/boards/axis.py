"""Values of an argument -> a coordinate of a board, if they are one: numbers or letters."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

NUMBER = re.compile(r"([A-Za-z_]*?)(-?[0-9]+)\Z")
LARGEST_AXIS = 40
"""How many columns or rows a board may have to be drawn."""


@dataclass(frozen=True, slots=True)
class Axis:
    """An argument that is a coordinate: its values in order, and the prefix they share."""

    values: tuple[str, ...]
    prefix: str = ""

    @property
    def letters(self) -> bool:
        """Whether the values are letters."""
        return self.values[0].isalpha()


def axis_of(values: Iterable[str], roles: Sequence[str]) -> Axis | None:
    """Return the axis that values form, if they do.

    >>> axis_of(["11", "9"], ()), axis_of(["b", "x", "o"], ())
    (Axis(values=('9', '10', '11'), prefix=''), None)
    """
    found = set(values)
    if not 1 <= len(found) <= LARGEST_AXIS or found & set(roles):
        return None
    if len(found) == 1 and not next(iter(found)).isdecimal():
        return None
    if all(len(value) == 1 and "a" <= value <= "z" for value in found):
        ordered = tuple(sorted(found))
        span = ord(ordered[-1]) - ord(ordered[0]) + 1
        together = span == len(found) or (ordered[0] == "a" and span <= 1.5 * len(found))
        every = tuple(map(chr, range(ord(ordered[0]), ord(ordered[-1]) + 1)))
        return Axis(every) if together else None
    numbers = {value: NUMBER.match(value) for value in found}
    prefixes = {match.group(1) if match else None for match in numbers.values()}
    if len(prefixes) != 1 or None in prefixes:
        return None
    order = {value: int(match.group(2)) for value, match in numbers.items() if match}
    prefix = prefixes.pop() or ""
    ordered = tuple(sorted(order, key=order.__getitem__))
    least, most = order[ordered[0]], order[ordered[-1]]
    every = tuple(f"{prefix}{number}" for number in range(least, most + 1))
    # Numbers that no fluent has are drawn too, or the board would lose its shape.
    return Axis(every if found <= set(every) and len(every) <= LARGEST_AXIS else ordered, prefix)
