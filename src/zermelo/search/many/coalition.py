"""One role against all the others together: a game of many roles, seen as a duel.

Whoever else moves is believed to want nothing but to hold the one role down, so a single number is
enough, and everything that is known of max and min can be used (Sturtevant and Korf, 2000). The
goals of the others do not matter, nor what all of them get together.
"""

from dataclasses import dataclass
from math import inf

from zermelo.errors import UnsuitedError
from zermelo.game.game import State
from zermelo.search.parts.duel import Duel


@dataclass(slots=True)
class Coalition(Duel):
    """Turns and worth for `role`, who maximises; all others minimise that."""

    def __post_init__(self) -> None:
        """Take any number of roles, and any sum of their goals."""
        self.total = inf

    def worth(self, state: State) -> float:
        """Return what `role` gets at the end; UnsuitedError if that is not defined."""
        goal = self.game.goals(state)[self.role]
        if goal is None:
            name = self.game.roles[self.role]
            where = " ".join(self.game.describe(state))
            raise UnsuitedError(f"{self.game.name}: {name} has no goal at an end: {where}")
        return float(goal)
