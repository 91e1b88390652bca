"""Monte Carlo tree search: a tree that grows where play is good, judged by playing matches out.

UCT (Kocsis and Szepesvari 2006): select from the root down by upper confidence bounds, expand one
state, play it out, back up the rewards of all roles. With proved bounds (MCTS-Solver), habits of
playouts (MAST), and the subtree of the moves that were made kept from turn to turn.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import ClassVar, Protocol

from zermelo.errors import UsageError
from zermelo.evaluate.base import Evaluator, arrays_of, why_no_arrays
from zermelo.evaluate.evaluators.even import Even
from zermelo.evaluate.score import Score
from zermelo.game.game import Game, Joint, Move, Role, State, Trait
from zermelo.game.proof import by_search
from zermelo.rules.information import RANDOM
from zermelo.search.base import Clock, OutOfTimeError, Prospect, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.findings import findings
from zermelo.search.mcts.fast import KernelTree, PlayoutPlan, fitting
from zermelo.search.mcts.permanence import (
    PLACED,
    PLACING,
    trust_in_habits,
    weight_of_history,
)
from zermelo.search.mcts.readable import Readable
from zermelo.search.mcts.select import Ways
from zermelo.search.mcts.summary import Outlook, robust
from zermelo.search.parts.premises import SUM_OF_ALL, vouched
from zermelo.search.parts.root import ended, require_moves, unsearched
from zermelo.search.suitability import holds

LONGEST_PLAYOUT = 1000
"""Steps after which a playout is cut in any case: a match may have no end."""
MOST_THREADS = 64
SLICE, SLICE_TOGETHER = 0.004, 0.012
"""Seconds between two looks at the clock, of one thread and of several that have to meet there."""
FIRST_REPORT, REPORT = 0.05, 0.25
"""Seconds until the first report, and between two of them."""


@dataclass(frozen=True, slots=True)
class Mcts:
    """Grows a tree where play is good, and judges its leaves by playing matches out."""

    needs: ClassVar[Trait] = Trait.PERFECT
    kernels: ClassVar[tuple[str, ...]] = ("search/mcts/kernels/search.py",)
    c: float = option(0.8, "how much to explore: c of UCB1, for rewards between 0 and 1", least=0)
    expand: str = option("one", "children that a visit adds: one, or all")
    solver: bool = option(True, "prove bounds, and stop when the root is proved")
    decisive: bool = option(False, "look for moves that win at once, in the tree and in playouts")
    playout: str = option("mast", "how playouts choose: uniform, mast or nst")
    trust: float | None = option(
        None, "chance to make the best move by habit, else the next; none: as suits", least=0
    )
    decay: float = option(0.5, "what playouts have learnt counts so much after a move", least=0)
    rave: float = option(0.0, "K of RAVE: visits at which both means count alike; 0: off", least=0)
    grave: int = option(0, "visits from which on a state's own RAVE counts are used", least=0)
    history: float | None = option(
        None, "how much counts in the tree how a move fared in playouts; none: as suits", least=0
    )
    urgency: float | None = option(
        None, "a move never tried seems so much better than the mean; none: it comes first"
    )
    dag: bool = option(True, "states that are reached in several ways are one node")
    cutoff: int | None = option(None, "moves after which a playout is guessed at; none: the end")
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state where it is cut")
    simultaneous: str = option("uct", "where several choose at once: uct, or regret matching")
    lanes: int = option(0, "playouts of a leaf at once: 1, 2, 4, ... 64; 0: as suits", least=0)
    batch: int = option(1024, "leaves that are played out at once in the kernel", least=1)
    threads: int = option(1, "threads that play out leaves of the same tree in the kernel", least=1)
    simulations: int = option(100_000, "how many without a limit in seconds or nodes", least=1)
    seed: int = option(0, "seed of all that is left to chance", least=0)
    kernel: str = option("auto", "compiled code: auto, on or off")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match.

        Raises:
            UsageError: an option has no such value, or the kernel must run but cannot.
        """
        self.check()
        tree = self.planted(game, self.score(game, watch), clock)

        def think(state: State, clock: Clock) -> Iterator[Result]:
            over = ended(game, state)
            if not over:
                require_moves(game, state)
            yield over or unsearched(game, role, state)
            if not over:
                yield from grow(tree, self, role, state, clock, watch)

        return think

    def check(self) -> None:
        """Raise UsageError if an option has no such value."""
        for name, value, allowed in (
            ("expand", self.expand, ("one", "all")),
            ("playout", self.playout, ("uniform", "mast", "nst")),
            ("simultaneous", self.simultaneous, ("uct", "regret")),
            ("kernel", self.kernel, ("auto", "on", "off")),
        ):
            if value not in allowed:
                raise UsageError(f"{name} takes {', '.join(allowed)}, not {value!r}")
        if self.lanes not in (0, 1, 2, 4, 8, 16, 32, 64):
            raise UsageError(f"lanes takes 0, 1, 2, 4, 8, 16, 32 or 64, not {self.lanes}")
        if self.threads > MOST_THREADS:
            raise UsageError(f"threads takes 1 to {MOST_THREADS}, not {self.threads}")
        if self.trust is not None and self.trust > 1:
            raise UsageError(f"trust is a probability, not {self.trust:g}")

    def score(self, game: Game, watch: Watch | None) -> Score | None:
        """Return the evaluator for the kernels if they are to be used, else None."""
        if self.kernel == "on" or self.threads > 1:
            from zermelo.kernels.background import background

            background.insist()
        if self.threads > 1 and self.kernel == "off":
            raise UsageError(f"threads={self.threads} needs the kernel, which kernel=off forbids")
        if self.kernel == "off" or watch is not None:
            return None
        why = ""
        score = None
        if (compiled := game.compiled) is None:
            why = f"{game.name} is not compiled"
        elif self.playout == "nst":
            why = "playout=nst is only to be had without"
        elif self.decisive:
            why = "decisive is only to be had without"
        elif self.simultaneous == "regret" and refuted(Trait.TURNS, game):
            why = "regret matching is only to be had without"
        else:
            score = arrays_of(self.evaluator, compiled)
            why = why_no_arrays(self.evaluator, compiled)
        if self.kernel == "on" and score is None:
            raise UsageError(f"the kernel cannot run: {why}; kernel=auto takes it where it can")
        if self.threads > 1 and score is None:
            raise UsageError(f"threads={self.threads} needs the kernel, which cannot run: {why}")
        return score

    def trusted(self, game: Game) -> float:
        """Return how much playouts trust in habit."""
        if self.playout == "uniform":
            return 0.0
        if self.trust is not None:
            return self.trust
        return PLACING if game.compiled is None else trust_in_habits(game.compiled)

    def bias(self, game: Game) -> float:
        """Return how much counts in the tree how a move fared in playouts."""
        if self.history is not None:
            return self.history
        if self.playout == "uniform":
            return 0.0
        return PLACED if game.compiled is None else weight_of_history(game.compiled)

    def planted(self, game: Game, score: Score | None, clock: Clock) -> "Grown":
        """Return a tree for a match."""
        names = [role.lower() for role in game.roles]
        ways = Ways(
            exploration=self.c,
            expand_all=self.expand == "all",
            solver=self.solver,
            near=self.rave,
            reference=self.grave,
            bias=self.bias(game),
            urgency=self.urgency,
            dag=self.dag,
            decisive=self.decisive,
            constant=len(names) == 2
            and RANDOM not in names
            and not refuted(Trait.CONSTANT_SUM, game),
            chance=names.index(RANDOM) if RANDOM in names else None,
        )
        cutoff = LONGEST_PLAYOUT if self.cutoff is None else self.cutoff
        if score is not None and (compiled := game.compiled) is not None:
            plan = PlayoutPlan(
                group=self.lanes or fitting(compiled),
                batch=self.batch,
                cutoff=cutoff,
                trust=round(16 * self.trusted(game)),
                seed=self.seed,
                threads=self.threads,
            )
            return KernelTree(compiled, ways, score, plan, memory=clock.limits.memory)
        return Readable(
            game,
            ways,
            self.evaluator.start(game),
            Random(self.seed),
            trust=self.trusted(game),
            pairs=self.playout == "nst",
            cutoff=cutoff,
            regret=self.simultaneous == "regret",
        )


def refuted(trait: Trait, game: Game) -> bool:
    """Whether a match is known that refutes a trait."""
    return not holds(trait, findings(game))


class Grown(Protocol):
    """A tree that grows: the readable one, or the fast one."""

    @property
    def game(self) -> Game:
        """What is played."""

    def plant(self, state: State) -> None:
        """Make a state the root; what is known below it is kept."""

    def run(self, passes: int, most: int) -> bool:
        """Go on for a while, at most to `most` simulations in all; return whether it may go on."""

    def rest(self) -> None:
        """Give up what is under way."""

    def fade(self, decay: float) -> None:
        """Believe less of what playouts have learnt."""

    @property
    def finished(self) -> int:
        """How many simulations were done since the beginning."""

    @property
    def playouts(self) -> int:
        """How many matches were played to their end."""

    @property
    def steps(self) -> int:
        """How many moves all those matches had, counted from the root."""

    def outlook(self, role: Role) -> Outlook:
        """Return what the tree says of its root."""

    def line(self, role: Role, move: Move) -> list[Joint]:
        """Return a move of the root, and what is expected after it."""

    def ending(self) -> list[Joint] | None:
        """Return a line from a proven root to an end that gives every role its value."""


def grow(
    tree: Grown,
    options: Mcts,
    role: Role,
    state: State,
    clock: Clock,
    watch: Watch | None,
) -> Iterator[Result]:
    """Yield results while the tree grows, until time is up or the root is proved."""
    tree.plant(state)
    if tree.finished:
        tree.fade(options.decay)
    begun, played = tree.finished, tree.playouts
    most = 1 << 62
    if clock.limits.nodes is not None:
        most = begun + clock.limits.nodes - clock.count.nodes
    elif clock.limits.seconds is None:
        most = begun + options.simulations
    passes, told, going_on = 1, FIRST_REPORT, True
    slice_ = SLICE if options.threads == 1 else SLICE_TOGETHER
    before: Result | None = None
    try:
        while going_on:
            went = time.perf_counter()
            going_on = tree.run(passes, most)
            now = time.perf_counter()
            passes = max(1, min(1 << 16, int(passes * min(4.0, slice_ / max(now - went, 1e-5)))))
            clock.count.leaves += tree.playouts - played
            done = tree.finished - begun
            begun, played = tree.finished, tree.playouts
            if not going_on or (done and clock.seconds >= told):
                found = answer(tree, role, state, options)
                told = clock.seconds + REPORT
                if is_news(found, before):
                    yield found
                before = found
            if going_on:
                clock.tick(done)
            else:
                clock.count.nodes += done
    except OutOfTimeError:
        found = answer(tree, role, state, options)
        if is_news(found, before):
            yield found
        raise
    finally:
        tree.rest()
        if watch is not None and isinstance(tree, Readable):
            tree.draw(watch, clock, role)


def is_news(found: Result, before: Result | None) -> bool:
    """Whether a result is to be told after another: also if only more is known of the moves."""
    if before is None or found != before:
        return found.searched
    return found.searched and found.prospects != before.prospects


def line_after(tree: Grown, role: Role, move: Move) -> tuple[Joint, ...]:
    """Return a move and what is expected after it."""
    return tuple(tree.line(role, move))


def comes_to_an_end(game: Game, state: State, line: tuple[Joint, ...]) -> bool:
    """Whether the match is over after a line."""
    for joint in line:
        state = game.next(state, joint)
    return game.terminal(state)


def answer(tree: Grown, role: Role, state: State, options: Mcts) -> Result:
    """Return the result that a tree stands for."""
    outlook = tree.outlook(role)
    low = max(one.low for one in outlook.options)
    sure = [one for one in outlook.options if one.low >= low]
    # Where roles choose at once, a move that is proved to be worth less may still promise more.
    best = robust(sure if outlook.settled else outlook.options, low)
    if outlook.mixture is not None and not outlook.settled:
        generator = Random(f"{options.seed} {sum(one.visits for one in outlook.options)}")
        (best,) = generator.choices(outlook.options, outlook.mixture)
    move, line = best.move, line_after(tree, role, best.move)
    if outlook.settled and not comes_to_an_end(tree.game, state, line):
        line = tuple(tree.ending() or line)
        move = line[0][role] if line else move
    prospects = tuple(
        Prospect(
            one.move,
            one.mean,
            one.visits,
            expected=partial(line_after, tree, role, one.move),
        )
        for one in outlook.options
    )
    searched = outlook.settled or outlook.visits > 0
    found = Result(move, outlook.values, line, len(line), prospects=prospects, searched=searched)
    if not outlook.settled:
        return found
    if outlook.constant:
        return vouched(found, tree.game, state, SUM_OF_ALL)
    return replace(found, proof=by_search())
