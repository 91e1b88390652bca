"""The evaluator that searches of many roles take where none is chosen.

It has to see all roles with the same eyes: what is compared are the worths of different roles.
"""

from zermelo.errors import ZermeloError
from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.game.game import Game

LARGE = 50_000
"""Ground rules from which on the formulas of the goals would take too long to read."""
EVALUATOR = "how to guess the worth of a state; none: fuzzy where the rules allow it, else goal"
"""What the option is about."""


def evaluator_for(game: Game, given: Evaluator | None) -> Evaluator:
    """Return the evaluator that was given; else how nearly goals are true, or the goals so far."""
    if given is not None:
        return given
    compiled = game.compiled
    if compiled is None or compiled.program is None or compiled.sheet is None:
        return Goal()
    if len(compiled.program.heads) >= LARGE:
        return Goal()
    for fuzzy in (Fuzzy(), Fuzzy(unroll=True)):
        try:
            fuzzy.start(game)
        except ZermeloError:  # goals that it cannot read: recursive, or too many instances
            continue
        return fuzzy
    return Goal()
