"""Solo: all methods for a single role at once, each with its share of the time.

Breadth-first search by the circuit, planning by a solver, nested Monte Carlo search, policies that
adapt, IDA*, and filling in: `zermelo.search.plan.portfolio` has how they work together.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from zermelo.errors import UsageError
from zermelo.game.game import Game, Role, Trait
from zermelo.search.base import Clock, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.one_role.thinking import PUZZLE
from zermelo.search.plan.portfolio import EVEN, Shares, solving
from zermelo.search.plan.progress import Standing
from zermelo.search.plan.thinking import PlanFollower


@dataclass(frozen=True, slots=True)
class Solo:
    """Works at a puzzle with several methods in turns until one has the answer."""

    needs: ClassVar[Trait] = PUZZLE | Trait.CIRCUIT
    breadth: float = option(EVEN.breadth, "share of breadth-first search", least=0)
    plan: float = option(EVEN.plan, "share of planning by a solver", least=0)
    adapting: float = option(EVEN.adapting, "share of policies that adapt", least=0)
    nested: float = option(EVEN.nested, "share of nested Monte Carlo search", least=0)
    idastar: float = option(EVEN.idastar, "share of IDA*", least=0)
    filling: float = option(EVEN.filling, "share of filling in, fewest choices first", least=0)
    seed: int = option(0, "seed of all that is left to chance", least=0)

    def __post_init__(self) -> None:
        """Refuse to let nobody work."""
        if not any(self.shares):
            raise UsageError("solo needs a method with a share above 0, such as breadth=1")

    @property
    def shares(self) -> Shares:
        """How the time is shared out."""
        chance = self.adapting, self.nested
        return Shares(self.breadth, self.plan, *chance, self.idastar, self.filling)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""

        def solved(standing: Standing, clock: Clock) -> Iterator[Result]:
            return solving(standing, clock, self.shares, seed=self.seed)

        return PlanFollower(game, solved)
