"""Games -> preferences: ordered examples, bodies, the shortest hypothesis, the best of equals."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

import numpy as np

from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.learn.limit import LearningTimeError, Limit
from zermelo.learn.preferences.bodies import bodies
from zermelo.learn.preferences.derive import derived
from zermelo.learn.preferences.examples import ChoiceState, Reach, choices
from zermelo.learn.preferences.language import Language
from zermelo.learn.preferences.las import las_text, run_ilasp
from zermelo.learn.preferences.names import readable
from zermelo.learn.preferences.noisy import Climb
from zermelo.learn.preferences.problem import LearningProblem, PreferenceSample, problem, sample
from zermelo.learn.preferences.shortest import MOST_CELLS, Hypothesis, Shortest
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import call
from zermelo.strategies.preferences.constraint import Constraint, ConstraintBody, Preferences
from zermelo.strategies.preferences.facts import vocabulary
from zermelo.strategies.preferences.file import spelled

BODIES = 20_000
LONGEST_SOLVING = 3600.0
"""Seconds that clingo may look for hypotheses if there is no limit."""
EQUALS = 100
"""Hypotheses of the same length that are compared by how they play."""
HELD_OUT = 200
"""Choices outside the examples that they are compared in."""
MEMBERS = 12
"""Bodies that tell the same of all examples, and are tried in each other's place."""

Solver = Literal["groups", "clingo", "ilasp"]
"""Who looks for hypotheses: `shortest.py`, clingo (`choose.py`), or ILASP if it is installed."""


@dataclass(frozen=True, slots=True)
class HypothesisLimits:
    """What a hypothesis may be like, and how long may be looked for it."""

    length: int = 2  # literals of a body
    longest: int = 12  # literals of a hypothesis
    penalty: int = 1  # literals that an unsatisfied ordering costs; 0: all must be satisfied
    seconds: float | None = None  # None: as many steps as are allowed
    cells: int = MOST_CELLS  # of tables that are compared, to find the shortest hypothesis
    solver: Solver = "groups"


@dataclass(frozen=True, slots=True)
class LearnedPreferences:
    """Preferences, and how good they are."""

    preferences: Preferences
    language: Language
    examples: tuple[ChoiceState, ...]
    orderings: int
    satisfied: int
    shortest: bool  # no shorter hypothesis of the language satisfies all orderings
    strength: float  # part of the value at stake that is kept in states outside the examples
    seconds: float
    cut: bool = False  # by the limit of time: with more of it, the preferences may be better

    def text(self, game: str) -> str:
        """Return the file of preferences, with how good they are as comments."""
        kind = "no shorter ones do" if self.shortest else "shorter ones may"
        notes = (
            f"length {self.preferences.length}; {self.satisfied} of {self.orderings} orderings "
            f"satisfied, {kind}",
            f"strength {self.strength:.3f} in other states",
        )
        return spelled(self.preferences, game, notes)


def learn_preferences(
    game: CompiledGame,
    starts: Sequence[State],
    *,
    role: Role | None = None,
    reach: Reach = "line",
    language: Language | None = None,
    bounds: HypothesisLimits | None = None,
) -> LearnedPreferences:
    """Return the shortest weak constraints that order the moves of all examples as they are worth.

    Of equally short ones, those that play best in other states that can come about. If none
    satisfy all examples, and unsatisfied ones have a penalty, some that satisfy most.

    Args:
        game: one that can be solved from the starts.
        starts: where examples are looked for.
        role: the role that plays well in the examples; the first to move, if not given.
        reach: how far: see `examples.choices`.
        language: what constraints may say; derived from the game, if not given.
        bounds: of the hypothesis, and of the time.

    Raises:
        UnsuitedError: the game cannot be solved, or there is nothing to prefer.
        LimitError: no hypothesis was found, or there was no time to solve the game.
        UsageError: ILASP is asked for, and not installed.
    """
    bounds = bounds or HypothesisLimits()
    limit, cut = Limit(bounds.seconds), False
    words = vocabulary(game, language.background if language else ())
    language = language or derived(words)
    try:
        examples = choices(game, starts, reach, role, check=limit.check)
        seen = sample(words, examples)
        rest = held_out(game, starts, examples, limit.check)
    except LearningTimeError:
        raise LimitError(
            f"{bounds.seconds:g} s were not enough to solve {game.name}; give more --seconds, or "
            "start later in a match"
        ) from None
    others = sample(words, rest) if rest else seen
    if bounds.solver == "ilasp":
        task = las_text(words, language, examples, bounds.penalty)
        best, exact = run_ilasp(task, length=bounds.length, seconds=bounds.seconds), False
    else:
        best, exact, cut = found_here(game, seen, others, language, bounds, limit)
    return LearnedPreferences(
        replace(best, background=language.background),
        language,
        examples,
        len(seen.pairs),
        seen.satisfied(best),
        exact,
        others.strength(best, {}),
        limit.seconds,
        cut,
    )


def found_here(
    game: CompiledGame,
    seen: PreferenceSample,
    others: PreferenceSample,
    language: Language,
    bounds: HypothesisLimits,
    limit: Limit,
) -> tuple[Preferences, bool, bool]:
    """Return the best of the shortest hypotheses.

    The second part tells whether they satisfy all and are shortest, the third whether a lack of
    time is the reason that something was not looked at.
    """
    begin = time.monotonic()
    half = (limit.end - begin) / 2
    candidates = [*bodies(language, seen.tables, length=bounds.length, most=BODIES, seconds=half)]
    late = time.monotonic() >= begin + half
    every = len(candidates) < BODIES and not late
    task = problem(seen, candidates, turned=len(language.weights) > 1)
    if not len(task.lengths):
        raise UnsuitedError(
            f"{game.name}: nothing that the language can say tells better moves from worse ones; "
            "give other mode declarations, or longer bodies"
        )
    hypotheses, exact, cut = hypotheses_of(task, language, bounds, limit.end)
    best = readable(Judge(task, others).best(hypotheses), language)
    return best, exact and every, late or cut


def hypotheses_of(
    task: LearningProblem, language: Language, bounds: HypothesisLimits, deadline: float
) -> tuple[list[Hypothesis], bool, bool]:
    """Return the shortest hypotheses that satisfy all rows; else one that satisfies most.

    The second part tells which it is, the third whether only time was lacking.
    """
    if bounds.solver == "clingo":
        found, exact = asked(task, language, bounds, deadline)
        return found, exact, not exact and time.monotonic() >= deadline
    now = time.monotonic()
    limit = now + (deadline - now) * (0.5 if bounds.penalty else 1.0)
    signs, levels = language.weights, language.levels
    shortest = Shortest(task.gains, task.lengths, signs, levels, EQUALS, limit, bounds.cells)
    found, sure = shortest.search(bounds.longest)
    if found:
        return found, True, False
    late = time.monotonic() >= limit
    if not bounds.penalty:
        raise nothing_found(task, f"of up to {sure} literals ")
    costs = bounds.penalty * task.sizes
    climb = Climb(task.gains, task.lengths, costs, signs, levels, bounds.longest, deadline)
    hypothesis = climb.search()
    if not hypothesis and time.monotonic() >= deadline:
        raise nothing_found(task, "found in time ")
    if not hypothesis:
        raise LimitError(
            f"no constraint puts right as much as its length costs at a penalty of "
            f"{bounds.penalty}; give a greater one"
        )
    return [hypothesis], False, late


def asked(
    task: LearningProblem, language: Language, bounds: HypothesisLimits, deadline: float
) -> tuple[list[Hypothesis], bool]:
    """Return the same from clingo, which finds the least cost with penalties too."""
    seconds = min(LONGEST_SOLVING, max(0.1, deadline - time.monotonic()))
    message = {
        "gains": task.gains.astype(np.int64),
        "columns": len(task.lengths),
        "lengths": task.lengths.tolist(),
        "penalties": (bounds.penalty * task.sizes).tolist(),
        "weights": list(language.weights),
        "levels": language.levels,
        "seconds": seconds,
        "many": EQUALS,
    }
    function = "zermelo.learn.preferences.choose:choose"
    answer = call(function, message, Allowance(seconds + 5))
    found = [tuple((one, by, at) for one, by, at in uses) for uses in answer["hypotheses"]]
    if not found:
        raise nothing_found(task, "" if answer["complete"] else "found in time ")
    return found, bool(answer["complete"] and task.satisfied(found[0]).all())


def nothing_found(task: LearningProblem, which: str) -> LimitError:
    """Return the error for orderings that no hypothesis was found for."""
    return LimitError(
        f"no hypothesis {which}satisfies all {task.sizes.sum()} orderings; allow longer ones, "
        "longer bodies or more time, or give a penalty for unsatisfied orderings"
    )


def held_out(
    game: CompiledGame,
    starts: Sequence[State],
    examples: Iterable[ChoiceState],
    check: Callable[[], None] | None = None,
) -> list[ChoiceState]:
    """Return choices that can come about and are no examples, some of them if there are many."""
    seen = {choice.state for choice in examples}
    every = choices(game, starts, "all", check=check)
    others = [choice for choice in every if choice.state not in seen]
    return others if len(others) <= HELD_OUT else Random(0).sample(others, HELD_OUT)


class Judge:
    """Compares preferences by how they play in other states."""

    def __init__(self, task: LearningProblem, others: PreferenceSample) -> None:
        """Know nothing of any body yet."""
        self.task, self.others = task, others
        self.known: dict[ConstraintBody, np.ndarray[tuple[int], np.dtype[np.int64]]] = {}

    def strength(self, preferences: Preferences) -> float:
        """Return how much of the worth at stake is kept."""
        return self.others.strength(preferences, self.known)

    def best(self, hypotheses: Sequence[Hypothesis]) -> Preferences:
        """Return the hypothesis that plays best, then with the best body for each column."""
        alike = [self.task.preferences(one) for one in hypotheses]
        chosen = max(range(len(alike)), key=lambda index: self.strength(alike[index]))
        best, strength = alike[chosen], self.strength(alike[chosen])
        for column, weight, level in hypotheses[chosen]:
            first, first_sign = self.task.members[column][0]
            old = Constraint(first, first_sign * weight, level)
            for body, sign in self.task.members[column][1:MEMBERS]:
                new = Constraint(body, sign * weight, level)
                other = Preferences(tuple(new if one == old else one for one in best.constraints))
                if self.strength(other) > strength:
                    best, strength, old = other, self.strength(other), new
        return best
