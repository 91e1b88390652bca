"""Two searches that prove values, and which of them has less to do: asked of small positions.

Supports save a search most of its nodes where wins depend on few facts, as in hex, and hardly any
where they depend on many; a node with its reason takes some 30 times as long as one without. So the
plain search goes first. If many nodes do not suffice, both are asked about positions that random
moves lead to, as large as the plain one can answer with a few thousand nodes. The rival takes over
where it needs far fewer nodes. All of that is counted in nodes, so it is the same on any machine.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Role, State
from zermelo.search.algorithms.exact import Exact
from zermelo.search.algorithms.mustplay import MustPlay
from zermelo.search.base import Clock, Limits, Result, Thinker
from zermelo.search.exact.thinking import asked
from zermelo.search.parts.duel import Duel
from zermelo.search.proofnumber.bracket import bracket_of

RIVAL = MustPlay()
FIRST = 1 << 22
"""Nodes of the plain search before anything else is tried: some two seconds."""
TRIAL = 1 << 14
"""Nodes that the plain search may take for a small position."""
LINES = 4
"""Random matches on whose ways small positions are looked for."""
LONGEST = 1 << 10
"""Moves of such a match."""
LIGHTER = 16
"""How many nodes of the plain search one of the rival must save."""


class RivalError(Exception):
    """The rival is lighter: no error, it ends the plain search."""


class PausingClock(Clock):
    """Another clock, but for a pause after some nodes in which something else is asked."""

    def __init__(self, clock: Clock, nodes: int, then: Callable[[], None]) -> None:
        """Count on from where the other clock is."""
        super().__init__(clock.limits)
        self.clock, self.then = clock, then
        self.started, self.waited_before = clock.started, clock.waited_before
        self.count = clock.count
        self.pause: int | None = clock.count.nodes + nodes
        most = clock.limits.nodes
        self.limits = replace(
            clock.limits, nodes=self.pause if most is None else min(self.pause, most)
        )

    def part(self, limits: Limits) -> Clock:
        """Return a clock for a part of the search."""
        return self.clock.part(limits)

    def tick(self, nodes: int = 1) -> None:
        """Count nodes; OutOfTimeError when a limit of the other clock is reached."""
        self.clock.tick(nodes)
        if self.pause is not None and self.count.nodes >= self.pause:
            self.pause, self.limits = None, self.clock.limits
            self.then()


@dataclass(slots=True)
class Contest:
    """Thinks by `exact`, and by `mustplay` from then on where that has proved to be lighter."""

    game: Game
    role: Role
    plain: Exact
    thinker: Thinker
    settled: bool = False
    rival_won: bool = False

    @classmethod
    def start(cls, game: Game, role: Role, clock: Clock, plain: Exact) -> "Contest":
        """Bind a match."""
        return cls(game, role, plain, plain.start(game, role, clock))

    def __call__(self, state: State, clock: Clock) -> Iterator[Result]:
        """Yield results, as a thinker does."""
        if self.settled:
            yield from self.thinker(state, clock)
            return

        def settle() -> None:
            """Ask which search is lighter, once."""
            if not self.settled:
                self.settled = True
                self.rival_won = is_lighter(self.game, self.role, state, self.plain, RIVAL)
                if self.rival_won:
                    raise RivalError

        try:
            yield from self.thinker(state, PausingClock(clock, FIRST, settle))
        except RivalError:
            self.thinker = RIVAL.start(self.game, self.role, clock)
            yield from self.thinker(state, clock)


def is_lighter(game: Game, role: Role, state: State, plain: Exact, rival: MustPlay) -> bool:
    """Whether the rival needs far fewer nodes than the plain search for some small positions."""
    duel = Duel(game, role, Even().start(game))
    threshold = asked(bracket_of(game, role))[0]

    def nodes(search: Exact | MustPlay, at: State, budget: int) -> int | None:
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
