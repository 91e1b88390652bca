"""Must-play: the value of a position by questions whose answers come with their reasons.

As `exact` asks questions to the end, but every answer has a support: the part of the state that the
proof needs. After a move that fails, only those moves are left to try after which the reason no
longer holds: the must-play region of Hex, found from the rules alone. The algorithm itself is in
`search/mustplay/readable.py`; these are its options.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from zermelo.errors import UsageError
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Role, State, Trait
from zermelo.search.base import DUEL, Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.exact.levels import levels_of
from zermelo.search.exact.readable import History
from zermelo.search.exact.seeds import seeded
from zermelo.search.exact.thinking import think
from zermelo.search.mustplay.fast import KernelMustPlay
from zermelo.search.mustplay.readable import ReadableMustPlay
from zermelo.search.mustplay.reasons import Reasons
from zermelo.search.mustplay.support import Lemmas
from zermelo.search.parts.duel import Duel
from zermelo.search.proofnumber.fast import is_compiled

BLOCK = 512
"""Lemmas that are tried together."""


@dataclass(frozen=True, slots=True)
class MustPlay:
    """Proves the value with reasons: moves that fail for a reason already known are left out."""

    needs: ClassVar[Trait] = DUEL & ~Trait.ONE_ROLE
    kernels: ClassVar[tuple[str, ...]] = ("search/mustplay/kernels/search.py",)
    recent: int = option(1 << 17, "how many of the last lemmas are tried on new positions")
    samples: bool = option(True, "take the initial history scores from random matches")
    kernel: str = option("auto", "compiled code: auto takes it where it can; on insists; off")

    def __post_init__(self) -> None:
        """Refuse a list without room."""
        if self.recent < BLOCK or self.recent % BLOCK:
            raise UsageError(f"recent must be a multiple of {BLOCK}, not {self.recent}")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        levels = levels_of(game, role)
        duel = Duel(game, role, Even().start(game))
        fast = is_compiled(self.kernel, game, watch)
        made: list[ReadableMustPlay | KernelMustPlay] = []

        def at(state: State, clock: Clock) -> ReadableMustPlay | KernelMustPlay:
            if not made:
                made.append(self.asking(duel, clock, state, fast=fast))
            made[0].clock = clock
            return made[0]

        return partial(think, duel, levels, at)

    def asking(
        self, duel: Duel, clock: Clock, state: State, *, fast: bool
    ) -> ReadableMustPlay | KernelMustPlay:
        """Return what answers questions; random matches are played from `state`."""
        levels, compiled = levels_of(duel.game, duel.role), duel.game.compiled
        history = None
        if self.samples and compiled is not None:
            history = seeded(compiled, state, duel.role)
        if fast:
            return KernelMustPlay(duel, levels, clock, history, self.recent)
        points = {}
        if history is not None:
            both = history.reshape(2, -1)
            points = {
                (bool(side), int(fact)): int(both[side, fact])
                for side, fact in np.argwhere(both).tolist()
            }
        reasons = None
        if compiled is not None:
            size = compiled.dimensions
            goals = zip(size.goal_roles.tolist(), size.goal_values.tolist(), strict=True)
            own = [levels.level(value) if role == duel.role else -1 for role, value in goals]
            reasons = Reasons(compiled.engine.rails, size.fluents, size.firsts.tolist(), own)
        lemmas = Lemmas(self.recent)
        return ReadableMustPlay(duel, levels, clock, lemmas, reasons, history=History(points))
