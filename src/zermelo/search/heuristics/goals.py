"""Goal count: how many of the fluents that the target needs are not yet as it needs them.

A move that sets two of them right at once would be counted twice; only where the rules are proved
to have no such move is the count no guess.
"""

from functools import lru_cache
from itertools import combinations

from zermelo.errors import UsageError
from zermelo.game.game import State
from zermelo.search.heuristics.pattern import compiled, needed
from zermelo.search.puzzle.additive import Additive, CostTable, both_fall
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import Puzzle
from zermelo.search.puzzle.variables import Variables, variables_of


def goals(puzzle: Puzzle, target: float, start: State) -> Heuristic:
    """Return the number of fluents that have to change.

    Raises:
        UsageError: the target needs no fluent in particular.
    """
    game = compiled(puzzle, "goals")
    return of_variables(variables_of(game, start), target)


@lru_cache(maxsize=8)
def of_variables(variables: Variables, target: float) -> Heuristic:
    """Return the count; kept, as most searches of a game ask for the same."""
    game = variables.game
    tables = [
        CostTable({fluent: 0 if wanted else 1, None: 1 if wanted else 0})
        for fluent, wanted in sorted(needed(variables, target).items())
    ]
    if not tables:
        raise UsageError(
            f"the heuristic goals wants a target that needs certain fluents, and {game.name} has "
            "none; take heuristic=pattern"
        )
    twice = any(both_fall(variables, *pair) for pair in combinations(tables, 2))
    why = f"a move may set two of {len(tables)} right" if twice else "a move sets one right"
    estimate = Additive.of(tables, game.dimensions.fluents)
    return Heuristic("goals", estimate, admissible=not twice, why=why, variables=variables)
