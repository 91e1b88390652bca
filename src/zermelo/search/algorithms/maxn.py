"""Max^n: every role takes what is best for itself (Luckhardt and Irani, 1986).

A state has a worth for every role, and whoever moves takes the child with the most for itself. For
two roles that share out a constant sum this is minimax. For more, moves that are equal to their
mover may differ for the others, so that a rule for ties is part of the question. What cannot matter
is left out by shallow (Korf, 1991), last-branch or speculative pruning (Sturtevant, 2003), for any
number of roles and any order of turns, with the very same vector; that needs a bound on the sum of
what the roles get, which is proved, and the leftmost rule for ties.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import inf
from typing import ClassVar, Literal

from zermelo.errors import UnsuitedError, UsageError
from zermelo.evaluate.base import Evaluator
from zermelo.game.game import Game, Role, State, Trait
from zermelo.game.proof import by_search
from zermelo.game.proof import exact as as_written
from zermelo.game.tree_game import TreeGame
from zermelo.search.base import Clock, Prospect, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.many.bounds import VectorBounds, bounds_of, require_kept, shared, unit_of
from zermelo.search.many.default_evaluator import EVALUATOR, evaluator_for
from zermelo.search.many.exact import Number, decimals, goal_number
from zermelo.search.many.node import Pruning
from zermelo.search.many.order import VectorOrder
from zermelo.search.many.plain import Answer, PlainMaxn
from zermelo.search.many.pruned import PrunedMaxn
from zermelo.search.many.table import VectorTable, table_for
from zermelo.search.many.ties import TIES, Ties, ties_of
from zermelo.search.many.vector_game import VectorGame, vector_game_of
from zermelo.search.many.watching import Telling
from zermelo.search.parts.root import (
    deep_calls,
    deepest,
    depth_limit,
    ended,
    exact_prospects,
    first_move,
    unsearched,
)


@dataclass(frozen=True, slots=True)
class Maxn:
    """Every role for itself: a vector of worths for any number of roles."""

    needs: ClassVar[Trait] = Trait.TURNS | Trait.DETERMINISTIC | Trait.PERFECT
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    evaluator: Evaluator | None = option(None, EVALUATOR)
    ties: str = option("leftmost", TIES)
    pruning: Pruning = option("none", "what is left out, by a proved bound on the sum of goals")
    granularity: float | None = option(
        None, "worths are multiples of this, so that pruning can leave out more"
    )
    rescale: bool | None = option(
        None, "bring guesses to the greatest sum of goals; none: where something is pruned"
    )
    order: Literal["moves", "guess"] = option(
        "moves", "of equal moves the first: as the rules have them, or by what is guessed"
    )
    deepening: bool | None = option(
        None, "look 1, 2, 3 and so on moves ahead; none: where time or nodes are limited"
    )
    table: bool = option(True, "remember states that were searched before")

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        if self.pruning != "none" and self.ties != "leftmost":
            raise UsageError(
                f"maxn:pruning={self.pruning} needs ties=leftmost, not {self.ties}: "
                "a move that is left out may be equal to the best, and the tie would be missed"
            )
        if self.pruning != "none" and self.rescale is False:
            raise UsageError(
                f"maxn:pruning={self.pruning} needs guesses of a known sum: leave rescale away"
            )
        if self.granularity is not None and not 0 < self.granularity < inf:
            raise UsageError(
                f"maxn:granularity takes a number above 0 that divides all goals, or none, "
                f"not {self.granularity:g}"
            )
        if self.granularity is not None and not self.bounded:
            raise UsageError(
                "maxn:granularity says what pruning may count on, and pruning is none; "
                "pruning=speculative would do"
            )

    @property
    def bounded(self) -> bool:
        """Whether bounds on the goals are needed."""
        return self.pruning != "none" or bool(self.rescale)

    @property
    def step(self) -> Number:
        """What all goals are multiples of, as it was written; 0 if nothing is known."""
        return 0 if self.granularity is None else goal_number(self.granularity)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match.

        Raises:
            UsageError: the tie rule names no role.
            UnsuitedError: something should be pruned, but no bound on the sum of goals is proved.
        """
        ties = ties_of(self.ties, game.roles, role)
        bounds = None
        if self.bounded:
            bounds = bounds_of(game)
            check_granularity(game, self.granularity)
        share = None
        if bounds is not None:
            share = partial(shared, bounds, unit=unit_of(bounds, self.step))
        vector_game = vector_game_of(game, evaluator_for(game, self.evaluator), share)
        table = table_for(clock) if self.table else None
        return partial(think, MaxnMatch(self, vector_game, ties, bounds, table, role, watch))


@dataclass(frozen=True, slots=True)
class MaxnMatch:
    """What is kept for a match."""

    options: Maxn
    vector_game: VectorGame
    ties: Ties
    bounds: VectorBounds | None
    table: VectorTable | None
    role: Role
    watch: Watch | None

    def value(self, state: State, depth: int | None, order: VectorOrder, trail: Telling) -> Answer:
        """Return what a state is worth to a depth, the line, and whether that is no guess."""
        pruning = self.options.pruning
        if self.bounds is None or pruning == "none":
            plain = PlainMaxn(self.vector_game, trail, self.ties, order, self.table)
            return plain.value(state, depth)
        step = self.options.step
        search = PrunedMaxn(
            self.vector_game, trail, self.bounds, pruning, order, step, self.table, self.ties
        )
        answer = search.value(state, depth)
        assert answer.values is not None, "nobody is above the root"
        return answer.values, answer.line, answer.proven

    def trail(self, clock: Clock) -> Telling:
        """Return a trail of its own for every pass."""
        return Telling(clock, self.watch, role=self.role)

    def prospects(self, state: State, trail: Telling) -> tuple[Prospect, ...]:
        """Return what the role's moves came to, where all of them were looked at."""
        if len(self.vector_game.game.legal(state, self.role)) < 2:
            return ()
        return exact_prospects(self.role, trail.roots)


def think(bench: MaxnMatch, state: State, clock: Clock) -> Iterator[Result]:
    """Yield any legal move, then the best: of every depth, where it looks deeper and deeper."""
    game, role = bench.vector_game.game, bench.role
    over = ended(game, state)
    if over is not None:
        yield over
        return
    if bench.bounds is not None:
        require_kept(game, state)
    yield unsearched(game, role, state, decimals(bench.vector_game.guessed(state)))
    limits = clock.limits
    deepening = bench.options.deepening
    if deepening is None:
        deepening = limits.seconds is not None or limits.nodes is not None
    order = VectorOrder(guess=bench.options.order == "guess")
    if not deepening:
        limit = depth_limit(game, bench.options.depth, clock)
        with deep_calls(game, limit):
            trail = bench.trail(clock)
            values, line, proven = bench.value(state, limit, order, trail)
        move = line[0][role] if line else first_move(game, role, state)
        reached = len(line) if limit is None else limit
        every = bench.prospects(state, trail)
        proof = by_search() if proven else None
        yield Result(move, decimals(values), line, reached, proof, prospects=every)
        return
    limit = deepest(game, state, bench.options.depth, clock)
    for depth in count(1) if limit is None else range(1, limit + 1):
        with deep_calls(game, depth):
            trail = bench.trail(clock)
            values, line, proven = bench.value(state, depth, order, trail)
        every = bench.prospects(state, trail)
        proof = by_search() if proven else None
        yield Result(line[0][role], decimals(values), line, depth, proof, prospects=every)
        if proven:
            return


def check_granularity(game: Game, granularity: float | None) -> None:
    """Raise UnsuitedError if a goal is no multiple of the granularity."""
    if granularity is None:
        return
    goals: set[float] = set()
    if isinstance(game, TreeGame):
        leaves = (node.values for node in game.nodes if not node.children and node.values)
        goals = {value for values in leaves for value in values}
    elif (compiled := game.compiled) and compiled.program is not None:
        goals = {float(value) for own in compiled.program.goals for value, _ in own}
    for goal in sorted(goals):
        if as_written(goal) % as_written(granularity):
            raise UnsuitedError(
                f"{game.name}: a goal of {goal:g} is no multiple of the granularity "
                f"{granularity:g}; give one that divides all goals, or none"
            )
