"""Material: who has more pieces on the board is ahead.

Pieces and their owners are found by `zermelo.evaluate.pieces`. Counting them is the oldest
evaluator of all (Shannon 1950, who also weighs a queen 9 and a pawn 1); `by=moves` weighs a piece
by the moves its owner would lose without it, which for chess puts the queen first and the pawn
last without being told.
"""

from dataclasses import dataclass
from typing import Literal

from zermelo.evaluate.base import Guess
from zermelo.evaluate.pieces import pieces
from zermelo.evaluate.score import CONSTANT, SHARE, SUM, TALLY, Score, ScoreWriter
from zermelo.evaluate.term import Term
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, State, Values
from zermelo.registry import option


@dataclass(frozen=True, slots=True)
class Material:
    """Shares 100 out by the pieces on the board; all alike where there are none."""

    by: Literal["count", "moves"] = option("count", "what a piece is worth: 1, or its moves")

    def start(self, game: Game) -> Guess:
        """Bind a game."""
        even = (100.0 / len(game.roles),) * len(game.roles)
        weights = self.weights(compiled) if (compiled := game.compiled) else ()
        if not weights:
            return lambda state: even

        def guess(state: State) -> Values:
            counts = [
                sum((weight for fluent, weight in own if state >> fluent & 1), 0.0)
                for own in weights
            ]
            total = max(1.0, sum(counts))
            return tuple(100.0 * count / total for count in counts)

        return guess

    def terms(self, game: Game, state: State) -> tuple[Term, ...]:
        """Return how many of each piece there are."""
        found = pieces(compiled) if (compiled := game.compiled) else ()
        counts = tuple(
            Term(
                f"{piece.name} of {game.roles[piece.owner]}",
                sum(state >> fluent & 1 for fluent in piece.fluents),
            )
            for piece in found
        )
        return tuple(
            Term(f"worth {role}", worth, counts)
            for role, worth in zip(game.roles, self.start(game)(state), strict=True)
        )

    def arrays(self, game: CompiledGame) -> Score:
        """Return the share of each role in the weight of all pieces."""
        draft = ScoreWriter()
        weights = self.weights(game)
        if not weights:
            even = draft.node(CONSTANT, a=100.0 / len(game.roles))
            return draft.written([even] * len(game.roles))
        counts = [
            draft.node(TALLY, [fluent for fluent, _ in own], [weight for _, weight in own])
            for own in weights
        ]
        total = draft.node(SUM, counts)
        return draft.written([draft.node(SHARE, [count, total], a=100.0) for count in counts])

    def weights(self, game: CompiledGame) -> list[list[tuple[int, float]]]:
        """Return the fluents of each role's pieces and what they weigh, the lightest 1."""
        found = pieces(game)
        if not found:
            return []
        moves = [piece.moves for piece in found]
        # Where no piece is there to move, as in gomoku, all weigh the same.
        worth = moves if self.by == "moves" and min(moves) > 0 else [1.0] * len(moves)
        least = min(worth)
        return [
            sorted(
                (fluent, weight / least)
                for piece, weight in zip(found, worth, strict=True)
                if piece.owner == role
                for fluent in piece.fluents
            )
            for role in range(len(game.roles))
        ]
