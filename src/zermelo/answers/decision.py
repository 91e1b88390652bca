"""A decision of a player in words."""

from typing import TYPE_CHECKING

from zermelo.answers.answer import shown_value
from zermelo.play.player import Decision

if TYPE_CHECKING:
    from zermelo.answers.replay import ReplayedDecision


def spent(decision: "Decision | ReplayedDecision", role: int) -> str:
    """Return what a player thought of its move, and what that took."""
    value = decision.values[role] if decision.values else None
    parts = [] if value is None else [f"worth {shown_value(value)}"]
    parts += ["proven"] if decision.proven else []
    parts += [f"depth {decision.depth}"] if decision.depth else []
    if decision.nodes:
        parts.append(f"{decision.nodes:,} node{'' if decision.nodes == 1 else 's'}")
    parts.append(f"{decision.seconds:.3f} s")
    if decision.margin is not None:
        left = "to spare" if decision.margin >= 0 else "too long"
        parts.append(f"{abs(decision.margin):.3f} s {left}")
    return ", ".join(parts)
