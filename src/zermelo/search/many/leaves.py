"""What states are worth that are not looked beyond: many at once, where a game is compiled.

One pass over the circuit says which of them are ends and what everybody gets there, another what an
evaluator guesses at the others; other games are asked one by one.
"""

from dataclasses import dataclass

import numpy as np

from zermelo.evaluate.base import Evaluator, arrays_of
from zermelo.evaluate.batch import Scoring, scoring
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Game, State, Values
from zermelo.position.sample import goal_table
from zermelo.search.many.company import Children, Company

Leaf = tuple[Values, bool]
"""What a state is worth to each role, and whether that is no guess."""


@dataclass(frozen=True, slots=True)
class Leaves:
    """Worths of the states of a game."""

    company: Company
    many: Scoring | None = None  # guesses at many states of a compiled game

    def one(self, state: State) -> Leaf:
        """Return what a state is worth by its goals at the end, by a guess before."""
        if self.company.game.terminal(state):
            return self.company.worth(state), True
        return self.company.guessed(state), False

    def all(self, children: Children) -> list[Leaf]:
        """Return what each child is worth."""
        game = self.company.game
        if self.many is None or not isinstance(game, CircuitGame):
            return [self.one(child) for _, child in children]
        rows = np.stack([game.row(child) for _, child in children])
        views = game.machine.view(rows)
        guesses = self.many(rows).tolist()
        if not views.ended.any():
            return [(tuple(values), False) for values in guesses]
        numbers, totals = goal_table(game, views)
        wrong = views.ended & (numbers != 1).any(axis=1)
        if wrong.any():
            self.company.worth(children[int(wrong.argmax())][1])
        return [
            (tuple(map(float, goals)), True) if ended else (tuple(values), False)
            for ended, goals, values in zip(
                views.ended.tolist(), totals.tolist(), guesses, strict=True
            )
        ]


def leaves_of(game: Game, evaluator: Evaluator, *, batches: bool = True) -> Leaves:
    """Return the worths of a game's states by an evaluator."""
    score = arrays_of(evaluator, game) if batches and isinstance(game, CircuitGame) else None
    many = None
    if score is not None and isinstance(game, CircuitGame):
        many = scoring(game, score)
    return Leaves(Company(game, evaluator.start(game)), many)
