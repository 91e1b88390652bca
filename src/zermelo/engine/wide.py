"""The circuit for kernels that run 1024 lanes at a time: a value to be handed on, not looked into.

What kernels may ask of it is in `zermelo.engine.kernels.wide`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.order import Gates

Ints = NDArray[np.int32]
VIEW, STEP = 0, 1


class Wide(NamedTuple):
    """A circuit as `zermelo.circuit.order.Gates` has it, and the addresses of its machine code.

    While the addresses are 0, the code of the circuit is read gate by gate.
    """

    code: Ints
    view_end: int
    slots: int
    fluents: int
    roles: Ints
    initial: Ints
    next: Ints
    legal: Ints
    goals: Ints
    goal_roles: Ints
    goal_values: Ints
    terminal: int
    machine: NDArray[np.int64]  # [2] in the order of `VIEW` and `STEP`

    @classmethod
    def of(cls, gates: Gates) -> "Wide":
        """Return a circuit without machine code."""
        return cls(**gates._asdict(), machine=np.zeros(2, np.int64))


class WirePlaces(NamedTuple):
    """Which wires have what is asked of a state: for kernels, perhaps on bare memory."""

    fluents: int
    moves: int  # of all roles
    roles: int
    goals: int
    terminal: int
    firsts: Ints  # [roles + 1] the first move of each role, and how many there are in all
    legal: Ints  # [moves]
    goal_wires: Ints  # [goals]
    goal_roles: Ints  # [goals]
    goal_values: Ints  # [goals]


def wire_places(game: Wide) -> WirePlaces:
    """Return which wires of a circuit have what is asked of a state."""
    return WirePlaces(
        game.fluents,
        game.legal.size,
        game.roles.size - 1,
        game.goals.size,
        game.terminal,
        game.roles,
        game.legal,
        game.goals,
        game.goal_roles,
        game.goal_values,
    )
