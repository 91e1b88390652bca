"""Sum: several evaluators at once, each with its weight: `sum(fuzzy,0.2*mobility)`.

Weights are taken as they are, not divided by their total: the sum is literally what is written.
Only what leaves the scale of goals, 0 to 100, is brought back to its end, so that no guess is worth
more than a win or less than a loss.
"""

from dataclasses import dataclass

from zermelo.evaluate.base import Evaluator, Guess, arrays_of
from zermelo.evaluate.evaluators.even import Even
from zermelo.evaluate.score import CLIP, SUM, Score, ScoreWriter
from zermelo.evaluate.term import Explaining, Term
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, State, Values
from zermelo.registry import option


@dataclass(frozen=True, slots=True)
class Weighted:
    """An evaluator and how much it counts."""

    weight: float
    evaluator: Evaluator


@dataclass(frozen=True, slots=True)
class Sum:
    """Adds up other evaluators, each with its weight: sum(goal,0.2*mobility)."""

    parts: tuple[Weighted, ...] = option((Weighted(1.0, Even()),), "evaluators and their weights")

    def start(self, game: Game) -> Guess:
        """Bind a game."""
        parts = [(part.weight, part.evaluator.start(game)) for part in self.parts]
        roles = range(len(game.roles))

        def guess(state: State) -> Values:
            total = [0.0 for _ in roles]
            for weight, part in parts:
                values = part(state)
                total = [total[role] + weight * values[role] for role in roles]
            return tuple(min(100.0, max(0.0, worth)) for worth in total)

        return guess

    def arrays(self, game: CompiledGame) -> Score | None:
        """Return the sum of the parts, if all of them are arithmetic."""
        draft = ScoreWriter()
        roles = range(len(game.roles))
        outputs = []
        for part in self.parts:
            if (score := arrays_of(part.evaluator, game)) is None:
                return None
            outputs.append(draft.join(score, roles))
        weights = [part.weight for part in self.parts]
        totals = [draft.node(SUM, nodes, weights) for nodes in zip(*outputs, strict=True)]
        return draft.written([draft.node(CLIP, [total], a=0.0, b=100.0) for total in totals])

    def terms(self, game: Game, state: State) -> tuple[Term, ...]:
        """Return the parts of the sum for each role."""
        total = self.start(game)(state)
        below: list[list[Term]] = [[] for _ in game.roles]
        for part in self.parts:
            name = type(part.evaluator).__name__.lower()
            why = explained(part.evaluator, game, state)
            for role, worth in enumerate(part.evaluator.start(game)(state)):
                text = f"{part.weight:g} * {name}"
                below[role].append(Term(text, part.weight * worth, why[role : role + 1]))
        return tuple(
            Term(f"worth {role}", worth, tuple(parts))
            for role, worth, parts in zip(game.roles, total, below, strict=True)
        )


def explained(evaluator: Evaluator, game: Game, state: State) -> tuple[Term, ...]:
    """Return the terms of an evaluator, if it has some."""
    return evaluator.terms(game, state) if isinstance(evaluator, Explaining) else ()
