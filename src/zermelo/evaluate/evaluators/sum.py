"""Sum: several evaluators at once, each with its weight: `sum(fuzzy,0.2*mobility)`.

Weights are taken as they are, not divided by their total: the sum is literally what is written.
Only what leaves the scale of goals, 0 to 100, is brought back to its end, so that no guess is worth
more than a win or less than a loss.
"""

from dataclasses import dataclass

from zermelo.evaluate.base import Evaluator, Guess
from zermelo.evaluate.evaluators.even import Even
from zermelo.position.game import Game, State, Values


@dataclass(frozen=True, slots=True)
class Weighted:
    """An evaluator and how much it counts."""

    weight: float
    evaluator: Evaluator


@dataclass(frozen=True, slots=True)
class Sum:
    """Adds up other evaluators, each with its weight: sum(goal,0.2*mobility)."""

    terms: tuple[Weighted, ...] = (Weighted(1.0, Even()),)

    def start(self, game: Game) -> Guess:
        """Bind a game."""
        parts = [(term.weight, term.evaluator.start(game)) for term in self.terms]
        roles = range(len(game.roles))

        def guess(state: State) -> Values:
            total = [0.0 for _ in roles]
            for weight, part in parts:
                values = part(state)
                total = [total[role] + weight * values[role] for role in roles]
            return tuple(min(100.0, max(0.0, worth)) for worth in total)

        return guess
