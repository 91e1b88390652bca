"""What two roles share out at every end that can be reached from a position, where it is proved."""

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.trait_claims import trait_claims
from zermelo.rules.information import RANDOM


def proved_total(game: CompiledGame, state: State | None = None) -> int | None:
    """Return what two roles share out at every end after a position; None if that is not proved.

    It takes about half a second the first time that it is asked of a game; other positions of the
    same game (None: the initial one) are then checked at once. A position need not be reachable:
    the answer is None where it breaks an invariant that the proof rests on.
    """
    if len(game.roles) != 2 or RANDOM in map(str.lower, game.roles):
        return None
    claims = trait_claims(game)
    start = game.initial if state is None else state
    return claims.total if claims.holds_from(game, "constant_sum", start) else None
