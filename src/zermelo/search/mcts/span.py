"""What each role can get at all: the bounds of a position of which nothing is known yet."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from zermelo.game.game import Game
from zermelo.game.ground_game import GroundGame
from zermelo.game.proof import exact
from zermelo.game.tree_game import TreeGame
from zermelo.search.endless import endless_values


@dataclass(frozen=True, slots=True)
class GoalSpan:
    """The least and the most that a role can get."""

    low: Fraction
    high: Fraction


def spans(game: Game) -> tuple[GoalSpan, ...]:
    """Return the span of every role, by the goals that are written for it.

    A match that never ends counts as half of what two roles share out, which may lie beyond the
    goals of the ends: spans hold it, too. An end without a goal, or with two, keeps the whole span
    as its bounds, so that nothing that rests on it is ever proved. So no span is a single goal, and
    every span holds 0: that is what statistics count for such an end.
    """
    found = written(game)
    without_end = endless_values(found)
    # Goals of rules are whole numbers, and so are the bounds that kernels begin with.
    low = [Fraction(floor(value)) for value in without_end]
    high = [Fraction(ceil(value)) for value in without_end]
    return tuple(
        GoalSpan(min([Fraction(0), *goals, *low]), max([Fraction(1), *goals, *high]))
        for goals in found
    )


def written(game: Game) -> list[list[Fraction]]:
    """Return the goals of each role that an end can have."""
    roles = range(len(game.roles))
    if isinstance(game, TreeGame):
        values = [node.values for node in game.nodes if node.values is not None]
        return [[exact(value[role]) for value in values] for role in roles]
    if (compiled := game.compiled) is not None:
        dimensions = compiled.dimensions
        pairs = list(
            zip(dimensions.goal_roles.tolist(), dimensions.goal_values.tolist(), strict=True)
        )
        return [[Fraction(value) for owner, value in pairs if owner == role] for role in roles]
    if isinstance(game, GroundGame):
        return [[Fraction(value) for value, _ in goals] for goals in game.program.goals]
    return [[Fraction(100)] for _ in roles]  # GDL's own scale
