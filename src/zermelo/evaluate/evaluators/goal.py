"""Goal: what the rules say each role would get if the match ended here.

Many sheets define goals in every state, and explicit trees may have a guess at their inner nodes. A
goal that is not defined counts as a draw.
"""

from dataclasses import dataclass

from zermelo.evaluate.base import Guess
from zermelo.evaluate.score import ONLY, Score, ScoreWriter, goal_question
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, State, Values

DRAW = 50.0


@dataclass(frozen=True, slots=True)
class Goal:
    """Takes the goals of a state for its worth."""

    def start(self, game: Game) -> Guess:
        """Bind a game."""

        def guess(state: State) -> Values:
            return tuple(DRAW if goal is None else float(goal) for goal in game.goals(state))

        return guess

    def arrays(self, game: CompiledGame) -> Score:
        """Return the only goal that holds for each role."""
        draft = ScoreWriter()
        dimensions = game.dimensions
        outputs = []
        for role in range(len(game.roles)):
            goals = [goal for goal, owner in enumerate(dimensions.goal_roles) if owner == role]
            questions = [goal_question(dimensions, goal) for goal in goals]
            outputs.append(
                draft.node(ONLY, questions, dimensions.goal_values[goals].tolist(), a=DRAW)
            )
        return draft.written(outputs)
