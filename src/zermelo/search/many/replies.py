"""The duel of best-reply search: a move of the root, then one reply by one of the others, no more.

Of all moves of all opponents the one that is worst for the root is believed to come; the others
skip their turn (Schadd and Winands, Best reply search for multiplayer games, 2011). Who has begun a
reply that takes several moves goes on with it alone: such a state has a bit above all fluents.
"""

from dataclasses import dataclass, field

from zermelo.position.game import Joint, Role, State
from zermelo.search.duel import Duel
from zermelo.search.many.coalition import Coalition
from zermelo.search.many.skipping import Skips


@dataclass(slots=True)
class Replies(Coalition):
    """Turns and worth for `role`; between two turns of it, one other role has one."""

    skips: Skips = field(kw_only=True)
    begun: int = 0  # the bit that says that a reply is under way

    def __post_init__(self) -> None:
        """Find a bit that no fluent has."""
        Coalition.__post_init__(self)
        self.begun = 1 << self.skips.game.gates.fluents

    def bare(self, state: State) -> State:
        """Return a state as the game knows it."""
        return State(state & ~self.begun)

    def over(self, state: State) -> bool:
        """Whether a match ends here."""
        return self.game.terminal(self.bare(state))

    def maximising(self, state: State) -> bool:
        """Whether it is the turn of `role`."""
        return self.skips.owner(state) == self.role

    def children(self, state: State) -> list[tuple[Joint, State]]:
        """Return the moves of `role`, or all replies to it, each with the state that they lead to.

        A reply is spelled as the joint move in the state in which those before it have skipped.
        """
        if self.maximising(state):
            return Duel.children(self, state)
        here = self.bare(state)
        found = self.moves(here)
        if state & self.begun:
            return found
        here = self.skips.skipped(here)
        while self.skips.owner(here) != self.role and not self.game.terminal(here):
            found += self.moves(here)
            here = self.skips.skipped(here)
        return found

    def moves(self, state: State) -> list[tuple[Joint, State]]:
        """Return the moves of the opponent whose turn it is, each with where the reply leads."""
        owner = self.skips.owner(state)
        return [(joint, self.replied(child, owner)) for joint, child in Duel.children(self, state)]

    def replied(self, state: State, owner: Role) -> State:
        """Return the state after a move of a reply: its owner goes on, or all others skip."""
        if self.game.terminal(state):
            return state
        if self.skips.owner(state) == owner:
            return State(state | self.begun)
        while self.skips.owner(state) != self.role and not self.game.terminal(state):
            state = self.skips.skipped(state)
        return state

    def worth(self, state: State) -> float:
        """Return what `role` gets at the end."""
        return Coalition.worth(self, self.bare(state))

    def guessed(self, state: State) -> float:
        """Return what `role` may expect of a state that is not the end."""
        return Coalition.guessed(self, self.bare(state))
