"""Plans by answer set programming: is there a match that brings a goal within a horizon?

The question is put to a solver with a horizon that grows (`zermelo.proofs.asp.plans`). A "no" for
one move less than a plan has proves that none is shorter. As a "no" may be much harder to come by
than a "yes" for a longer plan, several horizons are tried in turn, each with its part of the time,
the nearer ones with more (after Rintanen, Evaluation strategies for planning as satisfiability,
2004, algorithm B).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.errors import LimitError
from zermelo.game.game import Move, State
from zermelo.process.child import ChildError
from zermelo.process.session import Session
from zermelo.proofs.closed import invariants_from
from zermelo.proofs.invariants import STEPS_FOR_INVARIANTS, invariants
from zermelo.proofs.tables import tables
from zermelo.search.base import Clock
from zermelo.search.plan.progress import Standing

NAME = "plan"
MOST_TIMES = 400
"""Times that are laid at most."""
MOST_RULES = 4_000_000
"""Rules that are laid at most."""
FIRST = 0.25
"""Seconds for the nearest horizon in the first round; each round has twice as many."""
SHARE = 0.6
"""What part of the time of one horizon the next one has."""
FARTHER = 1.5
"""How much farther the next horizon of a round is than the one before."""
GRACE = 20.0
"""Seconds that the child may take beyond what it was allowed, before it is given up."""
SLICE = 1.0
"""Seconds that a question takes at most without a look at the clock."""
LAYING = 1.0
"""Seconds that laying may take before that grace."""
WORTH = 4.0
"""How much longer than the question itself laying the rules for it may take."""
ROUNDS = 24
"""Rounds in which nothing was found out, after which it is given up."""


@dataclass(slots=True)
class Planner:
    """A child with the rules of a game, laid for some times."""

    standing: Standing
    clock: Clock
    session: Session
    horizon: int = 0
    over: bool = False  # whether all matches are over by the horizon
    full: bool = False  # whether no more can be laid
    pace: float = 0.0  # seconds that laying took for the last time

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to a question.

        It is put again and again, for a second each time, so that others can interrupt: the
        solver goes on with what it has learnt.
        """
        self.clock.tick()
        end = self.clock.seconds + seconds
        if self.clock.limits.seconds is not None:
            end = min(end, self.clock.limits.seconds)
        while True:
            part = min(SLICE, max(0.0, end - self.clock.seconds))
            answer = self.session.ask({**message, "seconds": part}, deadline=part + GRACE)
            if answer.get("known", True) or part < SLICE:
                return answer
            self.clock.tick(0)

    def lay(self, horizon: int) -> Iterator[None]:
        """Lay the rules up to a horizon, as far as there is room."""
        while self.horizon < horizon and not self.full and not self.over:
            begin = self.clock.seconds
            answer = self.ask({"lay": 1}, LAYING)
            self.pace = self.clock.seconds - begin
            self.horizon, self.over = answer["horizon"], answer["over"]
            self.full = self.horizon >= MOST_TIMES or answer["size"] >= MOST_RULES
            yield

    def reaching(self, goal: int, within: int, seconds: float) -> bool:
        """Look for a match that brings a goal within some moves; return whether that is settled."""
        within = min(within, self.horizon)
        answer = self.ask({"goal": goal, "within": within}, seconds)
        if "moves" in answer:
            self.standing.found([Move(move) for move in answer["moves"]], NAME)
        elif answer["known"]:
            self.standing.exclude(goal, within, NAME)
            if self.over and within == self.horizon:
                below = [other for other in self.standing.goals if other < goal]
                self.standing.none_above(max(below, default=-1), NAME)
        return bool(answer["known"])

    def horizons(self, goal: int) -> Iterator[int]:
        """Yield horizons to ask for, from the nearest that is not settled, ever farther apart."""
        standing = self.standing
        within = standing.none_within(goal) + 1
        shorter = goal == standing.goal
        farthest = len(standing.moves) - 1 if shorter else self.farthest
        while within <= farthest:
            yield within
            if self.over and within >= self.horizon:
                return
            within = max(within + 1, int(within * FARTHER))

    @property
    def farthest(self) -> int:
        """The last horizon that may be laid."""
        deepest = self.clock.limits.depth
        most = self.horizon if self.full or self.over else MOST_TIMES
        return most if deepest is None else min(most, deepest)

    def progress(self) -> tuple[object, ...]:
        """Return what changes when something was found out."""
        standing = self.standing
        return standing.goal, standing.ceiling, len(standing.moves), dict(standing.excluded)

    def exhausted(self, seconds: float) -> bool:
        """Find out whether no match goes on at the horizon without coming to a state twice."""
        if not self.over:
            answer = self.ask({}, seconds)
            self.over = answer["known"] and "moves" not in answer
        return self.over


def plans(
    standing: Standing,
    clock: Clock,
    *,
    proving: float = 0.0,
    seed: int = 0,
    megabytes: int = 3072,
) -> Iterator[None]:
    """Ask for better and for shorter matches, with growing horizons, until nothing is left to ask.

    Yields between questions, for others to work; what is found is noted in the standing.

    Args:
        standing: what is known, and what is found.
        clock: a question counts as a node.
        proving: effort for proving invariants, which the solver then knows; 1 is the usual one.
        seed: of the solver.
        megabytes: what the child may take.
    """
    game = standing.game
    assert game.program is not None, "there are rules to plan by"
    clock.tick()
    counts = []
    if proving > 0:
        found = invariants(
            game, game.program, steps=int(proving * STEPS_FOR_INVARIANTS), seed=seed
        ).counts
        kept = invariants_from(game.program, standing.state, found)
        counts = [(count.group, count.least, count.most) for count in kept]
        yield
    message = {
        **tables(game.program),
        "state": held(standing.state),
        "counts": counts,
        "seed": seed,
    }
    try:
        with Session("zermelo.proofs.asp.plans:plans", message, megabytes=megabytes) as session:
            yield from asked(Planner(standing, clock, session))
    except (LimitError, ChildError):
        return  # others may still find something


def asked(planner: Planner) -> Iterator[None]:
    """Put questions until all is settled: rounds of several horizons, if need be longer ones.

    Whether the horizon is behind all states is asked when it has doubled, or nothing else is left.
    """
    standing, seconds, tried, check = planner.standing, FIRST, 0, 4
    while not standing.settled:
        before = planner.progress()
        goal = standing.ceiling
        if tried % 2 and (easier := standing.next_goal()) is not None:
            goal = easier
        for number, within in enumerate(planner.horizons(goal)):
            part = max(FIRST, seconds * SHARE**number)
            if (within - planner.horizon) * planner.pace > WORTH * part:
                break
            yield from planner.lay(within)
            if planner.horizon <= standing.none_within(goal) and not planner.over:
                break
            planner.reaching(goal, within, part)
            yield
            if planner.progress() != before:
                break
        else:
            check = planner.horizon
        if planner.horizon >= check and not standing.settled:
            check = max(2 * check, planner.horizon + 1)
            if planner.exhausted(SHARE * seconds):
                planner.reaching(standing.ceiling, planner.horizon, seconds)
            yield
        tried = 0 if planner.progress() != before else tried + 1
        if tried:
            seconds *= 2
        if tried > ROUNDS:
            return


def held(state: State) -> list[int]:
    """Return the numbers of the fluents that hold in a state."""
    return [bit for bit in range(state.bit_length()) if state >> bit & 1]
