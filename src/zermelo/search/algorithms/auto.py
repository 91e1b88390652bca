"""Auto: the method that suits the game and the clock, and exact play as soon as it is in reach.

What is known of the game decides. Two roles that take turns and share out a constant sum: small
games are solved once and for all; else every decision begins with iterative deepening, which plays
what it can prove, and goes on with Monte Carlo tree search. A single role has all methods for
puzzles in turns, and follows what they find. All other games are played by tree search alone.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import ClassVar

from zermelo.errors import LimitError, PlayError, UnsuitedError
from zermelo.evaluate.evaluators.material import Material
from zermelo.evaluate.foresight import foresight
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Game, Role, State, Trait
from zermelo.game.proof import by_enumeration
from zermelo.search.algorithms.iterative import Iterative
from zermelo.search.algorithms.mcts import Grown, Mcts, grow
from zermelo.search.algorithms.solo import Solo
from zermelo.search.base import (
    DUEL,
    Bound,
    Clock,
    Limits,
    OutOfTimeError,
    Prospect,
    Result,
    Thinker,
    option,
)
from zermelo.search.events import Watch
from zermelo.search.findings import findings
from zermelo.search.mcts.permanence import character
from zermelo.search.parts.root import ended, require_moves, unsearched
from zermelo.search.solve.position_report import best_line, best_of, choices
from zermelo.search.solve.solution import Solution, Worth, load_kernels, solved
from zermelo.search.suitability import lacks

SOLVING = 0.4
"""How much of the first clock may go into solving the whole game."""
MEGABYTES = 200
"""What the solution of a game may take."""
PROBING, PROVING = 0.02, 0.3
"""How much of a decision's time goes into looking whether a proof is near, and into that proof."""
NEAR, FURTHER = 0.75, 2
"""A proof is near if a look that goes FURTHER moves beyond the last one would come as deep as this
part of the length of the last playouts. Where it is not, no look is taken."""
FORETOLD = 0.3
"""The foresight from which on counting pieces is better than playing matches out."""
CUT = 30
"""Moves after which playouts are cut there."""
LARGE = 60_000
"""Words of a circuit from which on it takes too long to find out."""
READY = Limits(depth=3, nodes=1000)
"""What a first search is allowed that only loads the kernels."""
FIRST = 20_000
"""Nodes that a proof is looked for in where nodes are not limited, nor seconds."""


@dataclass(frozen=True, slots=True)
class Auto:
    """Solves what is small, proves what it can, and else grows a tree."""

    needs: ClassVar[Trait] = Trait.PERFECT
    kernels: ClassVar[tuple[str, ...]] = (
        "search/mcts/kernels/search.py",
        "search/window/kernels/alphabeta.py",
    )
    solve: bool = option(True, "solve small games at the beginning of a match")
    prove: bool = option(True, "look for a proof at the beginning of every decision")
    threads: int = option(1, "threads that play out leaves of the same tree in the kernel", least=1)
    seed: int = option(0, "seed of all that is left to chance", least=0)
    kernel: str = option("auto", "compiled code: auto, on or off")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match; what is small is solved at once, within the clock."""
        options = self.growing(game)
        options.check()
        tree = options.planted(game, options.score(game, watch), clock)
        match = AutoMatch(game, role, options, tree)
        if puzzle(game) and watch is None and self.kernel != "off":
            match.alone = Solo(idastar=0.0, seed=self.seed).start(game, role, clock)
        if (compiled := game.compiled) is not None:
            match.usual = character(compiled).length
        if duel(game):
            if self.prove:
                match.proof = Iterative(kernel=self.kernel).start(game, role, clock)
                proved(match.proof, game.initial, Clock(READY), 1.0)
            if self.solve and compiled is not None:
                match.solution = solved_in_time(compiled, clock)
        return partial(think, match, watch)

    def growing(self, game: Game) -> Mcts:
        """Return how trees grow: where to count pieces foretells the end, playouts are cut."""
        options = Mcts(seed=self.seed, threads=self.threads, kernel=self.kernel)
        if self.kernel == "off" or (compiled := game.compiled) is None:
            return options
        if compiled.dimensions.work > LARGE or foresight(compiled, Material()) < FORETOLD:
            return options
        return replace(options, cutoff=CUT, evaluator=Material())


@dataclass(slots=True)
class AutoMatch:
    """The methods for a game, and what is remembered from one decision to the next."""

    game: Game
    role: Role
    options: Mcts
    tree: Grown
    proof: Thinker | None = None
    solution: Solution | None = None
    alone: Thinker | None = None  # for a single role
    usual: float = 0.0  # how long random matches are
    playouts: int = field(init=False)  # of the tree, before the last decision
    steps: int = field(init=False)
    reach: float = inf  # of the last look for a proof

    def __post_init__(self) -> None:
        """Count from now on."""
        self.note_playouts()

    def note_playouts(self) -> None:
        """Note how many playouts there were before the decision that comes now."""
        self.playouts, self.steps = self.tree.playouts, self.tree.steps

    @property
    def length(self) -> float:
        """How long the playouts of the last decision were; without any, random matches."""
        done = self.tree.playouts - self.playouts
        return (self.tree.steps - self.steps) / done if done else self.usual

    def is_near(self, reach: float) -> bool:
        """Whether a look that goes FURTHER than `reach` would come near the end of playouts."""
        return reach + FURTHER >= NEAR * self.length

    def proved(self, state: State, clock: Clock) -> Generator[Result, None, Result | None]:
        """Yield what a look for a proof finds, if one may be near; return its last result."""
        to_the_end = self.options.cutoff is None  # else nobody knows how far that is
        if self.proof is None or (to_the_end and not self.is_near(self.reach)):
            return None
        found = yield from proved(self.proof, state, clock, PROBING)
        self.reach = 0 if found is None else found.depth
        if to_the_end and found and not found.settled and self.is_near(self.reach):
            found = yield from proved(self.proof, state, clock, PROVING)
        return found


def think(match: AutoMatch, watch: Watch | None, state: State, clock: Clock) -> Iterator[Result]:
    """Yield any legal move, then what the best method for the game finds."""
    game, role = match.game, match.role
    over = ended(game, state)
    if not over:
        require_moves(game, state)
    yield over or unsearched(game, role, state)
    if over:
        return
    known = looked_up(game, role, match.solution, state) if match.solution else None
    if known is not None:
        clock.count.nodes += 1
        yield known
        return
    if match.alone is not None and clock.limits.nodes is None:
        yield from match.alone(state, clock)
        return
    found = yield from match.proved(state, clock)
    if found is not None and found.settled:
        yield found
        if not hopeless(found, role):
            return
    match.note_playouts()
    yield from grow(match.tree, match.options, role, state, clock, watch)


def puzzle(game: Game) -> bool:
    """Whether one role plays alone, as planning needs it."""
    if (compiled := game.compiled) is None or compiled.program is None:
        return False
    return next(lacks(Solo.needs, game, findings(game)), None) is None


def duel(game: Game) -> bool:
    """Whether one role or two play as iterative deepening needs it, as far as is known."""
    known = findings(game)
    if len(game.roles) > 2:
        return False
    needed = DUEL & ~(Trait.ONE_ROLE | Trait.TWO_ROLES)
    if len(game.roles) == 1:
        needed &= ~Trait.CONSTANT_SUM
    return not any(trait in known and known[trait].evidence is Evidence.REFUTED for trait in needed)


class TooLongError(Exception):
    """The game is too large to be solved in the time that there is."""


def solved_in_time(game: CompiledGame, clock: Clock) -> Solution | None:
    """Return the worth of all positions, if they are few."""
    allowed = clock.limits.seconds
    if allowed is None:
        return None
    load_kernels(game)
    timer = Clock()

    def report(_: str) -> None:
        if timer.seconds > SOLVING * allowed:
            raise TooLongError

    try:
        return solved(game, megabytes=MEGABYTES, report=report)
    except (TooLongError, LimitError, UnsuitedError):
        return None


def looked_up(game: Game, role: Role, solution: Solution, state: State) -> Result | None:
    """Return the best move by the solution of the game; None if it does not have the state."""
    compiled = game.compiled
    assert compiled is not None, "only compiled games have solutions"

    def worth_of(one: State) -> Worth:
        found = solution.worth(compiled.row(one))
        return found if found is not None else Worth(None, None)

    worth = worth_of(state)
    if worth.values is None:
        return None
    found = choices(game, worth_of, state)
    best = best_of(game, state, found)
    line = best_line(game, worth_of, state)
    move = best[0].joint[role]
    prospects = tuple(
        Prospect(one.joint[role], one.worth.values[role]) for one in found if one.worth.values
    )
    proof = by_enumeration(solution.positions)
    return Result(move, worth.values, line, len(line), proof, prospects=prospects)


def proved(
    proof: Thinker, state: State, clock: Clock, share: float
) -> Generator[Result, None, Result | None]:
    """Yield what iterative deepening finds in its part of the time; return its last result.

    None also if it comes to where the game is no duel: a role is stuck, two choose at once, or an
    end shares out another total. Random matches had not come there.
    """
    limits = clock.limits
    seconds = None if limits.seconds is None else share * (limits.seconds - clock.seconds)
    nodes = FIRST if seconds is None else None
    if limits.nodes is not None:
        left = limits.nodes - clock.count.nodes
        if left <= 0:
            return None
        nodes = min(left, max(1, int(share * limits.nodes)))
    part = clock.part(Limits(limits.depth, nodes, seconds, limits.memory))
    found = None
    try:
        for found in proof(state, part):
            if found.searched and not found.settled and found.bound is Bound.EXACT:
                yield found
    except OutOfTimeError:
        pass
    except (PlayError, UnsuitedError):
        found = None
    clock.count.nodes += part.count.nodes
    clock.count.leaves += part.count.leaves
    clock.count.cuts += part.count.cuts
    return None if found is None or found.bound is not Bound.EXACT else found


def hopeless(found: Result, role: Role) -> bool:
    """Whether only an error of the other role can help: then the tree says where one is likely."""
    return len(found.values) == 2 and found.values[role] <= 0.0
