"""One role against all, deeper and deeper: the moves of the root, judged by searches with windows.

The move that was best in the last pass comes first. Another one is searched for whether it is
better; where it would be preferred among equals, for whether it is at least as good. So equals are
told from each other at no price but that of a window a hair wider.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from math import inf, nextafter

from zermelo.game.game import Game, Joint, Role, State, Values
from zermelo.game.proof import by_search
from zermelo.search.base import Bound, Clock, OutOfTimeError, Prospect, Result
from zermelo.search.events import Trail
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.root import (
    deep_calls,
    deepest,
    final_goals,
    first_move,
    unsearched,
    window_prospects,
)
from zermelo.search.parts.windows import Answer, Line, completed
from zermelo.search.window.alphabeta import Window
from zermelo.search.window.fast import WindowKernels


@dataclass(slots=True)
class Contest:
    """The moves of one root, from pass to pass."""

    duel: Duel
    search: Window | WindowKernels
    ranks: Mapping[Joint, int]  # which of equals is preferred: the lowest
    last: dict[Joint, float] = field(default_factory=dict)  # values of the passes before
    leader: Joint | None = None  # the best of the last pass
    best: tuple[float, Line] | None = None  # of this pass, so far
    trail: Trail = field(init=False)

    def __post_init__(self) -> None:
        """Have the root on the trail of what is searched below it."""
        search = self.search
        self.trail = Trail(search.clock) if isinstance(search, WindowKernels) else search.trail

    def judged(self, state: State, depth: int) -> Answer:
        """Return what the root is worth, its line, and whether no guess was involved."""
        self.best = None
        if not self.duel.maximising(state):
            value, line, proven = self.search.value(state, depth, -inf, inf)
            return value, self.search.continued(state, line, depth, value), proven
        self.trail.enter(state, None)
        self.trail.roots = []
        proven = True
        for joint, child in sorted(self.duel.children(state), key=self.place):
            low = -inf
            if self.best is not None:
                low, preferred = self.best[0], self.best[1][0]
                if self.rank(joint) < self.rank(preferred):
                    low = nextafter(low, -inf)
            value, line, sure = self.looked(child, depth - 1, low, joint)
            proven = proven and sure
            self.last[joint] = value
            self.trail.roots.append((value, (joint, *line)))
            if self.best is None or value > low:
                line = self.search.continued(child, line, depth - 1, value)
                self.best = value, (joint, *line)
                self.trail.best(value, value, inf)
        assert self.best is not None, "children are never none"
        value, line = self.best
        self.leader = line[0]
        self.trail.leave(value)
        return value, line, proven

    def looked(self, child: State, depth: int, low: float, joint: Joint) -> Answer:
        """Return what a child is worth, if that is above `low`."""
        if isinstance(self.search, WindowKernels):
            return self.search.value(child, depth, low, inf)
        return self.search.value(child, depth, low, inf, joint, 1)

    def place(self, child: tuple[Joint, State]) -> tuple[bool, float, int]:
        """Return what children of the root are sorted by."""
        joint = child[0]
        return joint != self.leader, -self.last.get(joint, -inf), self.rank(joint)

    def rank(self, joint: Joint) -> int:
        """Return how much a move is preferred among equals."""
        return self.ranks.get(joint, 0)

    def better(self) -> tuple[float, Line] | None:
        """Return a better move than that of the last pass, if a pass that was broken off has it."""
        found = self.best is not None and self.leader not in (None, self.best[1][0])
        return self.best if found else None

    def prospects(self, state: State) -> tuple[Prospect, ...]:
        """Return what the moves of the root came to in this pass, if it is for the role to move."""
        if not self.duel.maximising(state):
            return ()
        return window_prospects(self.duel.role, self.trail.roots)


def deepened(
    contest: Contest, own: int | None, state: State, clock: Clock, *, real: bool = True
) -> Iterator[Result]:
    """Yield the best move of every depth, until no guess is left in it or the limit is reached.

    That is a proof only if the states that were searched are `real`.
    """
    duel = contest.duel
    limit = deepest(duel.game, state, own, clock)
    for depth in count(1) if limit is None else range(1, limit + 1):
        with deep_calls(duel.game, depth):
            try:
                value, line, proven = contest.judged(state, depth)
            except OutOfTimeError:
                if (better := contest.better()) is not None:
                    found, every = told(duel, state, *better, depth), contest.prospects(state)
                    yield replace(found, bound=Bound.AT_LEAST, prospects=every)
                raise
            if proven and real:
                line = completed(contest.search, state, line, depth)
        found = told(duel, state, value, line, depth)
        proof = by_search() if proven and real else None
        yield replace(found, proof=proof, prospects=contest.prospects(state))
        if proven:
            return


def told(duel: Duel, state: State, value: float, line: Line, depth: int) -> Result:
    """Return what was found; what the others get is what they would at the end of the line."""
    game, role = duel.game, duel.role
    move = line[0][role] if line else first_move(game, role, state)
    values = list(at_the_end(game, duel, state, line))
    values[role] = value
    return Result(move, tuple(values), line, depth)


def at_the_end(game: Game, duel: Duel, state: State, line: Line) -> Values:
    """Return what the state after a line is worth to each role."""
    for joint in line:
        state = game.next(state, joint)
    if game.terminal(state):
        return final_goals(game, state)
    return tuple(map(float, duel.guess(state)))


def first_of(game: Game, role: Role, state: State, duel: Duel) -> Result:
    """Return any legal move at once: time may be up before anything better is known."""
    return unsearched(game, role, state, tuple(map(float, duel.guess(state))))
