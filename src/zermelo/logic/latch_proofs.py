"""Proofs of latches, inside the sandbox: fluents for which no model has the wrong change.

All claims are asked of one theory: a model with some wrong change refutes all claims that it has
a wrong change of, until there is none. With the invariants first, for a model that keeps to them
refutes a claim without them, too.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from zermelo.logic.counts import unflattened
from zermelo.logic.houdini import ALONE, TOGETHER, hold
from zermelo.logic.theory import OutOfTimeError, Step, Theory

Change = tuple[int, int]
"""A fluent, and 1 if it comes to hold, 0 if it ceases to."""
WITH_INVARIANTS = 0.7
"""What part of the time the proofs with invariants get; those without have fewer claims left."""


class Latching:
    """Claims that some changes never happen, weeded out by models in which they do."""

    def __init__(self, theory: Theory, claims: Sequence[Change]) -> None:
        """Lay what the claims forbid; nothing more is told to the theory later."""
        self.theory = theory
        now = theory.now
        self.changed: dict[Change, int] = {}
        self.claimed: dict[Change, int] = {}
        self.found = theory.atom()
        for fluent, rises in claims:
            sign = 1 if rises else -1
            changed, claimed = theory.atom(), theory.choice()
            theory.rule(changed, [-sign * now.true[fluent], sign * now.next[fluent]])
            theory.rule(self.found, [claimed, changed])
            self.changed[fluent, rises] = changed
            self.claimed[fluent, rises] = claimed

    def prove(
        self, claims: Sequence[Change], known: Sequence[int], deadline: float
    ) -> tuple[list[Change], dict[Change, Step], bool]:
        """Return the claims that are proved, steps that refute others, and if there was time."""
        live, examples = set(claims), dict[Change, Step]()
        begin = time.monotonic()
        span = max(0.0, deadline - begin)

        def refute(step: Step) -> None:
            before, after = set(step.before), set(step.after)
            for change in [(f, 0) for f in before - after] + [(f, 1) for f in after - before]:
                if change in live:
                    live.discard(change)
                    examples[change] = step

        try:
            while live:
                selected = [atom if c in live else -atom for c, atom in self.claimed.items()]
                limit = begin + TOGETHER * span
                step = self.theory.ask([*known, *selected, self.found], limit)
                if step is None:
                    return sorted(live), examples, True
                refute(step)
        except OutOfTimeError:
            return self.alone(live, refute, known, deadline, span * ALONE), examples, False
        return [], examples, True

    def alone(
        self,
        live: set[Change],
        refute: Callable[[Step], None],
        known: Sequence[int],
        deadline: float,
        each: float,
    ) -> list[Change]:
        """Return the claims that are proved one by one; `refute` takes from `live`."""
        proved = []
        for change in sorted(live):
            if change not in live:
                continue
            limit = min(deadline, time.monotonic() + each)
            try:
                step = self.theory.ask([*known, self.changed[change]], limit)
            except OutOfTimeError:
                continue
            if step is None:
                proved.append(change)
            else:
                refute(step)
        return proved


def prove(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return which of the changes in `claims` can never happen, with and without invariants.

    Also `steps` that refute others, which may be out of reach, and the `idle` claims: no move can
    be made in a state where their fluent holds, or does not, to begin with.
    """
    deadline = time.monotonic() + message["seconds"]
    theory = Theory(message)
    claims: list[Change] = [(fluent, rises) for fluent, rises in message["claims"]]
    latching = Latching(theory, claims)
    known = hold(theory, unflattened(message["invariants"]))
    limit = time.monotonic() + WITH_INVARIANTS * max(0.0, deadline - time.monotonic())
    strong, examples, in_time = latching.prove(claims, known, limit)
    plain, plain_in_time = strong, True
    if known:
        free = [-literal for literal in known]
        plain, _, plain_in_time = latching.prove(strong, free, deadline)
    idle = []
    still = {(fluent, rises) for fluent, rises in message["still"]}
    for fluent, rises in [claim for claim in strong if claim in still]:
        held = theory.now.true[fluent]
        try:
            if theory.ask([*known, -held if rises else held], deadline) is None:
                idle.append((fluent, rises))
        except OutOfTimeError:
            break
    steps = list({id(step): step for step in examples.values()}.values())
    number = {id(step): index for index, step in enumerate(steps)}
    return {
        "strong": strong,
        "plain": plain,
        "idle": idle,
        "complete": in_time and plain_in_time,
        "steps": [(step.before, step.joint, step.after) for step in steps],
        "refuted": [(*change, number[id(step)]) for change, step in examples.items()],
    }
