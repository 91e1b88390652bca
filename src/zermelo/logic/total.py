"""What two roles share out at every end that can be reached from a position, where it is proved."""

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from zermelo.logic.counts import Count
from zermelo.logic.invariants import invariants
from zermelo.logic.sample import sample
from zermelo.logic.traits import prove_traits, shared_out
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import State
from zermelo.rules.information import RANDOM

SECONDS = 5.0
"""For invariants, and again for the proof."""


@dataclass(frozen=True, slots=True)
class SharedTotal:
    """A total that is shared out at every end after a position that keeps some invariants."""

    total: int
    invariants: tuple[Count, ...]

    def holds_from(self, game: CircuitGame, state: State) -> bool:
        """Whether it is proved for all ends that can be reached from any one position.

        The proof is about ends that come next after a position which keeps the invariants, so an
        end that is asked about itself has to be looked at.
        """
        if game.terminal(state):
            goals = game.goals(state)
            return None not in goals and sum(goal or 0 for goal in goals) == self.total
        return all(count.holds(state) for count in self.invariants)


_totals: WeakKeyDictionary[CircuitGame, SharedTotal | None] = WeakKeyDictionary()


def proved_total(game: CircuitGame, state: State | None = None) -> int | None:
    """Return what two roles share out at every end after a position; None if that is not proved.

    It takes a second or two the first time that it is asked of a game; other positions of the same
    game (None: the initial one) are then checked at once. A position need not be reachable: the
    answer is None where it breaks an invariant that the proof rests on.
    """
    shared = shared_total(game)
    asked = game.initial if state is None else state
    return shared.total if shared is not None and shared.holds_from(game, asked) else None


def shared_total(game: CircuitGame) -> SharedTotal | None:
    """Return the total of a game with two roles and no chance, with what its proof rests on."""
    if len(game.roles) != 2 or RANDOM in map(str.lower, game.roles) or game.program is None:
        return None
    if game not in _totals:
        seen = sample(game)
        known = invariants(game, game.program, seconds=SECONDS, seen=seen)
        proofs = prove_traits(game, game.program, known.counts, seen, seconds=SECONDS)
        proof = proofs.get("constant_sum")
        total = shared_out(game, [0, 1]) if proof and proof.proved else None
        _totals[game] = None if total is None else SharedTotal(total, known.counts)
    return _totals[game]
