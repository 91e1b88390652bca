"""How much the roles of a game can do to each other."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.evaluate.impact import Impact, opponent_impact
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.many.default_evaluator import evaluator_for
from zermelo.search.spec import spell


@dataclass(frozen=True, slots=True)
class ImpactPair:
    """What part of the choices `of` a role another feels."""

    of: str
    on: str
    impact: float


@dataclass(frozen=True, slots=True)
class SpelledImpact:
    """How much roles can do to each other: the mean with its 95% interval, and by pairs."""

    evaluator: str
    mean: float
    low: float
    high: float
    states: int
    pairs: Sequence[ImpactPair]


def opponent_impact_of(game: CompiledGame) -> tuple[str, Impact] | None:
    """Return the opponents' impact, and by which evaluator; None where there are no opponents.

    It is the one that searches of many roles take: what they see is what matters to them.
    """
    if len(game.roles) < 2:
        return None
    evaluator = evaluator_for(game, None)
    found = opponent_impact(game, evaluator, moves=True)
    return None if found is None else (spell(evaluator), found)


def spelled_impact(impact: tuple[str, Impact] | None) -> SpelledImpact | None:
    """Return the opponents' impact, and by which evaluator."""
    if impact is None:
        return None
    evaluator, found = impact
    return SpelledImpact(
        evaluator=evaluator,
        mean=found.mean,
        low=found.low,
        high=found.high,
        states=found.states,
        pairs=[ImpactPair(one, other, share) for (one, other), share in found.pairs.items()],
    )
