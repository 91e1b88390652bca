"""How much the roles of a game can do to each other."""

from typing import Any

from zermelo.evaluate.impact import Impact, opponent_impact
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.many.default_evaluator import evaluator_for
from zermelo.search.spec import spell


def opponent_impact_of(game: CompiledGame) -> tuple[str, Impact] | None:
    """Return the opponents' impact, and by which evaluator; None where there are no opponents.

    It is the one that searches of many roles take: what they see is what matters to them.
    """
    if len(game.roles) < 2:
        return None
    evaluator = evaluator_for(game, None)
    found = opponent_impact(game, evaluator, moves=True)
    return None if found is None else (spell(evaluator), found)


def impact_object(impact: tuple[str, Impact] | None) -> dict[str, Any] | None:
    """Return the opponents' impact, and by which evaluator."""
    if impact is None:
        return None
    return {
        "evaluator": impact[0],
        "mean": impact[1].mean,
        "low": impact[1].low,
        "high": impact[1].high,
        "states": impact[1].states,
        "pairs": [
            {"of": one, "on": other, "impact": share}
            for (one, other), share in impact[1].pairs.items()
        ],
    }
