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

from zermelo.engine.engine import Ints, Views, Words
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Move
from zermelo.proofs.symmetry.folding import Folding
from zermelo.sampling.matches import goal_table
from zermelo.search.one_role.goal_search import FoundWay, GoalSearch, SearchVerdict
from zermelo.search.puzzle.puzzle import PLAYER

BATCH = 1 << 14
"""States whose children are made at a time, at most."""
CHILDREN = 1 << 26
"""Bytes, about, that their children may take."""
CROWD = 16
"""Children for each state of a batch, on average; where there are more, fewer states are taken."""
FEWEST_STATES = 64
"""States whose children are made at a time, whatever they take."""


NOTHING = -1
"""What an end without a goal is worth: less than any goal."""


class LevelStore(Protocol):
    """States by level; whoever asks for what is new gets every state once."""

    def has_room(self, more: int) -> bool:
        """Whether `more` states would still fit."""

    def frontier(self) -> Iterator[Words]:
        """Yield the states of the level that is searched now, in batches."""

    def offer(self, rows: Words, parents: Ints) -> None:
        """Take children [children, words], with the places of their parents in the last batch."""

    def fresh(self) -> Iterator[Words]:
        """Yield states that are new, as far as that is known by now."""

    def finish(self) -> Iterator[Words]:
        """Yield all that is left that is new, and go on to the next level."""

    def way(self, row: Words, depth: int) -> list[Words]:
        """Return the states on the way to one at a known distance, with both ends."""

    def close(self) -> None:
        """Let go of everything."""


@dataclass(slots=True)
class Flood:
    """The states of one search; `levels` says how many states are how far from the start."""

    goal_search: GoalSearch
    game: CompiledGame
    store: LevelStore
    folding: Folding | None = None
    spill: Callable[["Flood"], LevelStore] | None = None  # where to go on when there is no room
    strict: bool = True  # a state without a move and an end without a goal are errors
    batch: int = BATCH
    levels: list[int] = field(default_factory=lambda: [1])
    best: tuple[float, Words, int] | None = None  # worth, row, depth
    verdict: SearchVerdict | None = None  # how it has ended
    seen: int = -1  # the distance up to which all states were looked at
    wide: float = 0.0  # children of a state, the most that a batch had
    going: int = 0  # states of the last level at which a match goes on

    def run(self) -> SearchVerdict:
        """Look for a nearest end that is worth enough."""
        for _ in self.steps():
            pass
        assert self.verdict is not None
        return self.verdict

    def steps(self) -> Iterator[None]:
        """Go on until there is a verdict; yields between batches, and after every level."""
        start = self.game.row(self.goal_search.start)[None]
        self.verdict = SearchVerdict.SOLVED if self.looked_at(self.folded(start), 0) else None
        while self.verdict is None:
            self.seen += 1
            yield
            if not self.levels[-1]:
                self.levels.pop()
                self.verdict = SearchVerdict.FAILURE
            elif self.goal_search.beyond(self.seen):
                self.verdict = SearchVerdict.CUTOFF if self.going else SearchVerdict.FAILURE
            else:
                self.levels.append(0)
                self.going = 0
                yield from self.level(self.seen + 1)

    def level(self, depth: int) -> Iterator[None]:
        """Go one move further; there is a verdict if an end was found that is worth enough."""
        for rows in self.store.frontier():
            begin = 0
            while begin < len(rows):
                part = rows[begin : begin + self.together()]
                children, parents = self.children(part)
                self.wide = max(self.wide, len(children) / len(part))
                if not self.store.has_room(len(children)):
                    self.store = self.elsewhere()
                self.store.offer(children, parents + np.int32(begin))
                begin += len(part)
                if self.looked_at_all(self.store.fresh(), depth):
                    return
                yield
        self.looked_at_all(self.store.finish(), depth)

    def together(self) -> int:
        """Return how many states may have their children made at a time."""
        wide = max(
            1.0,
            self.wide or len(self.goal_search.puzzle.game.legal(self.goal_search.start, PLAYER)),
        )
        room = CHILDREN / (8 * self.game.words)
        return max(FEWEST_STATES, min(self.batch, int(min(room, CROWD * self.batch) / wide)))

    def looked_at_all(self, batches: Iterator[Words], depth: int) -> bool:
        """Look at new states; returns whether there is a verdict."""
        if any(self.looked_at(new, depth) for new in batches):
            self.verdict = SearchVerdict.SOLVED
        return self.verdict is not None

    def elsewhere(self) -> LevelStore:
        """Return where to go on."""
        if self.spill is None:
            found = f"{self.goal_search.clock.count.nodes:,} states were found by then"
            raise LimitError(f"{self.game.name}: the memory is full: {found}")
        return self.spill(self)

    def children(self, rows: Words) -> tuple[Words, Ints]:
        """Return the states one move further, and the places of their parents among the rows."""
        from zermelo.search.one_role.kernels.seen import count_moves, list_moves

        machine = self.game.engine
        views = machine.view(rows)
        size = count_moves(views.legal, views.ended)
        parents, joints = np.empty(size, np.int32), np.empty((size, 1), np.int32)
        list_moves(views.legal, views.ended, parents, joints)
        if self.strict:
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
            self.goal_search.puzzle.children(self.game.state(rows[stuck[0]]))

    def looked_at(self, rows: Words, depth: int) -> bool:
        """Count new states, and keep the best end; returns whether it is worth enough."""
        views = self.game.engine.view(rows)
        ends = np.flatnonzero(views.ended)
        size, solved = len(rows), False
        self.going += size - len(ends)
        if len(ends):
            ended = Views(views.legal[ends], views.ended[ends], views.goals[ends])
            counts, values = goal_table(self.game, ended)
            bad = np.flatnonzero(counts[:, 0] != 1)
            if len(bad) and self.strict:
                self.goal_search.puzzle.worth(self.game.state(rows[ends[bad[0]]]))
            worths = np.where(counts[:, 0] == 1, values[:, 0], NOTHING)
            enough = np.flatnonzero(worths >= self.goal_search.target)
            at = int(enough[0]) if len(enough) else int(worths.argmax())
            worth = float(worths[at])
            best = (NOTHING, 0) if self.best is None else (self.best[0], -self.best[2])
            if worth > NOTHING and (worth, -depth) > best:
                self.best = worth, rows[ends[at]].copy(), depth
            if len(enough):
                size, solved = int(ends[at]) + 1, True
                ends = ends[: at + 1]
        if depth == len(self.levels) - 1 > 0:
            self.levels[depth] += size
        self.goal_search.clock.count.leaves += len(ends)
        self.count(size, last=solved)
        return solved

    def count(self, states: int, *, last: bool) -> None:
        """Count states against the limits; what was found is found, even if a little late."""
        clock = self.goal_search.clock
        if clock.limits.nodes is not None:
            states = min(states, clock.limits.nodes - clock.count.nodes)
        if last:
            clock.count.nodes += states
        else:
            clock.tick(states)

    def found(self) -> FoundWay | None:
        """Return the way to the best end so far."""
        if self.best is None:
            return None
        worth, row, depth = self.best
        return FoundWay(self.line(self.store.way(row, depth)), worth)

    def line(self, way: list[Words]) -> tuple[Joint, ...]:
        """Return the moves along a way; where states are folded, those of the start's own."""
        line: list[Joint] = []
        state = self.goal_search.start
        for row in way[1:]:
            children = self.goal_search.puzzle.children(state)
            rows = self.folded(np.array([self.game.row(child) for _, child in children]))
            at = int(np.flatnonzero((rows == row).all(axis=1))[0])
            joint, state = children[at]
            line.append((Move(joint[0]),))
        return tuple(line)
