"""What every engine has that runs the circuit of a game: other forms of it, made when needed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zermelo.circuit.order import Gates
from zermelo.engine.engine import Dimensions, Ints
from zermelo.engine.narrow import Narrow, narrow
from zermelo.engine.rails import Rails
from zermelo.engine.ternary import ternary
from zermelo.engine.wide import Wide


@dataclass(frozen=True, eq=False)
class CircuitEngine:
    """A circuit; how it is run is left to others."""

    wiring: Gates
    keep: bool = True  # whether machine code may be kept on disk

    @cached_property
    def dimensions(self) -> Dimensions:
        """How many fluents, moves and goals there are."""
        gates = self.wiring
        return Dimensions(
            gates.fluents,
            gates.roles,
            gates.goal_roles,
            gates.goal_values,
            gates.slots,
            int(gates.code.size),
        )

    @property
    def initial(self) -> Ints:
        """A number for each fluent: 1 if it holds at the start."""
        return self.wiring.initial

    @cached_property
    def wide(self) -> Wide:
        """The circuit for kernels that play 1024 matches at a time."""
        return Wide.of(self.wiring)

    def identity(self) -> Iterator[bytes]:
        """Yield bytes that tell this circuit from all others."""
        for name, value in self.wiring._asdict().items():
            array = np.asarray(value)
            yield f"{name}{array.dtype}{array.shape}".encode()
            yield array.tobytes()

    @cached_property
    def rails(self) -> Rails:
        """The rules for states of which only some fluents are known."""
        return Rails.of(self.wiring)

    @cached_property
    def narrow(self) -> Narrow:
        """The circuit for kernels that open one node at a time."""
        return narrow(self.wiring)

    @cached_property
    def ternary(self) -> Narrow:
        """The circuit on two rails, for kernels that ask what follows from a part of a state."""
        return ternary(self.wiring)
