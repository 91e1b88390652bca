"""Machine code for broods: a search that opens one node at a time does not read gates.

Everything else is the interpreter's.
"""

from dataclasses import dataclass
from functools import cached_property

from zermelo.engine.engines.interpreter import Interpreter
from zermelo.engine.narrow import Narrow, narrow, work_of

SMALL = 8_000
"""Gates up to which code is optimised at once: that takes less than half a second."""


@dataclass(frozen=True, eq=False)
class Native(Interpreter):
    """Runs batches as the interpreter does, and broods as machine code."""

    name = "native"

    @cached_property
    def narrow(self) -> Narrow:
        """The circuit for kernels that open one node at a time, with its machine code."""
        from zermelo.engine.native.code import install

        game = narrow(self.wiring)
        install(game, level=1 if work_of(game) < SMALL else 0)
        return game
