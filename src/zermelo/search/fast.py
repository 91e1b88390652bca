"""Searches with windows by the kernels: `Fast` answers as the readable `Window` does, only sooner.

It is to be had for compiled games, and for evaluators that are known to the kernels. Watching and
orders of moves beyond the table's are for the readable version.
"""

import time
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.machine import words_for
from zermelo.circuit.narrow import Narrow, narrow
from zermelo.errors import UsageError
from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.evaluate.evaluators.goals import Goals
from zermelo.evaluate.evaluators.mobility import Mobility
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Game, Joint, Move, State
from zermelo.search.base import Clock
from zermelo.search.duel import Duel
from zermelo.search.events import Watch

if TYPE_CHECKING:
    from zermelo.search.kernels.stack import Stack
    from zermelo.search.kernels.table import Table

Line = tuple[Joint, ...]
EVALUATORS: tuple[type, ...] = (Even, Goals, Mobility)
"""In the order of the kernel's numbers for them."""
SLICE = 0.01
"""Seconds between two looks at the clock."""
MEMORY = 1 << 30
"""Bytes that a table may have where the caller sets no limit."""
FIRST_PLIES = 64
FIRST_CELLS = 1 << 13


def chosen(
    kernel: str, game: Game, evaluator: Evaluator, watch: Watch | None, *, plain: bool = True
) -> bool:
    """Whether a search should use the kernels: `kernel` is auto, on or off.

    Args:
        kernel: the option as it was given.
        game: what is searched.
        evaluator: what guesses.
        watch: who looks on; only the readable version can be watched.
        plain: whether no other option asks for what the kernels lack.

    Raises:
        UsageError: it must, but cannot; or `kernel` is none of the three.
    """
    if kernel not in ("auto", "on", "off"):
        raise UsageError(f"kernel takes auto, on or off, not {kernel!r}")
    why = ""
    if not isinstance(game, CircuitGame):
        why = f"{game.name} is not compiled"
    elif type(evaluator) not in EVALUATORS:
        names = ", ".join(one.__name__.lower() for one in EVALUATORS)
        why = f"of the evaluators it knows only {names}"
    elif not plain:
        why = "it has no killers and no history"
    if kernel == "on" and why:
        raise UsageError(f"the kernel cannot run: {why}; kernel=auto takes it where it can")
    return kernel != "off" and not why and watch is None


@lru_cache(maxsize=32)
def narrowed(game: CircuitGame) -> Narrow:
    """Return the circuit of a game as the kernels want it."""
    return narrow(game.gates)


def new_table(words: int, capacity: int, on: bool = True) -> "Table":
    """Return a table without entries."""
    from zermelo.search.kernels.table import EXTRA, Table

    cells = np.zeros(capacity * (words + EXTRA), np.uint64)
    state = np.array([0, capacity * 5 // 8, 0, on], np.int64)
    return Table(cells, cells.view(np.float64), words, state)


def new_stack(game: Narrow, plies: int) -> "Stack":
    """Return a stack for so many plies."""
    from zermelo.circuit.kernels.narrow import LANES
    from zermelo.search.kernels.stack import FRAME, WINDOW, Stack

    moves = int(game.roles[-1])
    return Stack(
        frames=np.zeros((plies, FRAME), np.int64),
        windows=np.zeros((plies, WINDOW), np.float64),
        lines=np.zeros((plies, plies), np.int32),
        pool=np.zeros(plies * 16 + 2 * moves + 64, np.int32),
        rows=np.zeros((plies, LANES, words_for(game.fluents)), np.uint64),
        legal=np.zeros((plies, LANES, words_for(moves)), np.uint64),
        ended=np.zeros(plies, np.uint64),
        goals=np.zeros((plies, game.goal_roles.size), np.uint64),
        view_wires=wires(game.viewing.inputs + game.viewing.pairs.size // 2),
        step_wires=wires(game.stepping.inputs + game.stepping.pairs.size // 2),
        tally=np.zeros((3, game.roles.size - 1), np.int64),
    )


def wires(size: int) -> NDArray[np.uint64]:
    """Return wires that are all false, each beside its complement."""
    words = np.zeros(2 * size, np.uint64)
    words[1::2] = ~np.uint64(0)
    return words


class Fast:
    """Searches of states with windows, sharing a table; `clock` is that of the search going on."""

    def __init__(
        self, duel: Duel, evaluator: Evaluator, *, table: bool = True, scout: bool = False
    ) -> None:
        """Make room for a match of a compiled game."""
        from zermelo.search.kernels import alphabeta

        assert isinstance(duel.game, CircuitGame)
        self.duel = duel
        self.game = duel.game
        self.clock = Clock()
        self.narrow = narrowed(self.game)
        self.stack = new_stack(self.narrow, FIRST_PLIES)
        self.table = new_table(self.game.words, FIRST_CELLS if table else 1, table)
        self.registers = np.zeros(alphabeta.REGISTERS, np.int64)
        self.registers[alphabeta.ROLE] = duel.role
        self.registers[alphabeta.EVALUATOR] = EVALUATORS.index(type(evaluator))
        self.registers[alphabeta.SCOUT] = scout
        self.values = np.zeros(2, np.float64)
        gates = (self.narrow.viewing.pairs.size + self.narrow.stepping.pairs.size) // 2
        # Nodes of a slice: a gate takes about a nanosecond, and the rest of a node 500.
        self.slice = max(1, int(SLICE * 1e9 / (gates + 500)))

    def value(
        self, state: State, depth: int | None, low: float, high: float
    ) -> tuple[float, Line, bool]:
        """Return a value v, its line, and whether no guess was involved (fail-soft).

        v <= low: the worth is at most v. v >= high: the worth is at least v. Else it is v.
        """
        from zermelo.search.kernels import alphabeta as kernel
        from zermelo.search.kernels import stack as frames

        registers, stack = self.registers, self.stack
        stack.rows[0, 0] = self.game.row(state)
        frames.plant(self.narrow, stack)
        stack.frames[0, frames.LANE] = 0
        stack.frames[0, frames.DEPTH] = -1 if depth is None else depth
        stack.windows[0, frames.LOW], stack.windows[0, frames.HIGH] = low, high
        self.values[kernel.TOTAL] = np.nan if self.duel.total is None else self.duel.total
        for register in (kernel.PHASE, kernel.PLY, kernel.NODES, kernel.LEAVES, kernel.CUTS):
            registers[register] = 0
        while (status := self.run()) != kernel.DONE:
            if status == kernel.DEEPER:
                self.deepen()
            elif status == kernel.FULL:
                self.enlarge()
            elif status != kernel.PAUSED:
                self.refuse(state, status)
        if not np.isnan(self.values[kernel.TOTAL]):
            self.duel.total = float(self.values[kernel.TOTAL])
        value = float(self.values[kernel.VALUE])
        return value, self.line(state), bool(self.stack.frames[0, frames.SURE])

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
            self.narrow, self.stack, self.table, registers, self.values, nodes + size
        )
        gone = time.perf_counter() - begin
        done = int(registers[kernel.NODES]) - nodes
        count.leaves += int(registers[kernel.LEAVES]) - leaves
        count.cuts += int(registers[kernel.CUTS]) - cuts
        if status == kernel.PAUSED:
            if done == self.slice:
                self.slice = max(1, int(self.slice * min(4.0, max(0.25, SLICE / gone))))
            self.clock.tick(done)
        else:
            # An answer is an answer, even if it comes a little late.
            count.nodes += done
        return status

    def line(self, state: State) -> Line:
        """Return the line that the root's value comes from, with the moves of all roles."""
        from zermelo.search.kernels import stack as frames

        length = int(self.stack.frames[0, frames.LENGTH])
        joints = np.zeros((length, len(self.game.roles)), np.int32)
        if length:
            moves = self.stack.lines[0, :length].copy()
            self.stack.rows[0, 0] = self.game.row(state)
            frames.replay(self.narrow, self.stack, moves, joints)
        return tuple(tuple(map(Move, joint)) for joint in joints.tolist())

    def deepen(self) -> None:
        """Make the stack twice as deep, and its pool of moves twice as large."""
        old = self.stack
        plies = len(old.frames)
        new = new_stack(self.narrow, 2 * plies)
        pool = np.zeros(2 * old.pool.size, np.int32)
        pool[: old.pool.size] = old.pool
        self.stack = new._replace(pool=pool)
        self.stack.lines[:plies, :plies] = old.lines
        for name in ("frames", "windows", "rows", "legal", "ended", "goals"):
            getattr(self.stack, name)[:plies] = getattr(old, name)

    def enlarge(self) -> None:
        """Make the table four times as large, or twice, or say that it may not grow."""
        from zermelo.search.kernels.table import EXTRA, FIXED, refill

        old = self.table
        allowed = MEMORY if self.clock.limits.memory is None else self.clock.limits.memory
        for factor in (4, 2):
            if (factor + 1) * old.cells.nbytes <= allowed:
                new = new_table(old.words, factor * old.cells.size // (old.words + EXTRA))
                refill(old, new)
                self.table = new
                return
        old.state[FIXED] = 1

    def refuse(self, state: State, status: int) -> None:
        """Raise what the readable search raises where the kernel stopped."""
        from zermelo.search.kernels import alphabeta as kernel
        from zermelo.search.kernels import stack as frames

        for ply in range(int(self.registers[kernel.PLY])):
            move = int(self.stack.pool[self.stack.frames[ply, frames.AT]])
            roles = self.narrow.roles.tolist()
            role = max(role for role, first in enumerate(roles[:-1]) if first <= move)
            for joint, child in self.duel.children(state):
                if joint[role] == move - roles[role]:
                    state = child
                    break
        if status in (kernel.NO_GOAL, kernel.NOT_CONSTANT):
            total = float(self.values[kernel.TOTAL])
            self.duel.total = None if np.isnan(total) else total
            self.duel.worth(state)
        else:
            self.duel.children(state)
        raise AssertionError(f"the kernel stopped with status {status}, its twin does not")
