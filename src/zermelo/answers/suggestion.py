"""Which search a game of several roles suggests, and on what evidence.

The more roles can do to each other, the more there is to win by looking at who leads: that is what
Zuckerman, Felner and Kraus found for MP-mix (2009). Where nobody feels what another does, threats
and coalitions are imagined, and everybody for itself is all there is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zermelo.evaluate.impact import Impact
from zermelo.game.game import Evidence, Finding, Trait
from zermelo.rules.information import RANDOM

LITTLE = 0.1
"""An impact that may be below this is none to speak of."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The search to try first, and why."""

    search: str
    why: str


def suggested(
    roles: Sequence[str], traits: Mapping[Trait, Finding], impact: Impact | None
) -> Suggestion | None:
    """Return what to try first; None without opponents or choices, or with hidden information."""
    if len(roles) < 2 or impact is None or refuted(traits, Trait.PERFECT):
        return None
    if RANDOM in map(str.lower, roles):
        return Suggestion("mcts", "chance has a role")
    if refuted(traits, Trait.TURNS):
        return Suggestion("mcts", "roles move at the same time")
    if len(roles) == 2:
        if refuted(traits, Trait.CONSTANT_SUM):
            return Suggestion("maxn", "two roles that do not share out a fixed sum")
        return Suggestion(
            "alphabeta", "two roles and a fixed sum: all ways to see the other are one"
        )
    told = f"opponent impact is {impact.mean:.2f} ({impact.low:.2f} to {impact.high:.2f})"
    if impact.low < LITTLE:
        return Suggestion("maxn", f"{told}: hardly anybody feels what another does")
    one, other = max(impact.pairs, key=lambda pair: impact.pairs[pair])
    share = impact.pairs[one, other]
    most = f"{other} feels {share:.0%} of the choices of {one}"
    return Suggestion(
        "mpmix", f"{told}, {most}: who leads can be held back; if turns may be skipped, try brs too"
    )


def refuted(traits: Mapping[Trait, Finding], trait: Trait) -> bool:
    """Whether a trait is known not to hold."""
    return trait in traits and traits[trait].evidence is Evidence.REFUTED
