"""What everybody is believed to want: for each role that decides, the key by which it chooses.

A stance belongs to the role that thinks, the root. By max^n everybody maximises its own worth
(Luckhardt and Irani, 1986). A paranoid root believes that all others minimise the root's. An
offensive root minimises the worth of its target, and believes that all others, the target too,
play for themselves (Zuckerman, Felner and Kraus, 2009).
"""

from dataclasses import dataclass
from enum import Enum

from zermelo.position.game import Role, Values

Key = tuple[float, float]


class Strategy(Enum):
    """The three ways to see the others."""

    MAXN = "maxn"
    PARANOID = "paranoid"
    OFFENSIVE = "offensive"


@dataclass(frozen=True, slots=True)
class Stance:
    """A strategy of the root; whom it is directed against, if it is offensive.

    It is a part of the key of every table: the same state is worth something else by another.
    """

    strategy: Strategy
    root: Role
    target: Role | None = None

    def weights(self, owner: Role, roles: int) -> tuple[float, ...]:
        """Return how much the worth of each role counts for a role that decides.

        >>> Stance(Strategy.PARANOID, Role(0)).weights(Role(1), 3)
        (-1.0, 0.0, 0.0)
        >>> Stance(Strategy.OFFENSIVE, Role(0), Role(2)).weights(Role(0), 3)
        (0.0, 0.0, -1.0)
        >>> Stance(Strategy.OFFENSIVE, Role(0), Role(2)).weights(Role(1), 3)
        (0.0, 1.0, 0.0)
        """
        sign, whose = self.wish(owner)
        return tuple(sign if role == whose else 0.0 for role in range(roles))

    def wish(self, owner: Role) -> tuple[float, Role]:
        """Return whose worth decides for a role, and whether it wants more (1) or less (-1)."""
        if self.strategy is Strategy.PARANOID and owner != self.root:
            return -1.0, self.root
        if self.strategy is Strategy.OFFENSIVE and owner == self.root:
            assert self.target is not None, "an offensive has a target"
            return -1.0, self.target
        return 1.0, owner

    def key(self, owner: Role, values: Values) -> Key:
        """Return what a role that decides maximises; of equals for the target, the root's own."""
        sign, whose = self.wish(owner)
        own = values[owner] if whose != owner and owner == self.root else 0.0
        return sign * values[whose], own
