"""Exact values by the kernel: `KernelExact` answers as `ReadableExact` does, only sooner."""

import time

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.narrow import work_of
from zermelo.errors import LimitError
from zermelo.game.game import Joint, State
from zermelo.game.proof import exact
from zermelo.search.base import Clock, OutOfTimeError
from zermelo.search.exact.arrays import deeper_exact, new_bounds, new_exact, refilled_bounds
from zermelo.search.exact.levels import Levels
from zermelo.search.exact.resuming import Resuming
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.folds import Folds
from zermelo.search.parts.root import CALLS
from zermelo.search.proofnumber.question import Verdict

SLICE = 0.01
"""Seconds between two looks at the clock."""
MEMORY = 1 << 30
"""Bytes that a table may have where the caller sets no limit."""
GROWTH = 4
FIRST_PLIES = 64
FIRST_BUCKETS = 1 << 10
UNLIMITED = np.iinfo(np.int64).max


class KernelExact:
    """Questions that share a table and a history; `clock` is that of the question being asked."""

    def __init__(
        self,
        duel: Duel,
        levels: Levels,
        clock: Clock,
        folds: Folds | None,
        history: NDArray[np.int64] | None,
        resuming: Resuming | None = None,
    ) -> None:
        """Make room for a match of a compiled game."""
        from zermelo.search.exact.kernels import frames as kernel

        compiled = duel.game.compiled
        assert compiled is not None, "kernels run compiled games"
        self.duel, self.levels, self.clock, self.folds = duel, levels, clock, folds
        self.game = compiled
        self.budget: int | None = None
        self.resuming = resuming
        self.resumed = False
        self.narrow = narrow = self.game.engine.narrow
        pairs = zip(narrow.goal_roles.tolist(), narrow.goal_values.tolist(), strict=True)
        own = [levels.level(value) if role == duel.role else -1 for role, value in pairs]
        room = FIRST_PLIES * 16 + 2 * narrow.moves
        self.stack = new_exact(narrow, np.array(own, np.int32), FIRST_PLIES, room, folds)
        if history is not None:
            self.stack.history[:] = history
        self.table = new_bounds(narrow.fluents, FIRST_BUCKETS)
        self.registers = np.zeros(kernel.REGISTERS, np.int64)
        self.registers[kernel.ROLE] = duel.role
        # Nodes of a slice: a gate takes about a nanosecond, and the rest of a node 500.
        self.slice = max(1, int(SLICE * 1e9 / (work_of(narrow) + 500)))

    def ask(self, state: State, left: int | None, threshold: float) -> Verdict | None:
        """Return whether max gets at least `threshold`; None if the budget does not suffice."""
        from zermelo.search.exact.kernels import frames as kernel

        assert left is None, "questions are asked to the end"
        registers, level = self.registers, self.levels.level(threshold)
        self.stack.rows[: self.stack.words] = self.game.row(state)
        registers[list(kernel.OF_ONE_QUESTION)] = 0
        registers[kernel.THRESHOLD] = level
        if self.duel.total is not None:
            registers[kernel.TOTAL], registers[kernel.TOTAL_KNOWN] = int(self.duel.total), 1
        if self.resuming is not None and not self.resumed:
            self.resumed = True
            self.clock.count.nodes += self.resuming.read(self)
        last = UNLIMITED if self.budget is None else self.clock.count.nodes + self.budget
        while (status := self.run_and_keep(last)) != kernel.DONE:
            if status == kernel.DEEPER:
                self.deepen()
            elif status == kernel.FULL:
                self.enlarge()
            elif status != kernel.PAUSED:
                self.refuse(state, status)
            elif self.clock.count.nodes >= last:
                self.note_total()
                return None
        self.note_total()
        value = int(registers[kernel.VALUE])
        answer = self.joint_of(state, int(registers[kernel.MOVE]))
        return Verdict(value >= level, self.levels.goal(value), sure=True, joint=answer)

    def run_and_keep(self, last: int) -> int:
        """Search for a slice of time, and write now and then what was found out."""
        if self.resuming is None:
            return self.run(last)
        try:
            status = self.run(last)
        except (OutOfTimeError, KeyboardInterrupt):
            self.resuming.write(self)
            raise
        if self.resuming.is_due():
            self.resuming.write(self)
        return status

    def run(self, last: int) -> int:
        """Search for a slice of time; OutOfTimeError when a limit is reached."""
        from zermelo.search.exact.kernels import frames as kernel

        registers, count, limits = self.registers, self.clock.count, self.clock.limits
        nodes, ends, cuts = registers[[kernel.NODES, kernel.ENDS_SEEN, kernel.CUTS]].tolist()
        size = min(self.slice, last - count.nodes)
        if limits.seconds is not None:
            size = min(size, int(size * (limits.seconds - self.clock.seconds) / SLICE))
        if limits.nodes is not None:
            size = min(size, limits.nodes - count.nodes)
        size = max(1, size)
        begin = time.perf_counter()
        status = self.advance(nodes + size)
        gone = time.perf_counter() - begin
        done = int(registers[kernel.NODES]) - nodes
        count.leaves += int(registers[kernel.ENDS_SEEN]) - ends
        count.cuts += int(registers[kernel.CUTS]) - cuts
        if status == kernel.PAUSED:
            if done == self.slice:
                fitting = done * SLICE / gone
                self.slice = max(1, int(min(4.0 * self.slice, max(0.25 * self.slice, fitting))))
            self.clock.tick(done)
        else:
            # An answer is an answer, even if it comes a little late.
            count.nodes += done
        return status

    def advance(self, last: int) -> int:
        """Run the kernel until the node count reaches `last`; return why it stopped."""
        from zermelo.search.exact.kernels.search import search

        return search(self.narrow, self.stack, self.table, self.registers, last)

    def bounds(self, state: State) -> tuple[int, int]:
        """Return what the table knows of a state, as levels."""
        from zermelo.search.exact.kernels.table import bounds_of_row

        known = state if self.folds is None else self.folds.smallest(state)[0]
        found = int(bounds_of_row(self.table, self.game.row(known)))
        return (
            (0, self.levels.top) if found < 0 else (found & 0xFF, min(found >> 8, self.levels.top))
        )

    def joint_of(self, state: State, move: int) -> Joint | None:
        """Return the joint move with a move, numbered among those of all roles; -1 is none."""
        return self.duel.joint_with(state, move, self.narrow.firsts.tolist())

    def deepen(self) -> None:
        """Make the stack twice as deep, and its pool of moves twice as large.

        Raises:
            LimitError: a line is longer than could be followed: it may never end.
        """
        if self.stack.plies > CALLS:
            raise LimitError(
                f"{self.game.name}: a line of moves is too long to be followed and may never end; "
                "use alphabeta with a depth"
            )
        self.stack = deeper_exact(self.narrow, self.stack, self.folds)

    def enlarge(self) -> None:
        """Make the table larger, or have it replace entries from now on."""
        from zermelo.search.exact.kernels.table import MOST

        allowed = MEMORY if self.clock.limits.memory is None else self.clock.limits.memory
        if (GROWTH + 1) * self.table.cells.nbytes > allowed:
            self.table.state[MOST] = UNLIMITED
        else:
            self.table = refilled_bounds(self.table, self.narrow.fluents, GROWTH)

    def note_total(self) -> None:
        """Let the duel know what both roles share out, if an end was seen."""
        from zermelo.search.exact.kernels import frames as kernel

        if self.registers[kernel.TOTAL_KNOWN]:
            self.duel.total = exact(int(self.registers[kernel.TOTAL]))

    def refuse(self, state: State, status: int) -> None:
        """Raise what the readable search raises where the kernel stopped."""
        from zermelo.search.exact.kernels import frames as kernel

        frames, firsts = self.stack.frames.reshape(-1, kernel.FRAME), self.narrow.firsts
        for ply in range(int(self.registers[kernel.PLY])):
            move = int(self.stack.pool[frames[ply, kernel.FIRST] + frames[ply, kernel.CHOSEN]])
            joint = self.joint_of(state, move)
            assert joint is not None, f"move {move} of {firsts} is not legal"
            state = self.duel.game.next(state, joint)
        self.note_total()
        if status == kernel.NO_WORTH:
            for _, child in self.duel.children(state):
                if self.duel.over(child):
                    self.duel.worth(child)
        self.duel.joints(state)
        raise AssertionError(f"the kernel stopped with status {status}, its twin does not")
