"""Proof-number search: is the value at least so much? The tree grows where the least is missing.

Allis, 1994. The algorithm itself is in `search/proofnumber/best_first.py`; these are its options.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Role, State, Trait
from zermelo.search.base import DUEL, Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.root import deepest
from zermelo.search.proofnumber.best_first import MOST_NODES, NODE, BestFirstProof
from zermelo.search.proofnumber.node import Counting
from zermelo.search.proofnumber.table import ProofTable, table_for
from zermelo.search.proofnumber.thinking import ProofMatch, think


@dataclass(frozen=True, slots=True)
class Pns:
    """Proves bounds of the value, growing its tree where the least is missing to a proof."""

    needs: ClassVar[Trait] = DUEL
    threshold: float | None = option(None, "ask for this value only; none: all until it is known")
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    mobility: bool = option(
        True, "count the moves of a position before it is entered: the more, the harder to refute"
    )
    weak: bool = option(
        True, "count what must all be proved by its largest part, plus one for each of the others"
    )
    table: bool = option(True, "remember positions that were solved")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        duel = Duel(game, role, Even().start(game))
        table = table_for(clock, share=0.5) if self.table else ProofTable(0)
        memory = clock.limits.memory
        most = MOST_NODES if memory is None else memory // 2 // NODE
        search = BestFirstProof(duel, clock, table, Counting(self.mobility, self.weak), most)

        def at(clock: Clock) -> BestFirstProof:
            search.clock = clock
            return search

        def depth(state: State, clock: Clock) -> int | None:
            # What is solved never depends on the path: matches may come back to a position.
            return deepest(game, state, self.depth, clock)

        return partial(think, ProofMatch(duel, at, depth, self.threshold))
