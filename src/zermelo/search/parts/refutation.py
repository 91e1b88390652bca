"""The refutation table: how each root move was answered last time (Akl and Newborn, 1977, 4).

After an iteration the line of every root move is kept: its refutation, or the principal line. The
next iteration follows the same lines first. It takes no more room than root moves times depth, and
is what to use when no transposition table fits. It changes an order, never a value.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.game.game import Game, Joint, State

Line = tuple[Joint, ...]


@dataclass(slots=True)
class Refutations:
    """The move to be tried first in each state along the lines of the last iteration."""

    game: Game
    replies: dict[State, Joint] = field(default_factory=dict)

    def keep(self, root: State, lines: Sequence[Line]) -> None:
        """Forget the lines of before, and keep these; of lines that meet, the first counts."""
        self.replies.clear()
        for line in lines:
            state = root
            for joint in line:
                if state != root:
                    self.replies.setdefault(state, joint)
                state = self.game.next(state, joint)

    def reply(self, state: State) -> Joint | None:
        """Return the move that the last iteration had here, if one of its lines came by."""
        return self.replies.get(state)
