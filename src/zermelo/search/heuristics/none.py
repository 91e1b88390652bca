"""No heuristic: there may always be no move left."""

from zermelo.game.game import State
from zermelo.search.puzzle.additive import Additive
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import Puzzle

WHY = "it says 0 everywhere"


def nothing(state: State) -> float:
    """Return 0."""
    return 0


NOTHING = Heuristic("none", nothing, admissible=True, why=WHY)


def none(puzzle: Puzzle, target: float, start: State) -> Heuristic:
    """Return the heuristic that knows nothing, and so is never wrong."""
    if (compiled := puzzle.game.compiled) is None:
        return NOTHING
    # As a sum without parts, which kernels understand.
    zeros = (0,) * compiled.dimensions.fluents
    return Heuristic("none", Additive(0, zeros), admissible=True, why=WHY)
