"""What a node is worth that is not searched: by its goals at an end, by a guess before it."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES
from zermelo.engine.narrow import Narrow
from zermelo.evaluate.kernels.score import Scorer, work_out
from zermelo.kernels.kernel import inner
from zermelo.search.window.kernels.registers import SCORED
from zermelo.search.window.kernels.stack import BROOD, END, FRAME, LANE, Stack, nest_of, says

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]
VALUE, TOTAL = range(2)
"""Registers of floats: the value that was found last, and what both roles get together; a total
that is not known yet is not a number, one that does not matter is infinite."""
SETTLED, NO_GOAL, NOT_CONSTANT = range(3)
"""Whether the goals of an end are as they should be."""


@inner
def worth(game: Narrow, stack: Stack, values: Floats, ply: int, role: int) -> int:
    """Find what the maximising role gets at an end, and hold its total to that of other ends."""
    mine = goal_of(game, stack, ply, role)
    total = mine
    if np.isinf(values[TOTAL]):
        values[VALUE] = mine
        return NO_GOAL if np.isnan(mine) else SETTLED
    if game.roles > 1:
        total += goal_of(game, stack, ply, 1 - role)
    if np.isnan(total):
        return NO_GOAL
    values[VALUE] = mine
    if np.isnan(values[TOTAL]):
        values[TOTAL] = total
    elif values[TOTAL] != total and game.roles > 1:
        return NOT_CONSTANT
    return SETTLED


@inner
def goal_of(game: Narrow, stack: Stack, ply: int, role: int) -> float:
    """Return the only goal of a role in the node at `ply`; not a number if it has none, or two."""
    found = np.nan
    for index in range(game.goals):
        if game.goal_roles[index] == role and says(stack, ply, game.fluents + 1 + index):
            if not np.isnan(found):
                return np.nan
            found = float(game.goal_values[index])
    return found


@inner
def guess(scorer: Scorer, stack: Stack, registers: Longs, ply: int) -> float:
    """Return what the maximising role may expect of a node that is not the end.

    All nodes of a brood are at the same depth: if one is a leaf, all are. So the evaluator is asked
    about a whole brood at once, and its answers stay until the next one is asked about.
    """
    nest = nest_of(stack, ply)
    if registers[SCORED] != nest + 1:
        # Replies were computed for the children of the node two plies above.
        plies = 2 if stack.frames[ply * FRAME + LANE] >= LANES else 1
        above = (ply - plies) * FRAME
        lanes = stack.frames[above + END] - stack.frames[above + BROOD] if ply > 0 else 1
        work_out(scorer, stack.broods, nest, min(lanes, LANES))
        registers[SCORED] = nest + 1
    lane = stack.frames[ply * FRAME + LANE] & (LANES - 1)
    return float(scorer.values[scorer.score.outputs[0] * LANES + lane])
