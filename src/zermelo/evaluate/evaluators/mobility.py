"""Mobility: who has more moves to choose from is ahead."""

from dataclasses import dataclass

from zermelo.evaluate.base import Guess
from zermelo.position.game import Game, Role, State, Values


@dataclass(frozen=True, slots=True)
class Mobility:
    """Shares 100 out by the number of legal moves."""

    def start(self, game: Game) -> Guess:
        """Bind a game."""

        def guess(state: State) -> Values:
            counts = [len(game.legal(state, Role(role))) for role in range(len(game.roles))]
            total = max(1, sum(counts))
            return tuple(100.0 * count / total for count in counts)

        return guess
