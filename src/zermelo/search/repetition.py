"""Matches that come back to a position: whether there are any among the first few thousand."""

from zermelo.game.cycles import has_cycle
from zermelo.game.game import Game, State, joints

LOOKED_AT = 2000
"""Positions that are looked at; of larger games nothing is said."""


def comes_back(game: Game, state: State) -> bool:
    """Whether a match from a state is seen to come back to a position it has been in."""
    return has_cycle(
        state, lambda here: (game.next(here, joint) for joint in joints(game, here)), LOOKED_AT
    )
