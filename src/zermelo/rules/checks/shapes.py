"""Shapes: what terms at one place of a relation may look like, constants not told apart.

The terms `b`, `x` and `(at (to y))` have the shape {a constant, at({to({a constant})})}.
Results of calculations are kept apart, one level deeper for each calculation, so that a term
growing without end and a number counting without end are both shapes that grow ever deeper.
Equal shapes are one object, which keeps `f(X,X)` nested a hundred times small.
"""

from collections.abc import Mapping
from dataclasses import dataclass

Key = tuple[str, int]
CONSTANT: Key = ("a constant", 0)
CALCULATED: Key = ("a result", 1)
"""Names with blanks, which no sheet can write."""
DEEPEST_SHAPE = 300
"""Below this a shape is cut off: what lies there is taken for a constant."""


@dataclass(frozen=True, slots=True, eq=False)
class TermShape:
    """The functions that terms may start with, and the shapes of their arguments."""

    parts: Mapping[Key, tuple["TermShape", ...]]
    depth: int


class Shapes:
    """Makes shapes, each once, and combines them."""

    def __init__(self) -> None:
        """Know only the shape of constants."""
        self.known: dict[frozenset[tuple[Key, tuple[TermShape, ...]]], TermShape] = {}
        self.joins: dict[tuple[TermShape, TermShape], TermShape] = {}
        self.meets: dict[tuple[TermShape, TermShape], TermShape | None] = {}
        self.constant = self.make({CONSTANT: ()})

    def make(self, parts: Mapping[Key, tuple[TermShape, ...]]) -> TermShape:
        """Return the shape with these parts."""
        key = frozenset(parts.items())
        if key not in self.known:
            depth = 0
            for args in parts.values():
                for arg in args:
                    depth = max(depth, arg.depth + 1)
            self.known[key] = TermShape(parts, depth) if depth <= DEEPEST_SHAPE else self.constant
        return self.known[key]

    def join(self, left: TermShape, right: TermShape) -> TermShape:
        """Return the shape of terms that have one of two shapes, or look like both."""
        if left is right:
            return left
        key = left, right
        if key not in self.joins:
            parts = dict(left.parts)
            for function, args in right.parts.items():
                if function in parts:
                    both = zip(parts[function], args, strict=True)
                    parts[function] = tuple([self.join(one, other) for one, other in both])
                else:
                    parts[function] = args
            self.joins[key] = self.make(parts)
        return self.joins[key]

    def meet(self, left: TermShape, right: TermShape) -> TermShape | None:
        """Return the shape of terms that have both shapes, None if no term has.

        A result that must also be one of finitely many constants counts as a constant.
        """
        if left is right:
            return left
        key = left, right
        if key not in self.meets:
            parts: dict[Key, tuple[TermShape, ...]] = {}
            if (CONSTANT in left.parts and is_number(right)) or (
                CONSTANT in right.parts and is_number(left)
            ):
                parts[CONSTANT] = ()
            for function, args in left.parts.items():
                if function != CONSTANT and function in right.parts:
                    both = [
                        self.meet(one, other)
                        for one, other in zip(args, right.parts[function], strict=True)
                    ]
                    met = tuple([shape for shape in both if shape is not None])
                    if len(met) == len(args):
                        parts[function] = met
            self.meets[key] = self.make(parts) if parts else None
        return self.meets[key]

    def numbers(self, shape: TermShape) -> TermShape:
        """Return what of a shape can be calculated with: constants and results."""
        parts = {key: shape.parts[key] for key in (CONSTANT, CALCULATED) if key in shape.parts}
        return self.make(parts) if parts else self.constant

    def result(self, shape: TermShape) -> TermShape:
        """Return the shape of what is calculated from numbers of a shape."""
        return self.make({CALCULATED: (self.numbers(shape),)})


def is_number(shape: TermShape) -> bool:
    """Tell whether a term of this shape may be a number, as far as is known."""
    return CONSTANT in shape.parts or CALCULATED in shape.parts
