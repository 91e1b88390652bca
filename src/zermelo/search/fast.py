"""Searches with windows by the kernels: `Fast` answers as the readable `Window` does, only sooner.

It is to be had for compiled games, and for evaluators that offer arithmetic. Watching and orders of
moves beyond the table's are for the readable version.
"""

import time
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.machine import words_for
from zermelo.circuit.narrow import Narrow
from zermelo.errors import UsageError
from zermelo.evaluate.base import Evaluator, arrays_of
from zermelo.evaluate.batch import narrowed, scorer_of, wires
from zermelo.evaluate.score import Score, of_role
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Game, Move, State
from zermelo.search.base import Clock
from zermelo.search.duel import Duel
from zermelo.search.events import Watch
from zermelo.search.windows import Answer, Line

if TYPE_CHECKING:
    from zermelo.search.kernels.stack import Stack
    from zermelo.search.kernels.table import Table

LACKING = ("killers", "history", "shallow")
"""Options that only the readable searches have."""
SLICE = 0.01
"""Seconds between two looks at the clock."""
MEMORY = 1 << 30
"""Bytes that a table may have where the caller sets no limit."""
FAST_GROWTH = 1 << 24
"""Bytes up to which a table becomes four times as large at once."""
FIRST_PLIES = 64
FIRST_CELLS = 1 << 13


class Options(Protocol):
    """A search that there is in both forms; it may have options that are in `LACKING` as well."""

    @property
    def kernel(self) -> str:
        """Whether to use the kernels: auto, on or off."""

    @property
    def evaluator(self) -> Evaluator:
        """What guesses."""


def chosen(options: Options, game: Game, watch: Watch | None) -> Score | None:
    """Return the evaluator as the kernels want it if they are to be used, else None.

    Only the readable version can be watched.

    Raises:
        UsageError: they must be used, but cannot; or `kernel` is none of the three.
    """
    if options.kernel not in ("auto", "on", "off"):
        raise UsageError(f"kernel takes auto, on or off, not {options.kernel!r}")
    if options.kernel == "off" or watch is not None:
        return None
    score = None
    if not isinstance(game, CircuitGame):
        why = f"{game.name} is not compiled"
    elif missing := [name for name in LACKING if getattr(options, name, False)]:
        why = f"it has no {', no '.join(missing)}"
    else:
        score = arrays_of(options.evaluator, game)
        name = type(options.evaluator).__name__.lower()
        why = f"the evaluator {name} has no arrays for it"
    if options.kernel == "on" and score is None:
        raise UsageError(f"the kernel cannot run: {why}; kernel=auto takes it where it can")
    return score


def new_table(words: int, capacity: int) -> "Table":
    """Return a table without entries, which is off."""
    from zermelo.search.kernels.table import EXTRA, MOST, STATE, Table

    cells = np.zeros(capacity * (words + EXTRA), np.uint64)
    state = np.zeros(STATE, np.int64)
    state[MOST] = capacity * 5 // 8
    return Table(cells, cells.view(np.float64), capacity, words, state)


def new_stack(game: Narrow, plies: int, room: int) -> "Stack":
    """Return a stack for so many plies, with room for so many moves."""
    from zermelo.circuit.kernels.narrow import LANES
    from zermelo.search.kernels.stack import FRAME, WINDOW, Stack

    words, legal_words = words_for(game.fluents), words_for(game.moves)
    return Stack(
        plies=plies,
        frames=np.zeros(plies * FRAME, np.int64),
        windows=np.zeros(plies * WINDOW, np.float64),
        lines=np.zeros(plies * plies, np.int32),
        pool=np.zeros(room, np.int32),
        room=room,
        rows=np.zeros(plies * LANES * words, np.uint64),
        words=words,
        legal=np.zeros(plies * LANES * legal_words, np.uint64),
        legal_words=legal_words,
        ended=np.zeros(plies, np.uint64),
        goals=np.zeros(plies * game.goals, np.uint64),
        view_wires=wires(game.viewing),
        step_wires=wires(game.stepping),
        block=np.zeros(LANES, np.uint64),
        tally=np.zeros(3 * game.roles, np.int64),
    )


class Fast:
    """Searches of states with windows, sharing a table; `clock` is that of the search going on."""

    def __init__(
        self,
        duel: Duel,
        score: Score,
        clock: Clock,
        *,
        table: bool = True,
        leaves: bool = False,
        table_first: bool = True,
        scout: bool = False,
    ) -> None:
        """Make room for a match of a compiled game.

        Args:
            duel: the game, and for whom.
            score: the duel's guess, as `chosen` returned it.
            clock: of the first search.
            table: remember states that were searched before.
            leaves: remember leaves too.
            table_first: try the table's move first.
            scout: test all moves but the first with an empty window.
        """
        from zermelo.search.kernels import alphabeta
        from zermelo.search.kernels.table import FIRST, LEAVES, ON

        assert isinstance(duel.game, CircuitGame)
        self.duel = duel
        self.game = duel.game
        self.clock = clock
        self.narrow = narrowed(self.game)
        self.scorer = scorer_of(self.narrow, of_role(score, duel.role))
        self.stack = new_stack(self.narrow, FIRST_PLIES, FIRST_PLIES * 16 + 2 * self.narrow.moves)
        self.table = new_table(self.game.words, FIRST_CELLS if table else 1)
        for setting, given in ((ON, table), (LEAVES, leaves), (FIRST, table_first)):
            self.table.state[setting] = given
        self.registers = np.zeros(alphabeta.REGISTERS, np.int64)
        self.registers[alphabeta.ROLE] = duel.role
        self.registers[alphabeta.SCOUT] = scout
        self.values = np.zeros(2, np.float64)
        gates = self.narrow.viewing.gates + self.narrow.stepping.gates
        # Nodes of a slice: a gate takes about a nanosecond, and the rest of a node 500.
        self.slice = max(1, int(SLICE * 1e9 / (gates + 500)))

    def at(self, clock: Clock) -> "Fast":
        """Search by another clock from now on."""
        from zermelo.search.kernels.table import FIXED

        self.clock = clock
        self.table.state[FIXED] = 0
        return self

    def value(self, state: State, depth: int | None, low: float, high: float) -> Answer:
        """Return a value v, its line, and whether no guess was involved (fail-soft).

        v <= low: the worth is at most v. v >= high: the worth is at least v. Else it is v.
        """
        from zermelo.search.kernels import alphabeta as kernel
        from zermelo.search.kernels import leaf
        from zermelo.search.kernels import stack as frames

        registers, stack = self.registers, self.stack
        stack.rows[: stack.words] = self.game.row(state)
        stack.frames[frames.DEPTH] = -1 if depth is None else depth
        stack.windows[frames.LOW], stack.windows[frames.HIGH] = low, high
        self.values[leaf.TOTAL] = np.nan if self.duel.total is None else self.duel.total
        for register in (kernel.PHASE, kernel.PLY, kernel.NODES, kernel.LEAVES_SEEN, kernel.CUTS):
            registers[register] = 0
        while (status := self.run()) != kernel.DONE:
            if status == kernel.DEEPER:
                self.deepen()
            elif status == kernel.FULL:
                self.enlarge()
            elif status != kernel.PAUSED:
                self.refuse(state, status)
        if not np.isnan(self.values[leaf.TOTAL]):
            self.duel.total = float(self.values[leaf.TOTAL])
        value = float(self.values[leaf.VALUE])
        sure = bool(self.stack.frames[frames.SURE])
        length = int(self.stack.frames[frames.LENGTH])
        moves = self.stack.lines[:length].copy().reshape(-1, 1)
        return value, self.unfolded(state, moves, 0, value), sure

    def run(self) -> int:
        """Search for a slice of time; OutOfTimeError when a limit is reached."""
        from zermelo.search.kernels import alphabeta as kernel

        registers, count, limits = self.registers, self.clock.count, self.clock.limits
        nodes, leaves, cuts = registers[kernel.NODES : kernel.CUTS + 1].tolist()
        size = self.slice
        if limits.nodes is not None:
            size = max(1, min(size, limits.nodes - count.nodes))
        begin = time.perf_counter()
        status = kernel.search(
            self.narrow,
            self.scorer,
            self.stack,
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
            if done == self.slice:
                self.slice = max(1, int(self.slice * min(4.0, max(0.25, SLICE / gone))))
            self.clock.tick(done)
        else:
            # An answer is an answer, even if it comes a little late.
            count.nodes += done
        return status

    def continued(self, state: State, line: Line, depth: int | None, value: float) -> Line:
        """Return a line that broke off at an answer of the table, as far as the table knows it."""
        firsts = self.narrow.firsts[:-1]
        moves = np.array(line, np.int32).reshape(-1, firsts.size) + firsts
        return self.unfolded(
            state, moves, depth if self.table.cells.size > self.table.words + 3 else 0, value
        )

    def unfolded(
        self, state: State, moves: NDArray[np.int32], depth: int | None, value: float
    ) -> Line:
        """Return a line with the moves of all roles, and on through the table to `depth`."""
        from zermelo.search.kernels.line import unfold

        self.stack.rows[: self.stack.words] = self.game.row(state)
        joints = np.zeros((self.stack.plies, self.narrow.roles), np.int32)
        left = -1 if depth is None else depth
        size = unfold(self.narrow, self.stack, self.table, moves, left, value, joints)
        return tuple(tuple(map(Move, joint)) for joint in joints[:size].tolist())

    def deepen(self) -> None:
        """Make the stack twice as deep, and its pool of moves twice as large."""
        old = self.stack
        new = self.stack = new_stack(self.narrow, 2 * old.plies, 2 * old.room)
        side = (old.plies, old.plies)
        new.lines.reshape(new.plies, new.plies)[: side[0], : side[1]] = old.lines.reshape(side)
        for name in ("frames", "windows", "pool", "rows", "legal", "ended", "goals"):
            before = getattr(old, name)
            getattr(new, name)[: before.size] = before

    def enlarge(self) -> None:
        """Make the table larger, or say that it may not grow."""
        from zermelo.search.kernels.table import FIXED, refill

        old = self.table
        allowed = MEMORY if self.clock.limits.memory is None else self.clock.limits.memory
        factor = 4 if old.cells.nbytes < FAST_GROWTH else 2
        if (factor + 1) * old.cells.nbytes > allowed:
            old.state[FIXED] = 1
            return
        new = new_table(old.words, factor * old.capacity)
        new.state[FIXED:] = old.state[FIXED:]
        refill(old, new)
        self.table = new

    def refuse(self, state: State, status: int) -> None:
        """Raise what the readable search raises where the kernel stopped."""
        from zermelo.search.kernels import alphabeta as kernel
        from zermelo.search.kernels import leaf
        from zermelo.search.kernels import stack as frames

        for ply in range(int(self.registers[kernel.PLY])):
            move = int(self.stack.pool[self.stack.frames[ply * frames.FRAME + frames.AT]])
            roles = self.narrow.firsts.tolist()
            role = max(role for role, first in enumerate(roles[:-1]) if first <= move)
            for joint, child in self.duel.children(state):
                if joint[role] == move - roles[role]:
                    state = child
                    break
        if status == kernel.NO_WORTH:
            total = float(self.values[leaf.TOTAL])
            self.duel.total = None if np.isnan(total) else total
            self.duel.worth(state)
        else:
            self.duel.children(state)
        raise AssertionError(f"the kernel stopped with status {status}, its twin does not")
