"""What the searches for plans have in common: a plan that was found is followed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from zermelo.game.game import Game, State
from zermelo.search.base import Clock, Result
from zermelo.search.parts.root import ended, unsearched
from zermelo.search.plan.portfolio import standing_of
from zermelo.search.plan.progress import PLAYER, Standing

Method = Callable[[Standing, Clock], Iterator[object]]


@dataclass(slots=True)
class PlanFollower:
    """A search of a match; as long as the match goes by a plan that is the best, it is played."""

    game: Game
    method: Method
    known: dict[State, Result] = field(default_factory=dict)

    def __call__(self, state: State, clock: Clock) -> Iterator[Result]:
        """Yield any legal move, then the moves of ever better matches."""
        over = ended(self.game, state)
        if over is not None:
            yield over
            return
        if state in self.known:
            yield self.known[state]
            if self.known[state].proven:
                return
        else:
            yield unsearched(self.game, PLAYER, state, (0.0,))
        standing = standing_of(self.game, state)
        if state in self.known:
            standing.found([joint[PLAYER] for joint in self.known[state].line], "the turn before")
        told = None
        try:
            for _ in self.method(standing, clock):
                if standing.goal is not None and (news := standing.result()) != told:
                    told = news
                    yield told
            if standing.unsolvable:
                yield standing.result()
        finally:
            self.remember(standing)

    def remember(self, standing: Standing) -> None:
        """Keep what is left of a match at each of its states."""
        result, state = standing.result(), standing.state
        if standing.goal is None:
            return
        self.known = {}
        for number, joint in enumerate(result.line):
            rest = result.line[number:]
            self.known[state] = replace(result, move=joint[PLAYER], line=rest, depth=len(rest))
            state = self.game.next(state, joint)
