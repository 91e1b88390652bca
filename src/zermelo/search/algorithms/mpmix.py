"""MP-mix: paranoid when far ahead, offensive when somebody else is, max^n in between.

Before every decision the roles are compared by what the evaluator says of the position. If the root
leads, and by at least `td`, all others are expected to turn against it: paranoid. If somebody else
leads by at least `to`, it has to be stopped before anything else: a directed offensive. Otherwise
everybody plays for itself (Zuckerman, Felner and Kraus, Mixing search strategies for multi-player
games, 2009). Who shares the lead does not lead: then the edge is 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, isnan
from typing import ClassVar

from zermelo.errors import UsageError
from zermelo.evaluate.base import Evaluator
from zermelo.game.game import Game, Role, State, Trait
from zermelo.game.tree_game import TreeGame
from zermelo.search.algorithms.paranoid import Paranoid
from zermelo.search.base import Clock, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.many.default_evaluator import EVALUATOR, evaluator_for
from zermelo.search.many.directed import Desk, leader
from zermelo.search.many.exact import decimals
from zermelo.search.many.opponent_model import OpponentKind, OpponentModel
from zermelo.search.many.vector_game import vector_game_of
from zermelo.search.many.vectors import memory_for
from zermelo.search.parts.root import ended

MOST_AHEAD = 100.0
"""How far ahead anybody can be by the goals of rules."""


@dataclass(frozen=True, slots=True)
class Mpmix:
    """Paranoid far ahead, offensive behind, else max^n; deeper and deeper."""

    needs: ClassVar[Trait] = Trait.TURNS | Trait.DETERMINISTIC | Trait.PERFECT
    kernels: ClassVar[tuple[str, ...]] = ("search/window/kernels/alphabeta.py",)
    td: float = option(10.0, "how far ahead to be paranoid, in points of 100", least=0)
    to: float = option(10.0, "how far ahead another must be to be attacked", least=0)
    depth: int | None = option(None, "where to stop; none: when the value is proven", least=0)
    evaluator: Evaluator | None = option(None, EVALUATOR)
    table: bool = option(True, "remember states that were searched before")
    kernel: str = option("auto", "compiled code for paranoid: auto, on or off")

    def __post_init__(self) -> None:
        """Refuse thresholds that make no sense."""
        for name, threshold in (("td", self.td), ("to", self.to)):
            if isnan(threshold) or threshold < 0:
                raise UsageError(
                    f"mpmix:{name} takes a number of at least 0, or inf for never, "
                    f"not {threshold:g}"
                )

    def refuse_far(self) -> None:
        """Refuse thresholds beyond the goals of rules, which are 0 to 100; a tree may have more."""
        for name, threshold in (("td", self.td), ("to", self.to)):
            if MOST_AHEAD < threshold < inf:
                raise UsageError(
                    f"mpmix:{name} takes a number from 0 to {MOST_AHEAD:g}, as nobody can be "
                    f"further ahead, or inf for never, not {threshold:g}"
                )

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match; UsageError for a threshold that nobody can reach."""
        if not isinstance(game, TreeGame):
            self.refuse_far()
        evaluator = evaluator_for(game, self.evaluator)
        vector_game = vector_game_of(game, evaluator, batches=self.kernel != "off")
        desk = Desk(vector_game, role, memory_for(clock) if self.table else None, watch)
        wary = Paranoid(self.depth, evaluator, table=self.table, kernel=self.kernel)
        return partial(think, self, desk, wary.start(game, role, clock, watch))


def think(
    options: Mpmix, desk: Desk, paranoid: Thinker, state: State, clock: Clock
) -> Iterator[Result]:
    """Yield any legal move, then the best of every depth."""
    over = ended(desk.game, state)
    yield over or desk.first(state)
    if over:
        return
    standing = decimals(desk.vector_game.guessed(state))
    model = stance_for(standing, desk.role, options.td, options.to)
    note = reason(model, standing, desk.game.roles)
    if model.strategy is OpponentKind.PARANOID:
        for result in paranoid(state, clock):
            yield replace(result, note=note)
    else:
        yield from desk.deepened(model, options.depth, state, clock, note)


def stance_for(standing: Sequence[float], root: Role, td: float, to: float) -> OpponentModel:
    """Return how the root is to see the others where the roles stand so.

    >>> stance_for((60.0, 30.0, 10.0), Role(0), 30.0, 20.0).strategy.value
    'paranoid'
    >>> stance_for((60.0, 30.0, 10.0), Role(2), 30.0, 20.0).target
    0
    >>> stance_for((60.0, 60.0, 10.0), Role(0), 0.0, 1.0).strategy.value
    'maxn'
    """
    rival = leader(standing, root)
    if rival is None:
        return OpponentModel(OpponentKind.MAXN, root)
    ahead = standing[root] - standing[rival]
    if ahead > 0:
        return OpponentModel(OpponentKind.PARANOID if ahead >= td else OpponentKind.MAXN, root)
    second = max(worth for role, worth in enumerate(standing) if role != rival)
    if standing[rival] - second >= to:
        return OpponentModel(OpponentKind.OFFENSIVE, root, rival)
    return OpponentModel(OpponentKind.MAXN, root)


def reason(model: OpponentModel, standing: Sequence[float], roles: Sequence[str]) -> str:
    """Return which strategy was chosen, and why, for people."""
    if len(roles) == 1:
        return f"{model.strategy.value}: there is nobody else"
    order = sorted(standing, reverse=True)
    edge = order[0] - order[1]
    front = [name for name, worth in zip(roles, standing, strict=True) if worth == order[0]]
    who = f"{front[0]} leads by {edge:.3g}" if edge else f"{', '.join(front)} share the lead"
    against = "" if model.target is None else f" against {roles[model.target]}"
    return f"{model.strategy.value}{against}: {who}"
