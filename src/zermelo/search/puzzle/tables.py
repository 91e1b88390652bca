"""The tables of a puzzle that is made up of variables, and the line of a search on them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]

PLY, LIMIT, BEYOND, NODES, CUTS, HOPELESS, DEPTH, CUT = range(8)
"""Registers: the ply of the node that is being searched; the limit on f, and the least f beyond it;
what was counted; states without hope; the most moves a line may have, and whether they cut one."""
REGISTERS = 8
DONE, PAUSED, MAYBE_END, DEEPER = range(4)
"""Why the kernel stops; at what may be an end, or has no moves, Python looks."""
NO_WAY = 1 << 20
"""A cost from here on means that there is no way."""


class Factored(NamedTuple):
    """A puzzle as tables; the arrays are flat. Sets of moves and of variables are words."""

    variables: int
    moves: int
    width: int  # values that a variable has at most
    judging: int  # variables that say which moves are legal
    judges: Ints  # [judging] which they are
    legal: Words  # [variables * width] the moves that a value of a judge allows
    second: Ints  # [moves * variables] the other variable that tells what follows
    units: Ints  # [moves * variables] 1, or 0 if there is no other
    strides: Ints  # [moves * variables] how many values it has
    firsts: Longs  # [moves * variables] where in `after`
    after: Bytes  # by own value, then by the other
    changing: Words  # [variables * width] the moves that may change a value
    keys: Words  # [variables * width] random words, to tell states apart
    ending: Bytes  # [variables * width] whether the match may be over


class SearchLine(NamedTuple):
    """The node that is being searched, and what is needed to go back from it to the root."""

    plies: int
    values: Bytes  # [variables]
    movers: Words  # [moves] the variables that each move may change
    left: Longs  # [plies] what the heuristic says
    away: Longs  # [plies] variables with which the match cannot be over
    hashes: Words  # [plies]
    rest: Words  # [plies] the moves that are still to be tried
    made: Ints  # [plies] the move that led to the next ply
    tops: Ints  # [plies + 1] where the changes that led to a ply end in the log
    changed: Ints  # [plies * variables] the log: a variable,
    before: Bytes  # [plies * variables] and its value before
    coming: Ints  # [2 * variables] the changes of a move that is looked at: variable, value
