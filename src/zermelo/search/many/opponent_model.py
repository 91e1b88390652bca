"""What everybody is believed to want: for each role that decides, the key by which it chooses.

A model belongs to the role that thinks, the root. By max^n everybody maximises its own worth
(Luckhardt and Irani, 1986). A paranoid root believes that all others minimise the root's. An
offensive root minimises the worth of its target, and believes that all others, the target too,
play for themselves (Zuckerman, Felner and Kraus, 2009).
"""

from dataclasses import dataclass
from enum import Enum

from zermelo.game.game import Role
from zermelo.search.many.exact import Number, Vector

Key = tuple[Number, Number]


class OpponentKind(Enum):
    """The three ways to see the others."""

    MAXN = "maxn"
    PARANOID = "paranoid"
    OFFENSIVE = "offensive"


@dataclass(frozen=True, slots=True)
class OpponentModel:
    """A strategy of the root; whom it is directed against, if it is offensive.

    It is a part of the key of every table: the same state is worth something else by another.
    """

    strategy: OpponentKind
    root: Role
    target: Role | None = None

    def wish(self, owner: Role) -> tuple[int, Role]:
        """Return how a role weighs what it chooses from: 1 or -1 for the worth of one role.

        >>> OpponentModel(OpponentKind.PARANOID, Role(0)).wish(Role(1))
        (-1, 0)
        >>> OpponentModel(OpponentKind.OFFENSIVE, Role(0), Role(2)).wish(Role(0))
        (-1, 2)
        >>> OpponentModel(OpponentKind.OFFENSIVE, Role(0), Role(2)).wish(Role(2))
        (1, 2)
        """
        if self.strategy is OpponentKind.PARANOID and owner != self.root:
            return -1, self.root
        if self.strategy is OpponentKind.OFFENSIVE and owner == self.root:
            assert self.target is not None, "an offensive has a target"
            return -1, self.target
        return 1, owner

    def key(self, owner: Role, values: Vector) -> Key:
        """Return what a role that decides maximises; of equals for the target, the root's own."""
        sign, whose = self.wish(owner)
        own = values[owner] if whose != owner and owner == self.root else 0
        return sign * values[whose], own
