"""What the roles of a game get together at every end, where that is proved to be the same."""

from weakref import WeakKeyDictionary

from zermelo.logic.invariants import invariants
from zermelo.logic.sample import sample
from zermelo.logic.traits import prove_traits, shared_out
from zermelo.position.circuit_game import CircuitGame
from zermelo.rules.information import RANDOM

SECONDS = 5.0
"""For invariants, and again for the proof."""

_totals: WeakKeyDictionary[CircuitGame, int | None] = WeakKeyDictionary()


def proved_total(game: CircuitGame, *, seconds: float = SECONDS) -> int | None:
    """Return what two roles share out at every end; None if that is not proved.

    It takes a second or two, the first time that it is asked of a game.
    """
    if len(game.roles) != 2 or RANDOM in map(str.lower, game.roles) or game.program is None:
        return None
    if game not in _totals:
        seen = sample(game)
        known = invariants(game, game.program, seconds=seconds, seen=seen)
        proofs = prove_traits(game, game.program, known.counts, seen, seconds=seconds)
        proof = proofs.get("constant_sum")
        _totals[game] = shared_out(game, [0, 1]) if proof and proof.proved else None
    return _totals[game]
