"""Depth-first proof-number search: proof-number search with a table in place of the tree.

Nagai, 2002. The algorithm itself is in `search/proofnumber/depth_first.py`; these are its options.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Role, State, Trait
from zermelo.search.base import DUEL, Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.root import depth_limit
from zermelo.search.proofnumber.depth_first import DepthFirstProof
from zermelo.search.proofnumber.fast import FastProof, is_compiled
from zermelo.search.proofnumber.node import Counting
from zermelo.search.proofnumber.table import table_for
from zermelo.search.proofnumber.thinking import ProofMatch, think


@dataclass(frozen=True, slots=True)
class Dfpn:
    """Proves bounds of the value, depth first, remembering how much is missing to a proof."""

    needs: ClassVar[Trait] = DUEL
    kernels: ClassVar[tuple[str, ...]] = ("search/proofnumber/kernels/dfpn.py",)
    threshold: float | None = option(None, "ask for this value only; none: all until it is known")
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    epsilon: float = option(
        0.5, "how far, relative to the second best, a position may be searched at a time", least=0
    )
    mobility: bool = option(
        True, "count the moves of a position before it is entered: the more, the harder to refute"
    )
    weak: bool = option(
        True, "count what must all be proved by its largest part, plus one for each of the others"
    )
    kernel: str = option("auto", "compiled code: auto takes it where it can; on insists; off")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        duel = Duel(game, role, Even().start(game))
        counting = Counting(self.mobility, self.weak)
        search: DepthFirstProof | FastProof
        if is_compiled(self.kernel, game, watch):
            search = FastProof(duel, clock, counting, self.epsilon)
        else:
            search = DepthFirstProof(duel, clock, table_for(clock), counting, self.epsilon)

        def at(clock: Clock) -> DepthFirstProof | FastProof:
            search.clock = clock
            return search

        def depth(state: State, clock: Clock) -> int | None:
            return depth_limit(game, self.depth, clock)

        return partial(think, ProofMatch(duel, at, depth, self.threshold))
