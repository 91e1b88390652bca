"""Mobility: who has more moves to choose from is ahead."""

from dataclasses import dataclass
from itertools import pairwise

from zermelo.evaluate.base import Guess
from zermelo.evaluate.score import SHARE, SUM, TALLY, Score, ScoreWriter, move_question
from zermelo.evaluate.term import Term
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State, Values


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

    def terms(self, game: Game, state: State) -> tuple[Term, ...]:
        """Return how many moves each role has."""
        counts = tuple(
            Term(f"moves of {name}", len(game.legal(state, Role(role))))
            for role, name in enumerate(game.roles)
        )
        return tuple(
            Term(f"worth {role}", worth, counts)
            for role, worth in zip(game.roles, self.start(game)(state), strict=True)
        )

    def arrays(self, game: CompiledGame) -> Score:
        """Return the share of each role in all legal moves."""
        draft = ScoreWriter()
        firsts = game.dimensions.firsts.tolist()
        counts = [
            draft.node(TALLY, [move_question(game.dimensions, move) for move in range(first, end)])
            for first, end in pairwise(firsts)
        ]
        total = draft.node(SUM, counts)
        return draft.written([draft.node(SHARE, [count, total], a=100.0) for count in counts])
