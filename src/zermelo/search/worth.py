"""What a position is worth to all roles, once that is known for certain."""

from dataclasses import dataclass

from zermelo.game.game import Values


@dataclass(frozen=True, slots=True)
class Worth:
    """What each role gets with best play, and in how many moves.

    `values` is None where a single role can come to no end; `distance` is None for a match that
    does not end.
    """

    values: Values | None
    distance: int | None
