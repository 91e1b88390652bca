"""Exact: the value of a position by questions to the end, with a table that keeps what took long.

Alpha-beta with null windows and memory (Plaat, Schaeffer, Pijls and de Bruin, 1996) that has given
up everything but proofs: no depth, no evaluator. Moves are ordered by the history of the facts that
they bring about, as Tromp's Fhourstones orders the squares of connect four. The algorithm itself is
in `search/exact/readable.py`; these are its options.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

import numpy as np

from zermelo.errors import UsageError
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Role, State, Trait
from zermelo.search.base import DUEL, Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.exact.fast import KernelExact
from zermelo.search.exact.levels import levels_of
from zermelo.search.exact.readable import History, ReadableExact
from zermelo.search.exact.resuming import Resuming
from zermelo.search.exact.seeds import seeded
from zermelo.search.exact.thinking import think
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.folds import folds_of
from zermelo.search.proofnumber.fast import is_compiled


@dataclass(frozen=True, slots=True)
class Exact:
    """Proves the value: asks whether it reaches a level, then another, down to ends."""

    needs: ClassVar[Trait] = DUEL & ~Trait.ONE_ROLE
    kernels: ClassVar[tuple[str, ...]] = ("search/exact/kernels/search.py",)
    fold: bool = option(True, "store symmetric positions in one table entry")
    samples: bool = option(True, "take the initial history scores from random matches")
    resume: str = option("", "file that keeps the progress of a long search and continues it")
    kernel: str = option("auto", "compiled code: auto takes it where it can; on insists; off")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        levels = levels_of(game, role)
        duel = Duel(game, role, Even().start(game))
        fast = is_compiled(self.kernel, game, watch)
        if self.resume and not fast:
            raise UsageError(
                "resume= needs the compiled kernel: a game with rules, kernel=auto, no --tree"
            )
        made: list[ReadableExact | KernelExact] = []

        def at(state: State, clock: Clock) -> ReadableExact | KernelExact:
            if not made:
                made.append(self.asking(duel, clock, state, fast=fast))
            made[0].clock = clock
            return made[0]

        return partial(think, duel, levels, at)

    def asking(
        self, duel: Duel, clock: Clock, state: State, *, fast: bool
    ) -> ReadableExact | KernelExact:
        """Return what answers questions; random matches are played from `state`."""
        levels = levels_of(duel.game, duel.role)
        folds = folds_of(duel.game) if self.fold else None
        history = None
        if self.samples and (compiled := duel.game.compiled) is not None:
            history = seeded(compiled, state, duel.role)
        if fast:
            resuming = Resuming(Path(self.resume)) if self.resume else None
            return KernelExact(duel, levels, clock, folds, history, resuming)
        points = {}
        if history is not None:
            both = history.reshape(2, -1)
            points = {
                (bool(side), int(fact)): int(both[side, fact])
                for side, fact in np.argwhere(both).tolist()
            }
        return ReadableExact(duel, levels, clock, folds, history=History(points))
