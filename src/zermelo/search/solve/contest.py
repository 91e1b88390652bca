"""Two searches that prove values: the plain one, and its rival now and then, where that may pay.

Supports save a search most of its nodes where wins depend on few facts, as in hex, and hardly any
where they depend on many; a node with its reason takes some 30 times as long as one without. So
`exact` goes first. If many nodes do not suffice, both are asked about positions that random moves
lead to, as large as `exact` can answer with a few thousand nodes. If `mustplay` needs far fewer
nodes there, it has a try at the position itself: whoever answers first is asked from then on. All
of that is counted in nodes, so it is the same on any machine.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol, cast

from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Role, State
from zermelo.search.base import Clock, Limits, OutOfTimeError, Result, Thinker
from zermelo.search.exact.fast import MEMORY
from zermelo.search.exact.thinking import Asking, asked
from zermelo.search.parts.duel import Duel
from zermelo.search.proofnumber.bracket import bracket_of
from zermelo.search.spec import parse

RIVAL = "mustplay"
FIRST, TRY, LATER, LONGER = 1 << 22, 1 << 16, 64, 64
"""Nodes of `exact` before the rival has its first try, some two seconds, and nodes of that try,
which takes about as long; how many times as many there are before the next try, and of that."""
SHARE = 4
"""What part of the memory a try may take: 1 / SHARE."""
TRIAL = 1 << 14
"""Nodes that `exact` may take for a small position."""
LINES = 4
"""Random matches on whose ways small positions are looked for."""
LONGEST = 1 << 10
"""Moves of such a match."""
LIGHTER = 16
"""How many nodes of `exact` one of the rival must save there, before it has a try."""


class Asker(Protocol):
    """A search that answers questions to the end."""

    def start(self, game: Game, role: Role, clock: Clock) -> Thinker:
        """Bind a match."""

    def asking(self, duel: Duel, clock: Clock, state: State, *, fast: bool) -> Asking:
        """Return what answers questions, compiled if it is to be `fast`."""


def asker(spec: str) -> Asker:
    """Return a search that answers questions, by its spec."""
    return cast(Asker, parse(spec))


class RivalError(Exception):
    """The rival was first: no error, it ends the plain search."""


class PausingClock(Clock):
    """Another clock, but that something else is done when so many nodes are counted."""

    def __init__(self, clock: Clock, nodes: int, then: Callable[[], int | None]) -> None:
        """Count on from where the other clock is; `then` returns after how many nodes again."""
        super().__init__(clock.limits)
        self.clock, self.then = clock, then
        self.started, self.waited_before, self.count = (
            clock.started,
            clock.waited_before,
            clock.count,
        )
        self.pause_after(nodes)

    def pause_after(self, nodes: int | None) -> None:
        """Have the next pause after some nodes; None is never."""
        limits = self.clock.limits
        self.pause = None if nodes is None else self.count.nodes + nodes
        least = min((one for one in (self.pause, limits.nodes) if one is not None), default=None)
        self.limits = replace(limits, nodes=least)

    def part(self, limits: Limits) -> Clock:
        """Return a clock for a part of the search."""
        return self.clock.part(limits)

    def tick(self, nodes: int = 1) -> None:
        """Count nodes; OutOfTimeError when a limit of the other clock is reached."""
        self.clock.tick(nodes)
        if self.pause is not None and self.count.nodes >= self.pause:
            self.pause_after(self.then())


@dataclass(slots=True)
class Contest:
    """Thinks by `exact`, and by its rival once that was first with an answer."""

    game: Game
    role: Role
    plain: Asker
    thinker: Thinker
    rival_won: bool = False

    @classmethod
    def start(cls, game: Game, role: Role, clock: Clock, plain: Asker) -> "Contest":
        """Bind a match."""
        return cls(game, role, plain, plain.start(game, role, clock))

    def __call__(self, state: State, clock: Clock) -> Iterator[Result]:
        """Yield results, as a thinker does."""
        if self.rival_won:
            yield from self.thinker(state, clock)
            return
        other = asker(RIVAL)
        rival: list[Thinker] = []
        waited, size = FIRST, TRY

        def try_rival() -> int | None:
            """Give the rival its next try; return after how many nodes there is another."""
            nonlocal waited, size
            if not rival:
                if not is_lighter(self.game, self.role, state, self.plain, other):
                    return None
                rival.append(other.start(self.game, self.role, clock))
            if self.answers(rival[0], state, clock, size):
                raise RivalError
            waited, size = LATER * waited, LONGER * size
            return waited

        try:
            yield from self.thinker(state, PausingClock(clock, FIRST, try_rival))
        except RivalError:
            self.thinker, self.rival_won = rival[0], True
            yield from self.thinker(state, clock)

    def answers(self, rival: Thinker, state: State, clock: Clock, nodes: int) -> bool:
        """Whether the rival has the value of a state after so many nodes."""
        limits = clock.limits
        seconds = None if limits.seconds is None else max(0.0, limits.seconds - clock.seconds)
        memory = (MEMORY if limits.memory is None else limits.memory) // SHARE
        part = clock.part(Limits(nodes=nodes, seconds=seconds, memory=memory))
        try:
            for _ in rival(state, part):
                pass
        except OutOfTimeError:
            return False
        finally:
            clock.count.nodes += part.count.nodes
        return True


def is_lighter(game: Game, role: Role, state: State, plain: Asker, rival: Asker) -> bool:
    """Whether the rival needs far fewer nodes than `exact` for some small positions."""
    duel = Duel(game, role, Even().start(game))
    threshold = asked(bracket_of(game, role))[0]

    def nodes(search: Asker, at: State, budget: int) -> int | None:
        """Return how many nodes an answer takes; None if they are more than the budget."""
        clock = Clock()
        asking = search.asking(duel, clock, at, fast=True)
        asking.budget = budget
        return None if asking.ask(at, None, threshold) is None else clock.count.nodes

    in_all = of_rival = 0
    for seed in range(LINES):
        line = random_line(duel, state, seed)
        low, high = 0, len(line)
        while low < high:
            middle = (low + high) // 2
            if nodes(plain, line[middle], TRIAL) is None:
                low = middle + 1
            else:
                high = middle
        if high == len(line):
            continue  # not even the last one is small
        needed = nodes(plain, line[high], TRIAL) or TRIAL
        in_all += needed
        of_rival += nodes(rival, line[high], max(1, needed // LIGHTER)) or needed
    return in_all >= LIGHTER * of_rival > 0


def random_line(duel: Duel, state: State, seed: int) -> list[State]:
    """Return the positions of a random match, without its end."""
    random, line = Random(seed), [state]
    while len(line) < LONGEST:
        state = random.choice(duel.children(state))[1]
        if duel.over(state):
            break
        line.append(state)
    return line
