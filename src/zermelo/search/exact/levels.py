"""Values as numbers of levels: the goals that a role can have, in order."""

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction

from zermelo.errors import UnsuitedError
from zermelo.game.game import Game, Role
from zermelo.game.proof import exact
from zermelo.search.proofnumber.bracket import goals_of

MOST_LEVELS = 253
"""Goals of a role: a table has a byte for each bound."""


@dataclass(frozen=True, slots=True)
class Levels:
    """The goals of a role, ascending, between two that no end gives.

    These two are the bounds of what nothing is known of. A match without an end may be worth less
    than the least goal or more than the greatest, so even these have to be found at ends.
    """

    goals: tuple[Fraction, ...]

    @property
    def top(self) -> int:
        """Return the highest level."""
        return len(self.goals) - 1

    def level(self, goal: float) -> int:
        """Return the level of a goal, or of the next one above it; one too many if there is none.

        >>> Levels((Fraction(0), Fraction(50), Fraction(100))).level(50.5)
        2
        """
        return bisect_left(self.goals, exact(goal))

    def goal(self, level: int) -> float:
        """Return the goal of a level."""
        return float(self.goals[level])


def levels_of(game: Game, role: Role) -> Levels:
    """Return the levels of a role.

    Raises:
        UnsuitedError: the game does not list its goals, or has too many.
    """
    every = goals_of(game)
    if not every:
        raise UnsuitedError(
            f"{game.name} does not list its goals, which exact needs: use alphabeta"
        )
    goals = sorted(every[role])
    if len(goals) > MOST_LEVELS:
        raise UnsuitedError(
            f"{game.name} has {len(goals)} different goals; exact takes {MOST_LEVELS} at most: "
            "use alphabeta"
        )
    return Levels((goals[0] - 1, *goals, goals[-1] + 1))
