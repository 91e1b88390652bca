"""Directed offensive: hold one opponent down, whatever that costs.

At its own nodes the root takes the child that is worst for its target, of equals the one that is
best for itself; everybody else, the target too, plays for itself (Zuckerman, Felner and Kraus,
Mixing search strategies for multi-player games, 2009). For who would rather keep the leader from
winning than come second behind it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from zermelo.errors import UsageError
from zermelo.evaluate.base import Evaluator
from zermelo.game.game import Game, Role, State, Trait
from zermelo.search.base import Clock, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.many.default_evaluator import EVALUATOR, evaluator_for
from zermelo.search.many.directed import Desk, leader
from zermelo.search.many.opponent_model import OpponentKind, OpponentModel
from zermelo.search.many.vector_game import vector_game_of
from zermelo.search.many.vectors import memory_for
from zermelo.search.parts.root import ended


@dataclass(frozen=True, slots=True)
class Offensive:
    """Minimises the worth of one opponent, deeper and deeper."""

    needs: ClassVar[Trait] = Trait.TURNS | Trait.DETERMINISTIC | Trait.PERFECT
    target: str | None = option(None, "whom to hold down; none: who else stands best by a guess")
    depth: int | None = option(None, "where to stop; none: when the value is proven", least=0)
    evaluator: Evaluator | None = option(None, EVALUATOR)
    table: bool = option(True, "remember states that were searched before")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match; UsageError if the target is no other role."""
        target = None if self.target is None else target_called(self.target, game, role)
        vector_game = vector_game_of(game, evaluator_for(game, self.evaluator))
        desk = Desk(vector_game, role, memory_for(clock) if self.table else None, watch)
        return partial(think, desk, target, self.depth)


def think(
    desk: Desk, target: Role | None, depth: int | None, state: State, clock: Clock
) -> Iterator[Result]:
    """Yield any legal move, then the best of every depth."""
    over = ended(desk.game, state)
    yield over or desk.first(state)
    if over:
        return
    if target is None:
        target = leader(desk.vector_game.guessed(state), desk.role)
    if target is None:
        model, note = OpponentModel(OpponentKind.MAXN, desk.role), "there is nobody to be against"
    else:
        model = OpponentModel(OpponentKind.OFFENSIVE, desk.role, target)
        note = f"against {desk.game.roles[target]}"
    yield from desk.deepened(model, depth, state, clock, note)


def target_called(name: str, game: Game, role: Role) -> Role:
    """Return the role that a target names; UsageError if it is none, or the root itself."""
    others = [other for other in game.roles if other != game.roles[role]]
    if name not in others:
        itself = ", which is who plays" if name == game.roles[role] else ""
        known = ", ".join(others) or "nobody"
        raise UsageError(
            f"offensive:target takes another role of {game.name}, {known}, not {name!r}{itself}"
        )
    return Role(game.roles.index(name))
