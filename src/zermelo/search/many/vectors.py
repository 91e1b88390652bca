"""The plain search for a vector of worths, whatever everybody is believed to want.

At every node the role that decides takes the child that is best by the model, the first of equals;
what is passed up is the whole vector. Nothing is left out, but for one thing: an offensive that has
its target down, and gets the most it can itself, has nothing more to look for there.
"""

from dataclasses import dataclass, field
from math import inf

from zermelo.game.game import Joint, Role, State
from zermelo.search.base import Clock
from zermelo.search.many.exact import Number, Vector
from zermelo.search.many.opponent_model import Key, OpponentModel
from zermelo.search.many.vector_game import Leaf, VectorGame
from zermelo.search.many.watching import Telling
from zermelo.search.parts.windows import Line

ENTRY = 600
"""Bytes that an entry of the table takes, with its key and its line, about."""
Found = tuple[Vector, Line, bool]
"""What a state is worth to each role, the line that leads there, whether no guess was involved."""


@dataclass(slots=True)
class VectorMemory:
    """What was found of states, by model: answers a question of its own depth, or a settled one.

    When it is full, nothing new is kept.
    """

    most: int = 1 << 20
    entries: dict[tuple[State, OpponentModel], tuple[float, Found]] = field(default_factory=dict)

    def find(self, state: State, model: OpponentModel, depth: float) -> Found | None:
        """Return what a search to `depth` would find, if that is known."""
        known, found = self.entries.get((state, model), (-inf, None))
        settled = found is not None and found[2] and known <= depth
        return found if known == depth or settled else None

    def keep(self, state: State, model: OpponentModel, depth: float, found: Found) -> None:
        """Keep what a search to `depth` found."""
        if (state, model) in self.entries or len(self.entries) < self.most:
            self.entries[state, model] = depth, found


@dataclass(slots=True)
class Vectors:
    """Searches of states by one model, on one trail."""

    vector_game: VectorGame
    model: OpponentModel
    trail: Telling
    memory: VectorMemory | None = None
    least: Number = -inf  # what the target cannot go below
    most: Number = inf  # what the root cannot get more than

    def value(
        self,
        state: State,
        depth: int | None,
        joint: Joint | None = None,
        ply: int = 0,
        leaf: Leaf | None = None,
    ) -> Found:
        """Return what a state is worth to each role; a `leaf` is not looked beyond."""
        self.trail.come(state, joint)
        left = inf if depth is None else depth
        memory = self.memory
        found = memory.find(state, self.model, left) if memory and not leaf else None
        if found is not None:
            self.trail.remembered(found[0])
        elif leaf or depth == 0 or self.vector_game.terminal(state):
            values, sure = leaf or self.vector_game.leaf(state)
            self.trail.found(values)
            found = values, (), sure
        else:
            found = self.searched(state, depth, ply)
            if memory:
                memory.keep(state, self.model, left, found)
        self.trail.gone(found[0])
        return found

    def searched(self, state: State, depth: int | None, ply: int) -> Found:
        """Return what a state is worth by its children."""
        turn = self.vector_game.turn(state)
        owner, children = Role(0) if turn.mover is None else turn.mover, turn.children
        below = None if depth is None else depth - 1
        best: tuple[Key, Vector, Line] | None = None
        proven = True
        leaves = self.vector_game.leaves(children) if depth == 1 else [None] * len(children)
        for number, (joint, child) in enumerate(children):
            values, line, sure = self.value(child, below, joint, ply + 1, leaves[number])
            proven = proven and sure
            key = self.model.key(owner, values)
            if best is None or key > best[0]:
                best = key, values, (joint, *line)
                self.trail.better(values)
            if number + 1 < len(children) and ply > 0 and self.is_down(owner, values):
                self.stop(values, tuple(joint for joint, _ in children[number + 1 :]))
                break
        assert best is not None, "children are never none"
        return best[1], best[2], proven

    def is_down(self, owner: Role, values: Vector) -> bool:
        """Whether the root decides, its target cannot get less than this, nor itself more."""
        root, target = self.model.root, self.model.target
        if owner != root or target is None:
            return False
        return values[target] <= self.least and values[root] >= self.most

    def stop(self, values: Vector, unseen: tuple[Joint, ...]) -> None:
        """Tell of moves that are left out because the target is down."""
        assert self.model.target is not None
        name = self.vector_game.game.roles[self.model.target]
        root = self.vector_game.game.roles[self.model.root]
        least, most = float(self.least), float(self.most)
        why = f"{name} cannot get less than {least:g}, nor {root} more than {most:g}"
        self.trail.left_out(values, why, unseen)


def memory_for(clock: Clock) -> VectorMemory:
    """Return a memory that keeps to what the caller allows."""
    allowed = clock.limits.memory
    return VectorMemory() if allowed is None else VectorMemory(allowed // ENTRY)
