"""What a heuristic is: an estimate of the moves that are left, and what may be claimed of it."""

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.game.game import State
from zermelo.search.puzzle.variables import Variables

Estimate = Callable[[State], float]
"""How many moves a state is from an end that is worth enough; infinite where there is no way."""


@dataclass(frozen=True, slots=True)
class Heuristic:
    """An estimate for one target.

    `admissible`: it never says more moves than there are, which is proved and not guessed, so that
    the ways found by it are shortest. `why` says what that rests on, or why it is not so.
    """

    name: str
    estimate: Estimate
    admissible: bool
    why: str = ""
    variables: Variables | None = None  # that it rests on
