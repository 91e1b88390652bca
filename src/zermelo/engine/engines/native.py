"""The native engine: machine code for broods and for playouts; nobody reads gates any more."""

from dataclasses import dataclass
from functools import cached_property

from zermelo.engine.engines.interpreter import Interpreter
from zermelo.engine.narrow import Narrow, narrow, work_of
from zermelo.engine.ternary import ternary
from zermelo.engine.wide import Wide

SMALL_BROOD = 6_000
"""Gates up to which code for 64 lanes is optimised, which takes up to a second.

With the code for each turn there may be more than twice as many.
"""
SMALL = 8_000
"""Gates up to which there is code for 1024 lanes; beyond, they are interpreted."""
LARGEST = 100_000
"""Gates beyond which nothing is compiled: that would take seconds."""
NUMBERS_OF_GATE = 5
"""Numbers of the circuit's code that a gate of two inputs takes up."""


@dataclass(frozen=True, eq=False)
class Native(Interpreter):
    """Runs everything that the interpreter runs, and compiles it first."""

    name = "native"

    @cached_property
    def narrow(self) -> Narrow:
        """The circuit for kernels that open one node at a time, with its machine code."""
        return self.installed(narrow(self.wiring))

    @cached_property
    def ternary(self) -> Narrow:
        """The circuit on two rails, with its machine code."""
        return self.installed(ternary(self.wiring))

    def installed(self, game: Narrow) -> Narrow:
        """Return a circuit with machine code, if it is not too large."""
        from zermelo.engine.native.code import install
        from zermelo.kernels.kernel import waited

        if work_of(game) < LARGEST:
            with waited.noted():
                install(game, level=1 if work_of(game) < SMALL_BROOD else 0, keep=self.keep)
        return game

    @cached_property
    def wide(self) -> Wide:
        """The circuit for kernels that run 1024 lanes at a time, with its machine code."""
        from zermelo.engine.native.code import wide_code
        from zermelo.kernels.kernel import waited

        interpreted = Wide.of(self.wiring)
        if self.wiring.code.size >= SMALL * NUMBERS_OF_GATE:
            return interpreted
        with waited.noted():
            return wide_code(self.wiring, level=1, keep=self.keep) or interpreted
