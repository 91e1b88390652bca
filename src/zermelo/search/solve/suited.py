"""Which games can be solved, and what to do with the others."""

from zermelo.errors import UnsuitedError
from zermelo.position.game import Game, Trait
from zermelo.rules.information import RANDOM
from zermelo.search.catalogue import searches


def require_duel(game: Game) -> None:
    """Raise UnsuitedError for a game of chance, or of three or more roles."""
    if RANDOM in map(str.lower, game.roles):
        raise UnsuitedError(
            f"{game.name} has chance (the role {RANDOM}), so that no line of play is certain; "
            + instead()
        )
    if len(game.roles) > 2:
        raise UnsuitedError(
            f"{game.name} has {len(game.roles)} roles: only games of one or two roles have a "
            f"value that can be proved; {instead()}"
        )


def simultaneous(game: Game) -> UnsuitedError:
    """Return the error for a game in which two roles have a choice at once."""
    names = " and ".join(game.roles)
    return UnsuitedError(
        f"{game.name} has simultaneous moves: {names} choose at once, so that best play may be "
        f"mixed; {instead()}"
    )


def instead() -> str:
    """Return which searches ask for neither turns nor a constant sum."""
    duels = Trait.TURNS | Trait.CONSTANT_SUM | Trait.TWO_ROLES | Trait.ONE_ROLE
    names = [name for name, search in searches().items() if not search.needs & duels]
    return f"searches that can play it: {', '.join(names)}"
