"""Questions to the sandbox about a game: its ground rules as a message, and the call."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from zermelo.ground.program import Program
from zermelo.sandbox import Allowance, call

MEGABYTES = 6144


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
    function: str, program: Program, message: Mapping[str, Any], seconds: float
) -> dict[str, Any]:
    """Return what `module:function` finds out about a game in the sandbox within some seconds.

    The function gets `tables(program)`, `message` and `seconds`, and has to keep to them by itself:
    the limits of the sandbox are wider, so that what it has found by then is not lost.

    Raises:
        LimitError: it did not keep to them, or memory ran out.
    """
    allowance = Allowance(seconds=2 * seconds + 20, megabytes=MEGABYTES)
    return call(function, {**tables(program), **message, "seconds": seconds}, allowance)
