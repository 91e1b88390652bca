"""The tree search by the kernels: leaves are played out in lanes, a thousand at a time.

The same search as `zermelo.search.mcts.tree`, but for this: simulations do not wait for each other.
`group` lanes play the same leaf out, and their mean is one reward; with a `batch` of one group, and
leaves that are guessed at instead of played out, both are equal, visit by visit.
"""

from dataclasses import dataclass
from functools import partial
from math import ceil, inf
from typing import TYPE_CHECKING

import numpy as np

from zermelo.engine.narrow import new_workspace, width
from zermelo.evaluate.score import Score, scorer_of
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.sampling.playouts import play_out
from zermelo.search.mcts.reading import TreeReader
from zermelo.search.mcts.select import Ways
from zermelo.search.mcts.span import spans
from zermelo.search.mcts.threads import Ring, Team
from zermelo.search.mcts.tree_arrays import (
    DEEPEST_DESCENT,
    LANES,
    OF_THE_WHOLE,
    bytes_of,
    larger_tree,
    new_crews,
    new_tree,
)

if TYPE_CHECKING:
    from zermelo.search.mcts.kernels.arrays import TreeArrays

FIRST_NODES = 1 << 14
MEMORY = 1 << 30
"""Bytes that a tree may have where the caller sets no limit."""
PASS, GATE, MOVE, VISIT = 400e-9, 0.7e-9, 12e-9, 1e-6
"""Seconds that a pass takes at least, for each gate and for each move, and the tree for a visit."""
SHARE = 8
"""How many times as long as the passes the tree may take: rather too few lanes to a leaf than too
many, for visits are what makes the tree grow."""
MANY_GATES = 20_000
LONGEST_PLAYOUT = 1000
"""Steps to which playouts are followed to see how long they are."""
MOST_SEED = 1 << 63
"""Registers are words with a sign; the generator never leaves 0."""
LEARNT = 0.1
"""How much of the time of a pass may go into learning habits."""


def fitting(game: CompiledGame) -> int:
    """Return how many lanes shall play out the same leaf, so that tree and circuit work alike.

    A pass takes time whatever the lanes do in it. If playouts are short and gates are few, leaves
    come home faster than the tree can take them: then more lanes to a leaf cost next to nothing.
    """
    gates = max(1.0, game.dimensions.work / 4)  # a few rules need none at all
    if gates > MANY_GATES:
        return 1
    length = max(1.0, play_out(game, passes=1, step_limit=LONGEST_PLAYOUT).mean_length)
    passing = PASS + gates * GATE + game.dimensions.moves * MOVE
    groups = SHARE * length * passing / VISIT
    return max(2, min(64, 1 << max(0, int(LANES / groups).bit_length() - 1)))


@dataclass(frozen=True, slots=True)
class PlayoutPlan:
    """How leaves are played out in lanes."""

    group: int  # lanes that play out the same leaf
    batch: int  # groups that are at work at once, at most
    cutoff: int  # steps after which a playout is cut
    trust: int  # how many sixteenths playouts trust in habit
    seed: int  # of everything that is left to chance
    threads: int = 1

    @property
    def groups(self) -> int:
        """How many groups are at work at once."""
        return min(self.batch, LANES // self.group)


class KernelTree(TreeReader):
    """A tree that grows by kernels, from match to match of one game."""

    def __init__(
        self,
        game: CompiledGame,
        ways: Ways,
        score: Score,
        plan: PlayoutPlan,
        *,
        memory: int | None,
    ) -> None:
        """Make room.

        Args:
            game: what is played.
            ways: how the tree is searched.
            score: what guesses at the worth of states where playouts are cut.
            plan: how leaves are played out.
            memory: bytes that the tree may take.
        """
        from zermelo.search.mcts.kernels.search import Guess

        self.game, self.ways = game, ways
        self.memory = MEMORY if memory is None else memory
        narrow = game.engine.narrow
        self.guess = Guess(
            narrow,
            scorer_of(score),
            new_workspace(narrow),
            np.zeros(width(narrow), np.uint64),
            np.zeros((LANES, game.words), np.uint64),
            np.zeros((LANES, len(game.roles)), np.float64),
        )
        noted = plan.trust > 0 or ways.near > 0.0 or ways.bias > 0.0
        self.crews = new_crews(game, plan.group, plan.seed, plan.threads, noted=noted)
        self.team = Team(plan.threads)
        self.line_up()
        self.spans = spans(game)
        self.batch = plan.groups
        self.tree = self.empty(FIRST_NODES)
        self.configure(plan)
        self.spare: TreeArrays | None = None  # what was the tree before the last move
        self.root: State | None = None
        if not game.terminal(game.initial):
            self.get_ready()

    def configure(self, plan: PlayoutPlan) -> None:
        """Write into the arrays how the tree grows."""
        from zermelo.search.mcts.kernels import arrays

        ways, dimensions = self.ways, self.game.dimensions
        settings, numbers, registers = self.tree.settings, self.tree.numbers, self.tree.registers
        settings[arrays.SOLVER] = ways.solver
        settings[arrays.EXPAND_ALL] = ways.expand_all
        settings[arrays.DAG] = ways.dag
        settings[arrays.CHANCE] = -1 if ways.chance is None else ways.chance
        settings[arrays.CUTOFF] = plan.cutoff
        settings[arrays.GROUP] = plan.group
        settings[arrays.GROUPS] = LANES // plan.group
        settings[arrays.TRUST] = plan.trust
        settings[arrays.DEEPEST] = DEEPEST_DESCENT
        gates, moves = dimensions.work / 4, dimensions.moves
        settings[arrays.LEARNING] = max(1, ceil(3 * moves / (LEARNT * (gates + moves))))
        settings[arrays.CONSTANT] = arrays.UNSEEN if ways.constant else arrays.VARYING
        settings[arrays.UNIT] = 1 if ways.chance is None else arrays.EXACT
        self.tree.least[:] = [int(span.low) * settings[arrays.UNIT] for span in self.spans]
        self.tree.most[:] = [int(span.high) * settings[arrays.UNIT] for span in self.spans]
        numbers[arrays.EXPLORATION] = ways.exploration
        numbers[arrays.NEAR] = ways.near
        numbers[arrays.REFERENCE] = ways.reference
        numbers[arrays.BIAS] = ways.bias
        numbers[arrays.URGENCY] = inf if ways.urgency is None else ways.urgency
        registers[arrays.RANDOM] = (plan.seed * 2 + 88172645463325252) % MOST_SEED or 1
        self.rest()

    def line_up(self) -> None:
        """Have threads wait for their turns, the first one for nothing."""
        self.ring = Ring(len(self.crews))
        self.crews = [
            crew._replace(own_turn=own, next_turn=after)
            for crew, own, after in zip(self.crews, self.ring.own, self.ring.next, strict=True)
        ]
        self.crews[0].turns[:] = 0  # which are those of all threads

    def get_ready(self) -> None:
        """Load the kernels at the beginning: the clock of a first move may be too short for it."""
        self.plant(self.game.initial)
        self.keep_below(0)
        self.run(1, 0)
        self.rest()

    def empty(self, nodes: int) -> "TreeArrays":
        """Return a tree without nodes."""
        edges = max(nodes * 4, 4 * self.game.dimensions.moves)
        near, dag = self.ways.near > 0.0, self.ways.dag
        return new_tree(self.game, nodes, edges, 2 * edges, near=near, dag=dag)

    def plant(self, state: State) -> None:
        """Make a state the root; what is known below it is kept."""
        from zermelo.search.mcts.kernels.keep import enter, find

        if state == self.root:
            return
        found = find(self.tree, self.game.row(state))
        if found >= 0:
            self.keep_below(found)
        else:
            self.plant_bare(self.tree, state)
            enter(self.tree)
        self.root = state

    def keep_below(self, node: int) -> None:
        """Make a node the root, with all below it.

        The tree and that of one move ago change places: to make room anew at every move would take
        longer than a short clock allows.
        """
        from zermelo.search.mcts.kernels.keep import keep

        tree, new = self.tree, self.spare
        sizes = tree.room, tree.edge_room, tree.list_room
        if new is None or (new.room, new.edge_room, new.list_room) != sizes:
            new = new_tree(self.game, *sizes, near=tree.nearby, dag=tree.cells > 0)
        before = tree._replace(registers=tree.registers.copy())
        new = new._replace(**{name: getattr(tree, name) for name in OF_THE_WHOLE})
        keep(before, new, node)
        self.tree, self.spare = new, tree

    def plant_bare(self, tree: "TreeArrays", state: State) -> None:
        """Forget the tree but for its room, and have it begin with a root."""
        from zermelo.search.mcts.kernels import arrays

        tree.rows[: tree.words] = self.game.row(state)
        tree.kinds[0] = arrays.OPEN
        tree.visits[0] = tree.pending[0] = tree.hinted[0] = tree.bounded[0] = 0
        tree.totals[0] = 0.0
        tree.lows[0], tree.highs[0] = tree.least, tree.most
        tree.sibling[0] = tree.parent[0] = tree.alias[0] = -1
        at = 0
        for role, first in enumerate(self.game.dimensions.firsts[:-1].tolist()):
            tree.begins[0, role] = at
            for move in self.game.legal(state, Role(role)):
                tree.moves[at] = first + move
                at += 1
        tree.begins[0, tree.roles] = at
        tree.heads[:at] = tree.below[:at] = -1
        tree.tries[:at] = tree.waits[:at] = tree.hints[:at] = 0
        tree.gains[:at] = 0.0
        if tree.nearby:
            tree.near[:at] = 0
            tree.near_gains[:at] = 0.0
        tree.registers[arrays.NODES] = 1
        tree.registers[arrays.EDGES] = at
        tree.registers[arrays.LISTED] = 0

    def run(self, passes: int, most: int) -> bool:
        """Search for some passes, or to `most` simulations in all; return whether it may go on."""
        from zermelo.search.mcts.kernels import arrays
        from zermelo.search.mcts.kernels.search import search

        wide, turns = self.game.engine.wide, self.crews[0].turns

        def give_up() -> None:
            turns[arrays.GIVEN_UP] = 1
            self.ring.wake()

        while True:
            turns[arrays.STOPPED] = arrays.PAUSED
            status = self.team.together(
                [
                    partial(search, self.tree, wide, crew, self.guess, passes, most)
                    for crew in self.crews
                ],
                give_up,
            )
            if turns[arrays.VOID]:
                self.begin_anew()
            elif status == arrays.FULL:
                self.grow()
            else:
                return bool(status == arrays.PAUSED)

    def begin_anew(self) -> None:
        """Forget the tree: two ends share out different sums, so that its bounds are void."""
        from zermelo.search.mcts.kernels import arrays

        self.rest()
        self.crews[0].turns[arrays.VOID] = 0
        self.tree.settings[arrays.CONSTANT] = arrays.VARYING
        root, self.root = self.root, None
        self.tree.kinds[:] = arrays.AWAITED  # so that nothing of it is kept
        assert root is not None, "a tree without a root has no ends"
        self.plant(root)

    def grow(self) -> None:
        """Make more room where it is short, or let the tree stay as it is without the memory."""
        from zermelo.search.mcts.kernels import arrays

        tree, registers = self.tree, self.tree.registers
        if 3 * bytes_of(tree) > self.memory:
            tree.settings[arrays.FIXED] = 1
            return
        rooms = tree.room, tree.edge_room, tree.list_room
        used = registers[arrays.NODES], registers[arrays.EDGES], registers[arrays.LISTED]
        # There is always a role whose moves decide how much room a pass may need at most.
        lanes = LANES * len(self.crews)
        asked = 0, self.game.dimensions.moves, lanes * self.game.dimensions.moves
        self.tree = larger_tree(
            tree,
            *(
                2 * room if 2 * int(have) >= room or int(have) + more > room else room
                for room, have, more in zip(rooms, used, asked, strict=True)
            ),
        )

    def rest(self) -> None:
        """Give up all simulations that are under way: they leave no trace."""
        from zermelo.search.mcts.kernels import arrays
        from zermelo.search.mcts.kernels.begin import give_up

        if self.crews[0].turns[arrays.GIVEN_UP]:
            self.line_up()
        for crew in self.crews:
            give_up(self.tree, crew)
            crew.resting[:] = ~np.uint64(0)
            crew.forced[:] = 0
            crew.fresh[:] = 0
            crew.idle[:] = np.arange(crew.idle.size)[::-1]
            for count in (arrays.ARRIVALS, arrays.FORCED, arrays.MOVED, arrays.AGAIN):
                crew.counts[count] = 0
            crew.counts[arrays.FREE] = self.batch
        registers = self.tree.registers
        registers[arrays.COMING] = 0
        registers[arrays.LAUNCHED] = registers[arrays.FINISHED]
        self.tree.settings[arrays.FIXED] = 0

    def fade(self, decay: float) -> None:
        """Believe habits less, now that a move was made."""
        self.crews[0].fared[:] *= decay  # which is that of all threads

    @property
    def finished(self) -> int:
        """How many simulations were done since the beginning."""
        from zermelo.search.mcts.kernels.arrays import FINISHED

        return int(self.tree.registers[FINISHED])

    @property
    def playouts(self) -> int:
        """How many matches were played to their end."""
        from zermelo.search.mcts.kernels.arrays import PLAYOUTS

        return int(self.tree.registers[PLAYOUTS])

    @property
    def steps(self) -> int:
        """How many moves all those matches had, counted from the root."""
        from zermelo.search.mcts.kernels.arrays import STEPS

        return int(self.tree.registers[STEPS])
