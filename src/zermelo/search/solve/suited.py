"""Which games can be solved, and what to do with the others."""

from zermelo.errors import UnsuitedError
from zermelo.game.game import Game
from zermelo.rules.information import RANDOM
from zermelo.search.suitability import suiting


def require_duel(game: Game) -> None:
    """Raise UnsuitedError for a game of chance, or of three or more roles."""
    if RANDOM in map(str.lower, game.roles):
        raise UnsuitedError(
            f"{game.name} has chance (the role {RANDOM}), so that no line of play is certain; "
            + instead(game)
        )
    if len(game.roles) > 2:
        raise UnsuitedError(
            f"{game.name} has {len(game.roles)} roles: only games of one or two roles have a "
            f"value that can be proved; {instead(game)}"
        )


def simultaneous(game: Game) -> UnsuitedError:
    """Return the error for a game in which two roles have a choice at once."""
    names = " and ".join(game.roles)
    return UnsuitedError(
        f"{game.name} has simultaneous moves: {names} choose at once, so that best play may be "
        f"mixed; {instead(game)}"
    )


def stuck(game: Game) -> UnsuitedError:
    """Return the error for a game in which a role has no move before the end."""
    return UnsuitedError(
        f"{game.name} cannot be solved: a role has no legal move before the end "
        "(zermelo check --play finds where)"
    )


def uneven(game: Game, one: float, other: float) -> UnsuitedError:
    """Return the error for a game whose ends share out different sums."""
    return UnsuitedError(
        f"{game.name} is not constant-sum: its ends share out {one:g} and {other:g}, so that what "
        f"is good for one role need not be bad for the other; {instead(game)}"
    )


def instead(game: Game) -> str:
    """Return which searches can play a game that cannot be solved."""
    return f"{game.name} suits {', '.join(suiting(game))}"
