"""Searches with windows by the kernels: `Fast` answers as the readable `Window` does, only sooner.

It is to be had for compiled games, and for evaluators that offer arithmetic. Watching is for the
readable version.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from math import inf, isfinite, isnan

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.narrow import work_of
from zermelo.errors import UsageError
from zermelo.evaluate.base import Evaluator, arrays_of, why_no_arrays
from zermelo.evaluate.score import Score, of_role, scorer_of
from zermelo.game.game import Game, Joint, Move, State
from zermelo.game.proof import exact
from zermelo.search.base import Clock, Prospect
from zermelo.search.events import Watch
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.folds import Folds
from zermelo.search.parts.root import window_prospects
from zermelo.search.parts.windows import Answer, Line
from zermelo.search.window.arrays import (
    deeper_order,
    deeper_stack,
    images_of,
    larger_table,
    longer_order,
    new_lemmas,
    new_order,
    new_stack,
    new_table,
    no_images,
)
from zermelo.search.window.ordering import Ordering

SLICE = 0.01
"""Seconds between two looks at the clock."""
MEMORY = 1 << 30
"""Bytes that a table may have where the caller sets no limit."""
FAST_GROWTH = 1 << 24
"""Bytes up to which a table becomes four times as large at once."""
FIRST_SLICE = 16
"""Nodes of the first slice where the kernel may not be compiled yet; then a slice takes as long."""
FIRST_PLIES = 64
FIRST_CELLS = 1 << 13
FIRST_HISTORY = 1 << 8


def chosen(kernel: str, evaluator: Evaluator, game: Game, watch: Watch | None) -> Score | None:
    """Return the evaluator as the kernels want it if they are to be used, else None.

    `kernel` is auto, on or off. Only the readable version can be watched.

    Raises:
        UsageError: they must be used, but cannot; or `kernel` is none of the three.
    """
    if kernel not in ("auto", "on", "off"):
        raise UsageError(f"kernel takes auto, on or off, not {kernel!r}")
    if kernel == "on":
        from zermelo.kernels.background import background

        background.insist()
    if kernel == "off" or watch is not None:
        return None
    if (compiled := game.compiled) is not None:
        score = arrays_of(evaluator, compiled)
        why = why_no_arrays(evaluator, compiled)
    else:
        score, why = None, f"{game.name} is not compiled"
    if kernel == "on" and score is None:
        raise UsageError(f"the kernel cannot run: {why}; kernel=auto takes it where it can")
    return score


class WindowKernels:
    """Searches of states with windows, sharing a table; `clock` is that of the search going on."""

    def __init__(
        self,
        duel: Duel,
        score: Score,
        clock: Clock,
        ordering: Ordering,
        folds: Folds | None,
        *,
        scout: bool = False,
    ) -> None:
        """Make room for a match of a compiled game.

        Args:
            duel: the game, and for whom.
            score: the duel's guess, as `chosen` returned it.
            clock: of the first search.
            ordering: what to remember, and which moves to try first.
            folds: how symmetric states are folded, if they are.
            scout: test all moves but the first with an empty window.
        """
        from zermelo.kernels.background import background
        from zermelo.search.window.kernels import order as orders
        from zermelo.search.window.kernels import registers as kernel
        from zermelo.search.window.kernels.table import FIRST, LEAVES, ON, PEEK

        compiled = duel.game.compiled
        assert compiled is not None, "kernels run compiled games"
        self.duel = duel
        self.game = compiled
        self.clock = clock
        self.narrow = self.game.engine.narrow
        self.scorer = scorer_of(of_role(score, duel.role))
        self.stack = new_stack(
            self.narrow,
            FIRST_PLIES,
            FIRST_PLIES * 16 + 2 * self.narrow.moves,
            images=no_images() if folds is None else images_of(folds),
            # Who asks the table about all children of a node computes all of them.
            replies=not (ordering.table and ordering.peek),
        )
        self.table = new_table(self.game.words, FIRST_CELLS if ordering.table else 1)
        self.table.state[ON] = ordering.table
        self.table.state[LEAVES] = ordering.leaves
        self.table.state[FIRST] = ordering.table_first
        self.table.state[PEEK] = ordering.peek
        self.order = new_order(self.narrow, FIRST_PLIES, FIRST_HISTORY)
        self.order.settings[orders.KILLERS] = ordering.killers
        self.order.settings[orders.HISTORY] = ordering.history
        self.order.settings[orders.REPLIES] = ordering.refutation
        self.lemmas = new_lemmas(self.narrow, duel.proved, duel.endgames)
        self.registers = np.zeros(kernel.REGISTERS, np.int64)
        self.registers[kernel.ROLE] = duel.role
        self.registers[kernel.SCOUT] = scout
        self.registers[kernel.SHALLOW] = ordering.shallow
        self.values = np.zeros(2, np.float64)
        self.low = -inf  # of the last window
        gates = work_of(self.narrow)
        # Nodes of a slice: a gate takes about a nanosecond, and the rest of a node 500.
        self.slice = max(1, int(SLICE * 1e9 / (gates + 500)))
        if background.answers:
            self.slice = min(self.slice, FIRST_SLICE)

    def at(self, clock: Clock) -> "WindowKernels":
        """Search by another clock from now on."""
        from zermelo.search.window.kernels.table import FIXED

        self.clock = clock
        self.table.state[FIXED] = 0
        return self

    def value(self, state: State, depth: int | None, low: float, high: float) -> Answer:
        """Return a value v, its line, and whether no guess was involved (fail-soft).

        v <= low: the worth is at most v. v >= high: the worth is at least v. Else it is v.
        """
        from zermelo.search.window.kernels import leaf
        from zermelo.search.window.kernels import registers as kernel
        from zermelo.search.window.kernels import stack as frames
        from zermelo.search.window.kernels.order import NOTED

        registers, stack = self.registers, self.stack
        self.low = low
        stack.rows[: stack.words] = self.game.row(state)
        stack.images.folding[0] = depth is None
        stack.frames[frames.DEPTH] = -1 if depth is None else depth
        stack.windows[frames.LOW], stack.windows[frames.HIGH] = low, high
        if self.duel.endgames is not None and (root := self.duel.endgames.root) is not None:
            self.lemmas.endgames.root[:] = self.game.row(root)
        self.values[leaf.TOTAL] = np.nan if self.duel.total is None else float(self.duel.total)
        registers[list(kernel.OF_ONE_SEARCH)] = 0
        self.order.settings[NOTED] = 0
        while (status := self.run()) != kernel.DONE:
            if status == kernel.DEEPER:
                self.deepen()
            elif status == kernel.FULL:
                self.enlarge()
            elif status == kernel.LONGER:
                self.order = longer_order(self.order)
            elif status != kernel.PAUSED:
                self.refuse(state, status)
        self.note_total()
        value = float(self.values[leaf.VALUE])
        sure = bool(self.stack.frames[frames.SURE])
        length = int(self.stack.frames[frames.LENGTH])
        return value, self.unfolded(state, self.stack.lines[:length].copy(), value), sure

    def note_total(self) -> None:
        """Let the duel know what both roles share out, if an end was seen and that matters."""
        from zermelo.search.window.kernels import leaf

        total = float(self.values[leaf.TOTAL])
        if not isnan(total):
            self.duel.total = exact(total) if isfinite(total) else total

    def run(self) -> int:
        """Search for a slice of time; OutOfTimeError when a limit is reached."""
        from zermelo.search.window.kernels import registers as kernel
        from zermelo.search.window.kernels.alphabeta import search

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
            self.scorer,
            self.stack,
            self.table,
            self.order,
            self.lemmas,
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
            self.clock.tick(done)
        else:
            # An answer is an answer, even if it comes a little late.
            count.nodes += done
        return status

    def continued(self, state: State, line: Line, depth: int | None, value: float) -> Line:
        """Return a line that broke off at an answer of the table, as far as the table knows it."""
        from zermelo.search.window.kernels.table import ON

        if not self.table.state[ON]:
            return line
        return self.unfolded(state, self.numbered(line), value, depth)

    def numbered(self, line: Line) -> NDArray[np.int32]:
        """Return a line [length, roles] with moves numbered among those of all roles."""
        firsts = self.narrow.firsts[:-1]
        return np.array(line, np.int32).reshape(-1, firsts.size) + firsts

    def unfolded(
        self, state: State, moves: NDArray[np.int32], value: float, depth: int | None = 0
    ) -> Line:
        """Return a line with the moves of all roles, and on through the table to `depth`."""
        from zermelo.search.window.kernels.line import unfold

        self.stack.rows[: self.stack.words] = self.game.row(state)
        joints = np.zeros((self.stack.plies, self.narrow.roles), np.int32)
        left = -1 if depth is None else depth
        moves = moves.reshape(len(moves), -1) if moves.size else np.zeros((0, 1), np.int32)
        size = unfold(self.narrow, self.stack, self.table, moves, left, value, joints)
        return tuple(tuple(map(Move, joint)) for joint in joints[:size].tolist())

    def rank(self, ranks: Mapping[Joint, float]) -> None:
        """Have the moves of the root tried by their ranks, the lowest first, others last."""
        from zermelo.search.window.kernels.order import ROOT

        self.order.settings[ROOT] = bool(ranks)
        self.order.ranks[:] = np.inf
        for joint, rank in ranks.items():
            # All other roles have one move only: it does no harm that it has a rank as well.
            self.order.ranks[self.numbered((joint,))[0]] = rank

    def notes(self, state: State) -> Iterator[tuple[float, Line]]:
        """Yield the value and the line of each move of the root that was searched last."""
        from zermelo.search.window.kernels.order import NOTED

        order = self.order
        lines = order.lines.reshape(-1, self.stack.plies)
        for number in range(int(order.settings[NOTED])):
            rest = lines[number, : order.lengths[number]]
            moves = np.concatenate([order.moves[number : number + 1], rest])
            value = float(order.values[number])
            yield value, self.unfolded(state, moves, value)

    def prospects(self, state: State) -> tuple[Prospect, ...]:
        """Return what the moves of the root came to that was searched last, if max decides."""
        if not self.duel.maximising(state):
            return ()
        low = max(self.low, self.duel.bounds(state).low)
        return window_prospects(self.duel.role, self.notes(state), low)

    def refute(self, root: State, lines: Sequence[Line]) -> None:
        """Forget the lines of before, and have the moves of these tried first from now on."""
        from zermelo.search.window.kernels.line import keep_line

        room = 2 * sum(map(len, lines)) + 1
        replies = new_table(self.game.words, 1 << room.bit_length())
        self.order = self.order._replace(replies=replies)
        for line in lines:
            keep_line(self.narrow, self.stack, replies, self.game.row(root), self.numbered(line))

    def deepen(self) -> None:
        """Make the stack twice as deep, and its pool of moves twice as large."""
        self.stack = deeper_stack(self.narrow, self.stack)
        self.order = deeper_order(self.order, self.stack.plies)

    def enlarge(self) -> None:
        """Make the table larger, or say that it may not grow."""
        from zermelo.search.window.kernels import stack as frames
        from zermelo.search.window.kernels.table import FIXED

        allowed = MEMORY if self.clock.limits.memory is None else self.clock.limits.memory
        size = self.table.cells.nbytes + self.table.tags.nbytes
        factor = 4 if size < FAST_GROWTH else 2
        if (factor + 1) * size > allowed:
            self.table.state[FIXED] = 1
        else:
            self.table = larger_table(self.table, factor)
            self.stack.frames[frames.CELL :: frames.FRAME] = -1

    def refuse(self, state: State, status: int) -> None:
        """Raise what the readable search raises where the kernel stopped."""
        from zermelo.search.window.kernels import registers as kernel
        from zermelo.search.window.kernels import stack as frames

        for ply in range(int(self.registers[kernel.PLY])):
            move = int(self.stack.pool[self.stack.frames[ply * frames.FRAME + frames.AT]])
            roles = self.narrow.firsts.tolist()
            role = max(role for role, first in enumerate(roles[:-1]) if first <= move)
            for joint, child in self.duel.children(state):
                if joint[role] == move - roles[role]:
                    state = child
                    break
        if status == kernel.NO_WORTH:
            self.note_total()
            self.duel.worth(state)
        else:
            self.duel.children(state)
        raise AssertionError(f"the kernel stopped with status {status}, its twin does not")
