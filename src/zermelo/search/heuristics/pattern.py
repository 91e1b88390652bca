"""Patterns of one variable: how often a tile, disk or box must change, whatever the others do.

For each variable that the rules are proved to have, distances in the puzzle that only knows this
variable, found backwards from the values that the target allows. Fluents that the target needs and
that belong to no variable are variables of their own. Tables are added where that is proved to be
right. For sliding puzzles this finds Manhattan distance by itself.
"""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache

from zermelo.engine.rails import Cases, Rails
from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.search.puzzle.additive import Additive, CostTable, disjoint, helping
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import Puzzle
from zermelo.search.puzzle.tables import NO_WAY
from zermelo.search.puzzle.variables import Variable, Variables, variables_of


def pattern(puzzle: Puzzle, target: float, start: State) -> Heuristic:
    """Return the sum of tables of single variables."""
    game = compiled(puzzle, "pattern")
    return of_variables(variables_of(game, start), target)


@lru_cache(maxsize=8)
def of_variables(variables: Variables, target: float) -> Heuristic:
    """Return the sum of tables; kept, as most searches of a game ask for the same."""
    game = variables.game
    tables = disjoint(variables, list(useful(variables, target)))
    why = f"{len(tables)} tables of one variable each, no two of which fall by one move"
    estimate = Additive.of(tables, game.dimensions.fluents)
    return Heuristic("pattern", estimate, admissible=True, why=why, variables=variables)


def compiled(puzzle: Puzzle, name: str) -> CompiledGame:
    """Return the game of a puzzle; UsageError if its rules were not compiled."""
    if (game := puzzle.game.compiled) is None:
        raise UsageError(
            f"the heuristic {name} is made from rules, and {puzzle.game.name} has none: "
            "take heuristic=none"
        )
    return game


def useful(variables: Variables, target: float) -> Iterator[CostTable]:
    """Yield a table for each variable that says anything."""
    for variable in variables.proved:
        table = CostTable(distances(variables, variable, target))
        if any(table.costs.values()):
            yield table
    in_variables = {fluent for variable in variables.proved for fluent in variable}
    for fluent, wanted in sorted(needed(variables, target).items()):
        if fluent not in in_variables:
            yield CostTable({fluent: 0 if wanted else 1, None: 1 if wanted else 0})


def distances(variables: Variables, variable: Variable, target: float) -> dict[int | None, int]:
    """Return how many changes each value of a variable is from one that the target allows."""
    before: dict[int, set[int]] = {}
    for value, after in variables.changes(variable):
        before.setdefault(after, set()).add(value)
    allowed = helping(variables, target, variable)
    found = {value: 0 for value, helps in zip(variable, allowed, strict=True) if helps}
    todo = deque(found)
    while todo:
        value = todo.popleft()
        for other in sorted(before.get(value, ())):
            if other not in found:
                found[other] = found[value] + 1
                todo.append(other)
    return {value: found.get(value, NO_WAY) for value in variable}


def needed(variables: Variables, target: float) -> dict[int, bool]:
    """Return the fluents without which the target cannot hold, and those that must not hold."""
    return needed_fluents(variables.rails, variables.game.dimensions.fluents, target)


def needed_fluents(rails: Rails, fluents: int, target: float) -> dict[int, bool]:
    """Return the same by the rails of a game, given how many fluents it has."""
    cases = Cases.unknown(fluents, 2 * fluents)
    for fluent in range(fluents):
        cases.set(fluent, False, 1 << 2 * fluent)
        cases.set(fluent, True, 2 << 2 * fluent)
    reached = rails.reached(rails.view(cases), target)
    found: dict[int, bool] = {}
    for fluent in range(fluents):
        without, with_it = reached >> 2 * fluent & 1, reached >> 2 * fluent & 2
        if bool(without) != bool(with_it):
            found[fluent] = bool(with_it)
    return found
