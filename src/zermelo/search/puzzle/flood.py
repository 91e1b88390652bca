"""Breadth-first search of a compiled puzzle, thousands of states at a time.

A pass of the circuit makes a thousand children; those that are new are found by hashing whole rows.
States are numbered in the order in which they are first seen, as the readable search does it, so
that both find the same end by the same way after the same number of states. What does not fit into
the memory is kept on disk.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from zermelo.circuit.machine import Ints, Views, Words
from zermelo.errors import LimitError
from zermelo.logic.symmetry.folding import Folding
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Joint, Move
from zermelo.position.sample import goal_table
from zermelo.search.puzzle.quest import Quest, Verdict, Way

BATCH = 1 << 14
"""States whose children are made at a time."""


class Store(Protocol):
    """States by level; whoever asks for what is new gets every state once."""

    def has_room(self, more: int) -> bool:
        """Whether so many more states would fit."""

    def frontier(self) -> Iterator[Words]:
        """Yield the states of the level that is searched now, in batches."""

    def offer(self, rows: Words, parents: Ints) -> None:
        """Take children [children, words], with the places of their parents in the last batch."""

    def fresh(self) -> Iterator[Words]:
        """Yield states that are new, as far as that is known by now."""

    def finish(self) -> Iterator[Words]:
        """Yield all that is left that is new, and go on to the next level."""

    def way(self, row: Words, depth: int) -> list[Words]:
        """Return the states on the way to one that is so many moves away, with both ends."""

    def close(self) -> None:
        """Let go of everything."""


@dataclass(slots=True)
class Flood:
    """A search of one quest; `levels` says how many states are how far from the start."""

    quest: Quest
    game: CircuitGame
    store: Store
    folding: Folding | None = None
    spill: Callable[["Flood"], Store] | None = None  # where to go on when there is no room
    levels: list[int] = field(default_factory=lambda: [1])
    best: tuple[float, Words, int] | None = None  # worth, row, depth

    def run(self) -> Verdict:
        """Look for a nearest end that is worth enough."""
        start = self.game.row(self.quest.start)[None]
        if self.looked_at(self.folded(start), 0):
            return Verdict.SOLVED
        depth = 0
        while self.levels[-1]:
            if self.quest.beyond(depth):
                return Verdict.CUTOFF
            depth += 1
            self.levels.append(0)
            if self.level(depth):
                return Verdict.SOLVED
        self.levels.pop()
        return Verdict.FAILURE

    def level(self, depth: int) -> bool:
        """Go one move further; returns whether an end was found that is worth enough."""
        for rows in self.store.frontier():
            children, parents = self.children(rows)
            if not self.store.has_room(len(children)):
                self.store = self.elsewhere()
            self.store.offer(children, parents)
            for new in self.store.fresh():
                if self.looked_at(new, depth):
                    return True
        return any(self.looked_at(new, depth) for new in self.store.finish())

    def elsewhere(self) -> Store:
        """Return where to go on."""
        if self.spill is None:
            found = f"{self.quest.clock.count.nodes:,} states were found by then"
            raise LimitError(f"{self.game.name}: the memory is full: {found}")
        return self.spill(self)

    def children(self, rows: Words) -> tuple[Words, Ints]:
        """Return the states one move further, and the places of their parents among the rows."""
        from zermelo.search.puzzle.kernels.seen import count_moves, list_moves

        machine = self.game.machine
        views = machine.view(rows)
        size = count_moves(views.legal, views.ended)
        parents, joints = np.empty(size, np.int32), np.empty((size, 1), np.int32)
        list_moves(views.legal, views.ended, parents, joints)
        self.refuse_stuck(rows, views, parents)
        return self.folded(machine.step(rows[parents], joints)), parents

    def folded(self, rows: Words) -> Words:
        """Return the rows that stand for others."""
        return rows if self.folding is None else self.folding.folded(rows)[0]

    def refuse_stuck(self, rows: Words, views: Views, parents: Ints) -> None:
        """Raise PlayError where there is no move before the end."""
        moving = np.zeros(len(rows), np.bool_)
        moving[parents] = True
        stuck = np.flatnonzero(~moving & ~views.ended)
        if len(stuck):
            self.quest.puzzle.children(self.game.state(rows[stuck[0]]))

    def looked_at(self, rows: Words, depth: int) -> bool:
        """Count new states, and keep the best end; returns whether it is worth enough."""
        views = self.game.machine.view(rows)
        ends = np.flatnonzero(views.ended)
        size, solved = len(rows), False
        if len(ends):
            ended = Views(views.legal[ends], views.ended[ends], views.goals[ends])
            counts, values = goal_table(self.game, ended)
            bad = np.flatnonzero(counts[:, 0] != 1)
            if len(bad):
                self.quest.puzzle.worth(self.game.state(rows[ends[bad[0]]]))
            worths = values[:, 0]
            enough = np.flatnonzero(worths >= self.quest.target)
            at = int(enough[0]) if len(enough) else int(worths.argmax())
            worth = float(worths[at])
            if self.best is None or (worth, -depth) > (self.best[0], -self.best[2]):
                self.best = worth, rows[ends[at]].copy(), depth
            if len(enough):
                size, solved = int(ends[at]) + 1, True
                ends = ends[: at + 1]
        if depth == len(self.levels) - 1 > 0:
            self.levels[depth] += size
        self.quest.clock.count.leaves += len(ends)
        self.count(size, last=solved)
        return solved

    def count(self, states: int, *, last: bool) -> None:
        """Count states against the limits; what was found is found, even if a little late."""
        clock = self.quest.clock
        if clock.limits.nodes is not None:
            states = min(states, clock.limits.nodes - clock.count.nodes)
        if last:
            clock.count.nodes += states
        else:
            clock.tick(states)

    def found(self) -> Way | None:
        """Return the way to the best end so far."""
        if self.best is None:
            return None
        worth, row, depth = self.best
        return Way(self.line(self.store.way(row, depth)), worth)

    def line(self, way: list[Words]) -> tuple[Joint, ...]:
        """Return the moves along a way; where states are folded, those of the start's own."""
        line: list[Joint] = []
        state = self.quest.start
        for row in way[1:]:
            children = self.quest.puzzle.children(state)
            rows = self.folded(np.array([self.game.row(child) for _, child in children]))
            at = int(np.flatnonzero((rows == row).all(axis=1))[0])
            joint, state = children[at]
            line.append((Move(joint[0]),))
        return tuple(line)
