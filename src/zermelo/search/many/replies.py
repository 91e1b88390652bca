"""The duel of best-reply search: a move of the root, then one reply by one of the others, no more.

Of all moves of all opponents the one that is worst for the root is believed to come; the others
skip their turn (Schadd and Winands, Best reply search for multiplayer games, 2011). Who has begun a
reply that takes several moves goes on with it alone: such a state has a bit above all fluents.
"""

from dataclasses import dataclass, field

from zermelo.game.game import Joint, State
from zermelo.search.many.coalition import Coalition
from zermelo.search.many.skipping import Skips
from zermelo.search.many.vector_game import Children, Leaf, VectorGame

MOST_REMEMBERED = 1 << 17
"""Children of which is known whether they are ends, and what they are worth."""


@dataclass(slots=True)
class Replies(Coalition):
    """Turns and worth for `role`; between two turns of it, one other role has one."""

    skips: Skips = field(kw_only=True)
    vector_game: VectorGame = field(kw_only=True)
    begun: int = 0  # the bit that says that a reply is under way
    known: dict[State, Leaf] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find a bit that no fluent has."""
        Coalition.__post_init__(self)
        self.begun = 1 << self.skips.game.dimensions.fluents

    def bare(self, state: State) -> State:
        """Return a state as the game knows it."""
        return State(state & ~self.begun)

    def leaf(self, state: State) -> Leaf:
        """Return what a state is worth, and whether it is an end."""
        state = self.bare(state)
        return self.known.get(state) or self.vector_game.leaf(state)

    def over(self, state: State) -> bool:
        """Whether a match ends here."""
        return self.leaf(state)[1]

    def worth(self, state: State) -> float:
        """Return what `role` gets at the end."""
        return float(self.leaf(state)[0][self.role])

    def guessed(self, state: State) -> float:
        """Return what `role` may expect of a state that is not the end."""
        return float(self.leaf(state)[0][self.role])

    def maximising(self, state: State) -> bool:
        """Whether it is the turn of `role`."""
        return self.skips.owner(state) == self.role

    def children(self, state: State) -> list[tuple[Joint, State]]:
        """Return the moves of `role`, or all replies to it, each with the state that they lead to.

        A reply is spelled as the joint move in the state in which those before it have skipped.
        """
        here = self.bare(state)
        if self.maximising(here):
            found = self.vector_game.turn(here).children
        else:
            found = self.replies(here)
            while not state & self.begun:
                here = self.skips.skipped(here)
                if self.maximising(here) or self.game.terminal(here):
                    break
                found += self.replies(here)
        bare = [(joint, self.bare(child)) for joint, child in found]
        if len(self.known) > MOST_REMEMBERED:
            self.known.clear()
        for (_, child), leaf in zip(bare, self.vector_game.leaves(bare), strict=True):
            self.known[child] = leaf
        return found

    def replies(self, state: State) -> Children:
        """Return the moves of the opponent whose turn it is; all after it skip theirs."""
        owner = self.skips.owner(state)
        moves = self.vector_game.turn(state).children
        found = [child for _, child in moves]
        waiting = list(range(len(found)))
        while waiting:
            over = self.vector_game.over([found[place] for place in waiting])
            going = [place for place, end in zip(waiting, over, strict=True) if not end]
            waiting = []
            for place in going:
                turn = self.skips.owner(found[place])
                if turn == owner:
                    found[place] = State(found[place] | self.begun)
                elif turn != self.role:
                    found[place] = self.skips.skipped(found[place])
                    waiting.append(place)
        return [(joint, child) for (joint, _), child in zip(moves, found, strict=True)]
