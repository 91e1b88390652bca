"""Fuzzy distance: how far the target is from being true, in fuzzy logic.

What the evaluator `fuzzy` says of a state is the degree to which its goals are true. The distance
is what is left to full truth, in per cent of what is left at the start: one per cent is taken for
a move. That is a guess, so that ways found by it need not be shortest.
"""

from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.game.game import State
from zermelo.search.heuristics.pattern import compiled
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import HIGHEST_GOAL, PLAYER, Puzzle


def fuzzy(puzzle: Puzzle, target: float, start: State) -> Heuristic:
    """Return the distance from full truth."""
    guess = Fuzzy().start(compiled(puzzle, "fuzzy"))
    whole = HIGHEST_GOAL - guess(start)[PLAYER] or 1.0

    def distance(state: State) -> float:
        return max(0.0, 100 * (HIGHEST_GOAL - guess(state)[PLAYER]) / whole)

    return Heuristic("fuzzy", distance, admissible=False, why="a degree of truth is no distance")
