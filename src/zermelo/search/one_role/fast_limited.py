"""IDA* by the kernel: does what `limited` does, on a puzzle that is made up of variables."""

import time
from dataclasses import dataclass, field
from math import inf

import numpy as np

from zermelo.game.game import Joint, Move
from zermelo.search.one_role.factored import factored, values_of, weights_of
from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.informed import Ran
from zermelo.search.one_role.node import PathNode
from zermelo.search.puzzle.additive import Additive
from zermelo.search.puzzle.tables import (
    BEYOND,
    CUT,
    CUTS,
    DEEPER,
    DEPTH,
    DONE,
    HOPELESS,
    LIMIT,
    MAYBE_END,
    NODES,
    PLY,
    REGISTERS,
    Factored,
    Ints,
    Longs,
    SearchLine,
)
from zermelo.search.puzzle.variables import Variable, Variables

SLICE = 0.01
"""Seconds between two looks at the clock."""
FIRST_PLIES = 128
FIRST_SLICE = 1 << 14
NONE_BEYOND = 1 << 40


def first_slice() -> int:
    """Return the nodes of the first slice: few where the kernel may not be compiled yet."""
    from zermelo.kernels.background import background

    return FIRST_SLICE >> 10 if background.answers else FIRST_SLICE


@dataclass(slots=True)
class FastLimited:
    """One search, on the tables of its puzzle."""

    goal_search: GoalSearch
    estimate: Additive
    game: Factored
    cover: list[Variable]
    weights: Ints
    line: SearchLine
    registers: Longs = field(default_factory=lambda: np.zeros(REGISTERS, np.int64))
    slice: int = field(default_factory=first_slice)

    @classmethod
    def of(
        cls, goal_search: GoalSearch, estimate: Additive, variables: Variables
    ) -> "FastLimited | None":
        """Return a search on tables; None if the puzzle has none."""
        made = factored(variables)
        if made is None:
            return None
        game, cover = made
        weights = np.array(weights_of(estimate, cover, game.width), np.int32)
        return cls(goal_search, estimate, game, cover, weights, new_line(game, FIRST_PLIES))

    def run(self) -> Ran:
        """Look for an end that is worth enough, with the least limit that lets one through."""
        limit = self.estimate(self.goal_search.start)
        if limit == inf:
            return Ran(SearchVerdict.FAILURE, hopeless=1)
        hopeless = 0
        while True:
            verdict = self.one_pass(int(limit))
            hopeless += int(self.registers[HOPELESS])
            beyond = int(self.registers[BEYOND])
            if verdict is SearchVerdict.SOLVED or beyond == NONE_BEYOND:
                return Ran(verdict, hopeless)
            limit = beyond

    def one_pass(self, limit: int) -> SearchVerdict:
        """Return how a limit does; the least f beyond it is in the registers."""
        from zermelo.search.one_role.kernels.line import go_back

        self.plant(limit)
        while (status := self.search()) != DONE:
            if status == DEEPER:
                self.line = deeper(self.line, new_line(self.game, 2 * self.line.plies))
            elif status == MAYBE_END and self.ended():
                if self.goal_search.solved:
                    return SearchVerdict.SOLVED
                go_back(self.game, self.line, int(self.registers[PLY]))
                self.registers[PLY] -= 1
        return SearchVerdict.CUTOFF if self.registers[CUT] else SearchVerdict.FAILURE

    def plant(self, limit: int) -> None:
        """Begin with the start alone."""
        game, line = self.game, self.line
        self.goal_search.clock.tick()
        values = values_of(self.goal_search.start, self.cover)
        keys = [number * game.width + value for number, value in enumerate(values)]
        line.values[:] = values
        line.movers[:] = 0
        for number, key in enumerate(keys):
            may_change = int(game.changing[key])
            own = [move for move in range(game.moves) if may_change >> move & 1]
            line.movers[own] |= np.uint64(1 << number)
        line.left[0] = int(self.estimate(self.goal_search.start))
        line.away[0] = game.variables - int(game.ending[keys].sum())
        line.hashes[0] = np.bitwise_xor.reduce(game.keys[keys])
        line.rest[0] = np.bitwise_or.reduce(game.legal[keys])
        line.tops[0] = 0
        self.registers[:] = 0
        self.registers[LIMIT] = limit
        self.registers[BEYOND] = NONE_BEYOND
        self.registers[DEPTH] = -1 if self.goal_search.depth is None else self.goal_search.depth

    def search(self) -> int:
        """Search for a slice of time; OutOfTimeError when a limit is reached."""
        from zermelo.search.one_role.kernels.line import search

        clock, registers = self.goal_search.clock, self.registers
        nodes, cuts = int(registers[NODES]), int(registers[CUTS])
        size = self.slice
        if clock.limits.nodes is not None:
            size = max(1, min(size, clock.limits.nodes - clock.count.nodes))
        begin = time.perf_counter()
        status = search(self.game, self.line, self.weights, registers, nodes + size)
        gone = time.perf_counter() - begin
        done = int(registers[NODES]) - nodes
        clock.count.cuts += int(registers[CUTS]) - cuts
        if done == self.slice:
            self.slice = max(1, int(self.slice * min(4.0, max(0.25, SLICE / gone))))
        if status == DONE:
            clock.count.nodes += done
        else:
            clock.tick(done)
        return status

    def ended(self) -> bool:
        """Whether the last node of the line is an end; then it is kept if it is the best so far."""
        node = PathNode(self.goal_search.start)
        for joint in self.moves():
            node = node.child(joint, self.goal_search.puzzle.game.next(node.state, joint))
        if self.goal_search.ended(node):
            return True
        self.goal_search.puzzle.children(node.state)  # refuses a state without moves
        return False

    def moves(self) -> list[Joint]:
        """Return the moves to the last node of the line."""
        return [(Move(int(move)),) for move in self.line.made[: self.registers[PLY]]]


def new_line(game: Factored, plies: int) -> SearchLine:
    """Return a line with room for a number of plies."""
    return SearchLine(
        plies,
        np.zeros(game.variables, np.uint8),
        np.zeros(game.moves, np.uint64),
        np.zeros(plies, np.int64),
        np.zeros(plies, np.int64),
        np.zeros(plies, np.uint64),
        np.zeros(plies, np.uint64),
        np.zeros(plies, np.int32),
        np.zeros(plies + 1, np.int32),
        np.zeros(plies * game.variables, np.int32),
        np.zeros(plies * game.variables, np.uint8),
        np.zeros(2 * game.variables, np.int32),
    )


def deeper(line: SearchLine, longer: SearchLine) -> SearchLine:
    """Return what is in one line in a longer one."""
    longer.values[:], longer.movers[:] = line.values, line.movers
    longer.left[: line.left.size], longer.away[: line.away.size] = line.left, line.away
    longer.hashes[: line.hashes.size], longer.rest[: line.rest.size] = line.hashes, line.rest
    longer.made[: line.made.size], longer.tops[: line.tops.size] = line.made, line.tops
    longer.changed[: line.changed.size] = line.changed
    longer.before[: line.before.size] = line.before
    return longer
