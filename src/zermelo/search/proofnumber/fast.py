"""Depth-first proof-number search by the kernel: answers as `DepthFirstProof` does, only sooner."""

import time

import numpy as np

from zermelo.engine.narrow import work_of
from zermelo.errors import LimitError, UsageError
from zermelo.game.game import Game, Joint, State
from zermelo.game.proof import exact
from zermelo.search.base import Clock, OutOfTimeError
from zermelo.search.events import Watch
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.root import CALLS
from zermelo.search.proofnumber.arrays import (
    deeper_stack,
    larger_frames,
    middle_work,
    new_cells,
    new_frames,
    refilled_cells,
    stack_of,
)
from zermelo.search.proofnumber.node import Counting, Numbers
from zermelo.search.proofnumber.question import Verdict

SLICE = 0.01
"""Seconds between two looks at the clock."""
MEMORY = 1 << 30
"""Bytes that a table may have where the caller sets no limit."""
FAST_GROWTH = 1 << 24
"""Bytes up to which a table becomes four times as large at once."""
FIRST_PLIES = 64
FIRST_CELLS = 1 << 13


def is_compiled(kernel: str, game: Game, watch: Watch | None) -> bool:
    """Whether the kernel is to be used: `kernel` is auto, on or off.

    Raises:
        UsageError: it must be used, but cannot; or `kernel` is none of the three.
    """
    if kernel not in ("auto", "on", "off"):
        raise UsageError(f"kernel takes auto, on or off, not {kernel!r}")
    if kernel == "on" and game.compiled is None:
        raise UsageError(
            f"the kernel cannot run: {game.name} is not compiled; kernel=auto takes it where it can"
        )
    return kernel != "off" and watch is None and game.compiled is not None


class FastProof:
    """Questions that share a table; `clock` is that of the question being asked."""

    def __init__(self, duel: Duel, clock: Clock, counting: Counting, epsilon: float) -> None:
        """Make room for a match of a compiled game."""
        from zermelo.search.proofnumber.kernels import frames as kernel

        compiled = duel.game.compiled
        assert compiled is not None, "kernels run compiled games"
        self.duel = duel
        self.game = compiled
        self.clock = clock
        self.narrow = self.game.engine.narrow
        self.stack = stack_of(self.narrow, FIRST_PLIES, FIRST_PLIES * 16 + 2 * self.narrow.moves)
        self.frames = new_frames(self.stack.plies, self.stack.room, self.narrow.roles)
        self.table = new_cells(self.game.words, FIRST_CELLS)
        self.registers = np.zeros(kernel.REGISTERS, np.int64)
        self.registers[kernel.ROLE] = duel.role
        self.registers[kernel.MOBILITY] = counting.mobility
        self.registers[kernel.WEAK] = counting.weak
        self.values = np.zeros(kernel.VALUES, np.float64)
        self.values[kernel.EPSILON] = epsilon
        # Nodes of a slice: a gate takes about a nanosecond, and the rest of a node 500.
        self.slice = max(1, int(SLICE * 1e9 / (work_of(self.narrow) + 500)))

    def ask(self, state: State, left: int | None, threshold: float) -> Verdict:
        """Return whether max gets at least `threshold`."""
        from zermelo.search.proofnumber.kernels import frames as kernel
        from zermelo.search.window.kernels import leaf
        from zermelo.search.window.kernels import stack as frames

        registers, stack = self.registers, self.stack
        stack.rows[: stack.words] = self.game.row(state)
        stack.frames[frames.DEPTH] = -1 if left is None else left
        self.values[leaf.TOTAL] = np.nan if self.duel.total is None else float(self.duel.total)
        self.values[kernel.THRESHOLD] = threshold
        registers[list(kernel.OF_ONE_QUESTION)] = 0
        while (status := self.run()) != kernel.DONE:
            if status == kernel.DEEPER:
                self.deepen()
            elif status == kernel.FULL:
                self.make_room()
            elif status != kernel.PAUSED:
                self.refuse(state, status)
        self.note_total()
        own = self.frames.own
        proved = bool(own[kernel.PROOF] == 0)
        bound = float(self.frames.bounds[0])
        best = self.joint_of(state, int(own[kernel.BEST]))
        return Verdict(proved, bound, bool(own[kernel.SURE]), best)

    def run(self) -> int:
        """Search for a slice of time; OutOfTimeError when a limit is reached."""
        from zermelo.search.proofnumber.kernels import frames as kernel
        from zermelo.search.proofnumber.kernels.dfpn import keep_path, search

        registers, count, limits = self.registers, self.clock.count, self.clock.limits
        nodes, leaves, cuts = registers[kernel.NODES : kernel.CUTS + 1].tolist()
        size = self.slice
        if limits.seconds is not None:
            size = min(size, int(size * (limits.seconds - self.clock.seconds) / SLICE))
        if limits.nodes is not None:
            size = min(size, limits.nodes - count.nodes)
        size = max(1, size)
        begin = time.perf_counter()
        status = search(
            self.narrow,
            self.stack,
            self.frames,
            self.table,
            registers,
            self.values,
            nodes + size,
        )
        gone = time.perf_counter() - begin
        done = int(registers[kernel.NODES]) - nodes
        count.leaves += int(registers[kernel.LEAVES_SEEN]) - leaves
        count.cuts += int(registers[kernel.CUTS]) - cuts
        if status == kernel.PAUSED:
            if done == size:
                fitting = done * SLICE / gone
                self.slice = max(1, int(min(4.0 * self.slice, max(0.25 * self.slice, fitting))))
            try:
                self.clock.tick(done)
            except OutOfTimeError:
                self.note_total()
                threshold = float(self.values[kernel.THRESHOLD])
                keep_path(self.stack, self.frames, self.table, registers, threshold)
                raise
        else:
            # An answer is an answer, even if it comes a little late.
            count.nodes += done
        return status

    def move(self, state: State, left: int | None, value: float, maximising: bool) -> Joint | None:
        """Return the move by which the role that decides has a value, if that is remembered."""
        from zermelo.search.proofnumber.kernels.table import HIGH, LOW, MOVES, place_of_row

        at = place_of_row(self.table, self.game.row(state), -1 if left is None else left)
        if at < 0:
            return None
        after = at + self.table.words
        moves = int(self.table.cells[after + MOVES])
        if maximising:
            known = self.table.bounds[after + LOW] >= value
            return self.joint_of(state, (moves & 0xFFFFFFFF) - 1) if known else None
        known = self.table.bounds[after + HIGH] <= value
        return self.joint_of(state, (moves >> 32) - 1) if known else None

    def open_question(self) -> tuple[Numbers, Joint | None]:
        """Return the numbers of the question being asked, and the move that promises most."""
        from zermelo.search.proofnumber.kernels import frames as kernel
        from zermelo.search.window.kernels import stack as frames

        own = self.frames.own
        numbers = Numbers(int(own[kernel.PROOF]), int(own[kernel.DISPROOF]))
        begin, end = int(self.stack.frames[frames.BEGIN]), int(own[kernel.SEEN])
        if not end:
            return numbers, None
        mine = 0 if self.stack.frames[frames.MAXIMISING] else 1
        children = self.frames.children.reshape(-1, kernel.CHILD)[begin:end, mine]
        best = begin + int(children.argmin())
        state = State(self.game.state(self.stack.rows[: self.stack.words]))
        return numbers, self.joint_of(state, int(self.stack.pool[best]))

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
                "give a depth"
            )
        self.stack = deeper_stack(self.narrow, self.stack)
        self.frames = larger_frames(
            self.frames, self.stack.plies, self.stack.room, self.narrow.roles
        )

    def make_room(self) -> None:
        """Make the table larger, or have it forget the half that took the least work."""
        from zermelo.search.proofnumber.kernels import frames as kernel
        from zermelo.search.proofnumber.kernels.table import ENTRIES, MOST

        allowed = MEMORY if self.clock.limits.memory is None else self.clock.limits.memory
        size = self.table.cells.nbytes
        factor = 4 if size < FAST_GROWTH else 2
        if (factor + 1) * size <= allowed:
            self.table = refilled_cells(self.table, factor)
            return
        self.table = refilled_cells(self.table, 1, middle_work(self.table))
        if self.table.state[ENTRIES] + self.registers[kernel.PLY] >= self.table.state[MOST]:
            self.table = refilled_cells(self.table, 2)  # a line is longer than half of it

    def note_total(self) -> None:
        """Let the duel know what both roles share out, if an end was seen."""
        from zermelo.search.window.kernels import leaf

        total = float(self.values[leaf.TOTAL])
        if not np.isnan(total):
            self.duel.total = exact(total) if np.isfinite(total) else total

    def refuse(self, state: State, status: int) -> None:
        """Raise what the readable search raises where the kernel stopped."""
        from zermelo.search.proofnumber.kernels import frames as kernel
        from zermelo.search.window.kernels import stack as frames

        plies = int(self.registers[kernel.PLY]) + (status == kernel.NO_WORTH)
        for ply in range(plies):
            move = int(self.stack.pool[self.stack.frames[ply * frames.FRAME + frames.AT]])
            joint = self.joint_of(state, move)
            assert joint is not None
            state = self.duel.game.next(state, joint)
        if status == kernel.NO_WORTH:
            self.note_total()
            self.duel.worth(state)
        else:
            self.duel.children(state)
        raise AssertionError(f"the kernel stopped with status {status}, its twin does not")
