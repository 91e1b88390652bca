"""Plan: a puzzle as a planning problem for an answer set solver, with a growing horizon.

The rules in explicit time (`zermelo convert --to time`) have one stable model for each match. Is
there one that brings the best goal within a horizon? With each "no" the horizon grows, so that
the first plan is a shortest one. Lifschitz, Answer set programming and plan generation (2002), and
chapter 15 of General Game Playing (Genesereth and Thielscher, 2014).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from zermelo.game.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.one_role.thinking import PUZZLE
from zermelo.search.plan.planner import plans
from zermelo.search.plan.progress import Standing
from zermelo.search.plan.thinking import PlanFollower


@dataclass(frozen=True, slots=True)
class Plan:
    """Asks a solver for a shortest match that brings the best goal."""

    needs: ClassVar[Trait] = PUZZLE | Trait.CIRCUIT
    invariants: float = option(
        0.0, "effort for proving invariants for the solver; 1: as `analyse` does", least=0
    )
    seed: int = option(0, "seed of the solver", least=0)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""

        def planned(standing: Standing, clock: Clock) -> Iterator[None]:
            return plans(standing, clock, proving=self.invariants, seed=self.seed)

        return PlanFollower(game, planned)
