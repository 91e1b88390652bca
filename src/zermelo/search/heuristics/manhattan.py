"""Manhattan distance: how many columns and rows every piece is away from its place.

For puzzles whose target says where pieces must be, by fluents with two numbers and a name, such as
`(cell 3 1 7)`. That no move brings two pieces nearer, or one by more than a step, is not believed
but proved from the rules; where it cannot be, the distance is a guess.
"""

from functools import lru_cache

from zermelo.errors import UsageError
from zermelo.game.game import State
from zermelo.proofs.patterns import Patterns
from zermelo.search.heuristics.pattern import compiled, needed
from zermelo.search.puzzle.additive import Additive, CostTable, disjoint
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import Puzzle
from zermelo.search.puzzle.variables import Variables, variables_of

Place = tuple[int, int]
Piece = tuple[str, tuple[str | None, ...]]
"""What a fluent says besides two numbers."""


def manhattan(puzzle: Puzzle, target: float, start: State) -> Heuristic:
    """Return the sum of the distances of all pieces from where the target wants them.

    Raises:
        UsageError: the target names no places.
    """
    game = compiled(puzzle, "manhattan")
    return of_variables(variables_of(game, start), target)


@lru_cache(maxsize=8)
def of_variables(variables: Variables, target: float) -> Heuristic:
    """Return the sum of distances; kept, as most searches of a game ask for the same."""
    game = variables.game
    patterns = Patterns(game.lexicon.fluent_terms)
    places = [placed(*part) for part in patterns.parts]
    homes: dict[Piece, Place] = {}
    for fluent, wanted in needed(variables, target).items():
        found = places[fluent]
        if wanted and found is not None:
            homes[found[0]] = found[1]
    tables = {
        piece: CostTable(
            {
                f: away(found[1], home)
                for f, found in enumerate(places)
                if found and found[0] == piece
            }
        )
        for piece, home in homes.items()
    }
    if not tables:
        raise UsageError(
            f"the heuristic manhattan wants a target with places such as (cell 1 2 7), and "
            f"{game.name} has none; take heuristic=pattern"
        )
    proved = all(is_step_by_step(variables, table) for table in tables.values())
    kept = disjoint(variables, list(tables.values())) if proved else []
    admissible = proved and len(kept) == len(tables)
    why = "no move brings two pieces nearer, or one by more than a step"
    if not admissible:
        why = "a move may bring two pieces nearer, or one by more than a step"
    estimate = Additive.of(tables.values(), game.dimensions.fluents)
    return Heuristic("manhattan", estimate, admissible, why, variables)


def placed(name: str, args: tuple[str, ...]) -> tuple[Piece, Place] | None:
    """Return what a fluent has in which place; None unless it has exactly two numbers first."""
    if len(args) < 3 or not (args[0].isdecimal() and args[1].isdecimal()):
        return None
    return (name, (None, None, *args[2:])), (int(args[0]), int(args[1]))


def away(one: Place, other: Place) -> int:
    """Return the distance of two places."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def is_step_by_step(variables: Variables, table: CostTable) -> bool:
    """Whether a piece is proved to be in one place, and to come no more than a step nearer."""
    variable = tuple(sorted(table.fluents))
    if variable not in variables.outcomes:
        return False
    changes = variables.changes(variable)
    return all(table.costs[before] - table.costs[after] <= 1 for before, after in changes)
