"""Goals: what the rules say each role would get if the match ended here.

Many sheets define goals in every state, and explicit trees may have a guess at their inner nodes. A
goal that is not defined counts as a draw.
"""

from dataclasses import dataclass

from zermelo.evaluate.base import Guess
from zermelo.position.game import Game, State, Values


@dataclass(frozen=True, slots=True)
class Goals:
    """Takes the goals of a state for its worth."""

    def start(self, game: Game) -> Guess:
        """Bind a game."""

        def guess(state: State) -> Values:
            return tuple(50.0 if goal is None else float(goal) for goal in game.goals(state))

        return guess
