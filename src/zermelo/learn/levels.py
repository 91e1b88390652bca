"""The goals of each role: those that it can have at all, and those that it has in a state."""

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State


def levels_of(game: CompiledGame, total: int | None = None) -> list[list[int]]:
    """Return the goals that the rules name for each role, in ascending order.

    Where two roles share out a total at every end, a goal counts only if the other role can have
    the rest: another one is written in the rules, but never reached.
    """
    dimensions = game.dimensions
    pairs = list(zip(dimensions.goal_roles.tolist(), dimensions.goal_values.tolist(), strict=True))
    found = [
        sorted({int(value) for owner, value in pairs if owner == role})
        for role in range(len(game.roles))
    ]
    if total is None:
        return found
    first, second = found
    return [
        [value for value in first if total - value in second],
        [value for value in second if total - value in first],
    ]


def goals_in(game: CompiledGame, state: State, role: int) -> list[int]:
    """Return all goals that a role has in a state: one, if the rules are as they should be."""
    dimensions = game.dimensions
    held = game.engine.view(game.row(state)[None]).goals[0]
    return sorted(
        {int(value) for value in dimensions.goal_values[held & (dimensions.goal_roles == role)]}
    )
