"""The order of moves: first that by which equal moves are told apart, then that of looking at them.

The first is fixed for a state and a depth: as the rules have the moves, or by what is guessed of
where they lead. So a worth is always the same, whatever is left out. The second tries a move first
that was best in an earlier pass; it changes how much is searched, never a worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.game.game import Joint, State
from zermelo.search.many.vector_game import Children, VectorGame, VectorTurn

MOST_STATES = 1 << 18
"""States whose best move is kept."""


@dataclass(slots=True)
class VectorOrder:
    """Sorts the children of a state; `guess` for the best guess of the mover first."""

    guess: bool = False
    firsts: dict[State, Joint] = field(default_factory=dict)  # what was best in an earlier pass

    def children(self, vector_game: VectorGame, turn: VectorTurn, depth: int | None) -> Children:
        """Return children by the fixed order: of equals the first is taken.

        Where only leaves are below, a guess is all that there is to know of them: no order by it
        would spare any.
        """
        mover = turn.mover
        if not self.guess or mover is None or depth == 1:
            return turn.children
        worths = [values[mover] for values, _ in vector_game.leaves(turn.children)]
        places = sorted(range(len(worths)), key=lambda place: -worths[place])
        return [turn.children[place] for place in places]

    def looked_at(self, state: State, children: Children) -> Sequence[int]:
        """Return the places of children in the order in which to look at them."""
        first = self.firsts.get(state)
        places = range(len(children))
        if first is None or children[0][0] == first:
            return places
        return sorted(places, key=lambda place: children[place][0] != first)

    def keep(self, state: State, joint: Joint) -> None:
        """Have a move looked at first when the state is searched again."""
        if len(self.firsts) < MOST_STATES or state in self.firsts:
            self.firsts[state] = joint
