"""Invariants proved little by little, inside the sandbox, as far as a question needs them.

Most questions about goals and turns need no invariant, or that every cell has one content and one
role the control. So a question is asked on every rung of a ladder: with nothing assumed, with a few
small groups that were proved, with the regular groups, with all groups, with pairs. Each rung costs
more than the one below.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from zermelo.proofs.budget import Budget
from zermelo.proofs.counts import unflattened
from zermelo.proofs.houdini import claimed, weed
from zermelo.proofs.theory import StepTheory

SHARES = {"few": 0.2, "regular": 0.3, "groups": 0.3, "pairs": 0.3}
"""What part of the steps that are left each rung may take to be proved."""
FEWEST_CLAIMS = 16
"""Claims of the first rung with any: of the smallest groups, such as who has the control."""


@dataclass(frozen=True, slots=True)
class Rung:
    """Literals to assume in a question, and the guesses that they stand for, by their numbers."""

    known: tuple[int, ...]
    groups: tuple[int, ...] = ()
    pairs: tuple[int, ...] = ()


def rungs(theory: StepTheory, message: Mapping[str, Any], budget: Budget) -> Iterator[Rung]:
    """Yield what may be assumed, each time more than before; proofs are made when they are needed.

    The message has guesses as `zermelo.proofs.invariants.guesses` makes them.
    """
    yield Rung(())
    groups = claimed(theory, unflattened(message["groups"]))
    pairs = claimed(theory, unflattened(message["pairs"]))
    proved: dict[int, None] = {}
    proper = [claim for claim in groups if len(claim.count.group) > 1]
    smallest = sorted(proper, key=lambda claim: len(claim.count.group))[:FEWEST_CLAIMS]
    for claims, share in (
        (smallest, SHARES["few"]),
        (groups[: message["regular"]], SHARES["regular"]),
        (groups, SHARES["groups"]),
        (pairs, SHARES["pairs"]),
    ):
        rest = [claim for claim in claims if claim.assumed not in proved]
        found, _ = weed(theory, rest, list(proved), budget.share(share))
        proved.update((claim.assumed, None) for claim in found)
        if found:
            yield Rung(
                tuple(proved),
                tuple(index for index, claim in enumerate(groups) if claim.assumed in proved),
                tuple(index for index, claim in enumerate(pairs) if claim.assumed in proved),
            )
