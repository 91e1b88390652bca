"""Questions to the sandbox about a game: its ground rules as a message, and the call."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from zermelo.errors import LimitError
from zermelo.ground.program import Program
from zermelo.process.child import MemoryOutError
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import call

MEGABYTES = 6144
STEPS_OF_PROOF = 20_000_000
"""Of a proof: about 5 seconds of an idle machine."""
LONGEST_PROOF = 600.0
"""Seconds of CPU after which a proof without a limit is believed to hang."""


def tables(program: Program) -> dict[str, Any]:
    """Return ground rules as plain values and arrays, as `Theory` reads them."""
    weights = [number for _, _, pairs in program.weighted for pair in pairs for number in pair]
    return {
        "atoms": program.atoms,
        "heads": program.heads,
        "ends": program.ends,
        "body": program.body,
        "weighted": [(head, bound, len(pairs)) for head, bound, pairs in program.weighted],
        "weights": np.array(weights, np.int32),
        "true": program.true,
        "next": program.next,
        "does": list(program.does),
        "legal": list(program.legal),
        "goals": program.goals,
        "terminal": program.terminal,
        "initial": program.initial,
    }


def asked(
    function: str,
    program: Program,
    message: Mapping[str, Any],
    seconds: float | None = None,
    *,
    steps: int = STEPS_OF_PROOF,
) -> dict[str, Any]:
    """Return what `module:function` finds out about a game in the sandbox, with a budget of steps.

    The function gets `tables(program)`, `message`, `steps` and `seconds`, and has to keep to them
    by itself: the limits of the sandbox are wider, so that what it has found by then is not lost.

    Args:
        function: in the form `module:name`.
        program: the ground rules.
        message: what else the function needs.
        seconds: an outer limit; without one, only the steps count, and the answer is the same on
            any machine.
        steps: see `Budget`.

    Raises:
        LimitError: it did not keep to them, or memory ran out.
    """
    allowance = Allowance(LONGEST_PROOF if seconds is None else 2 * seconds + 20, MEGABYTES)
    budget = {"seconds": seconds, "steps": steps}
    return call(function, {**tables(program), **message, **budget}, allowance)


def limit_of(error: LimitError) -> str:
    """Return which limit of the sandbox a proof has hit: `time` or `memory`."""
    return "memory" if isinstance(error, MemoryOutError) else "time"
