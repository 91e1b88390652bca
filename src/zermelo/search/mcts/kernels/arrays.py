"""The arrays of the search: a tree, and groups of lanes that play its leaves out.

What a simulation needs of a node lies side by side in memory, and so does what it needs of an edge:
large trees wait for memory, not for arithmetic. Python sees an array for each field, with steps
between its items; kernels take bare memory, where a node begins `stride` words after the one before
it, and an edge `EDGE` words. In fields of 32 bits everything is twice as far, in those of 16 bits
four times.

A node's edges stand in one row for each role, role after role; `begins` says where each row begins,
and where the last one ends. Most nodes are visited once, and never need edges: a folded node has a
list of its moves only, and `begins` says where they stand in `listed`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import bare

Words = NDArray[np.uint64]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]

AWAITED, OPEN, END, SAME, STUCK, FOLDED = 0, 1, 2, 3, 4, 5
"""What a node is: its state is still being computed; open; the end; the same as another; not the
end, but a role has no move; open but for its edges."""
NOTHING, BOUNDS, CLOSED = 0, 1, 2
"""What an edge tells of its only child: nothing is proved; it has bounds beyond those of the rules;
they show that the edge is no better than what is sure, which stays so."""
PAUSED, DONE, FULL, UNEQUAL, ABANDONED = range(5)
"""Why the search came back: there were passes enough, nothing is left to do, the tree is full, two
ends share out different sums, or another thread has failed."""
NODES, EDGES, LAUNCHED, FINISHED, PLAYOUTS, RANDOM, STEPS, LISTED, COMING = range(9)
REGISTERS = 9
"""What is counted of a tree: nodes, edges, simulations begun and done, playouts; the state of a
generator; moves of all playouts, from the root to the end; moves of folded nodes; nodes that have
just got their state, in the lanes of all threads."""
PASSES, FREE, ARRIVALS, AGAIN, FORCED, MOVED = range(6)
COUNTS = 6
"""What is counted of the lanes of a thread: passes over the circuit, groups without work, groups
whose node has just got its state; the group whose leaf has siblings to be expanded with it, plus
one; groups that make their leaf's move, and whether they have made it."""
TURN, STOPPED, VOID, GIVEN_UP = range(4)
TURNS = 4
"""What threads share: whose turn it is; why they stop in this pass; whether two ends share out
different sums, so that the tree is void; whether they give up, as one of them has failed."""
SOLVER, EXPAND_ALL, DAG, CHANCE, CUTOFF, GROUP, GROUPS, TRUST, LEARNING, DEEPEST, FIXED = range(11)
CONSTANT, TOTAL, UNIT = 11, 12, 13
SETTINGS = 14
"""How it is searched: whether bounds are proved, all children expanded, equal states joined; the
role that plays by chance, or -1; steps after which a playout is cut; lanes to a group, groups;
how many sixteenths habit is trusted; passes between two looks at what was learnt; the longest
path; whether the tree may not grow any more; whether bounds rely on two roles sharing out the same
always (see below), and what that is, in units; units of bounds to a goal of 1."""
VARYING, UNSEEN, SEEN = 0, 1, 2
"""Of CONSTANT: ends share out different sums; no end was seen yet; all had the same total."""
EXPLORATION, NEAR, REFERENCE, BIAS, URGENCY = range(5)
NUMBERS = 5
"""c of UCB1; K of RAVE; visits from which on a node's own near moves count; how much counts how a
move fared elsewhere; by how much a move that was never tried is taken to be above the mean."""
EXACT = 2**8 * 3**6 * 5**3 * 7**2 * 11 * 13
"""Units to a goal of 1 in games of chance, so that means of a few throws are whole numbers too. A
mean that is none is rounded outwards: bounds stay sound, only then they may not meet."""
SPREAD = 2654435761


EDGE = 4
"""Words of an edge."""


class TreeArrays(NamedTuple):
    """Nodes and edges; `via`, `sibling` and `heads` lead to children.

    Sizes stand beside arrays, so that a kernel may take bare memory.
    """

    roles: int
    words: int
    room: int  # for nodes
    edge_room: int
    list_room: int
    cells: int  # of the table; 0 without
    nearby: bool  # whether there is RAVE
    stride: int  # words of a node
    node_records: Longs  # [nodes * stride] what all fields of nodes are views of
    edge_records: Longs  # [edges * EDGE]
    visits: Longs  # [nodes]
    pending: Ints  # [nodes] simulations that are under way
    kinds: Ints  # [nodes]
    hinted: Ints  # [nodes] whether a child may have bounds
    bounded: Ints  # [nodes] whether there are bounds beyond those of the rules
    same: Ints  # [nodes] the node that one is the same as
    begins: Ints  # [nodes, roles + 1]
    totals: Floats  # [nodes, roles]
    sibling: Ints  # [nodes] the next child by the same edge of the last role that chooses; -1
    parent: Ints  # [nodes] the node of which one is a child; -1 of the root
    alias: Ints  # [nodes] the next node that is the same; -1
    lows: Longs  # [nodes, roles] proved bounds, in units
    highs: Longs
    via: Ints  # [nodes, roles] the edges by which one comes here
    gains: Floats  # [edges]
    tries: Longs  # [edges]
    waits: Shorts  # [edges] simulations that are under way
    hints: Shorts  # [edges] where only one role chooses: what is proved of the only child
    heads: Ints  # [edges] the first child by it; -1
    below: Ints  # [edges] where only one role chooses: the true node of the only child; -1
    moves: Ints  # [edges] numbered among those of all roles
    listed: Ints  # [moves] of folded nodes, numbered as well
    rows: Words  # [nodes * words] states
    near: Longs  # [edges]; [0] without RAVE
    near_gains: Floats
    table: Longs  # [cells] nodes by their states, beside half of the hash; -1
    registers: Longs
    settings: Longs
    numbers: Floats
    least: Longs  # [roles] what a role gets at least, whatever happens, in units
    most: Longs


class LaneGroups(NamedTuple):
    """1024 lanes in groups; a group plays out one leaf at a time. A thread has lanes of its own."""

    threads: int  # that search the tree
    number: int  # of the thread that has these lanes
    own_turn: int  # the file in which the thread finds its turn; without threads none
    next_turn: int  # the file into which it goes after that
    noted: bool  # whether `made` is kept
    wires: Words
    generator: Words
    scratch: Words
    resting: Words  # [WORDS] lanes whose playout is over
    forced: Words  # [WORDS] lanes that make the move that leads to their leaf
    fresh: Words  # [WORDS] lanes that begin in the state of their leaf
    made: Words  # [moves * WORDS] what each lane has done since it began; [0] if nobody asks
    drawn: Words  # [moves * WORDS] who takes each move by habit
    paths: Ints  # [groups * deepest * (1 + roles)] a node and the edges taken there
    lengths: Ints  # [groups]
    leaves: Ints  # [groups] the node that is played out; -1 if none could be made
    running: Ints  # [groups] lanes whose playout is not over
    born: Longs  # [groups] the pass in which it began
    rewards: Floats  # [groups * roles]
    idle: Ints  # [groups] which are free
    leading: Ints  # [groups] that make the move to their leaf
    arrived: Ints  # [groups] whose leaf has just got its state
    cut: Ints  # [lanes] whose playout is cut
    fared: Floats  # [2 * moves] how often moves were made, and with what rewards; of all threads
    worth: Floats  # [moves] by which they were ordered
    order: Ints  # [moves] those of each role, the best first
    won: Words  # [goals * WORDS] lanes whose playout came to a goal
    shares: Floats  # [goals] what a lane that came to a goal adds to the mean reward of its group
    lean: Floats  # [moves] by how much each fared better than others of its role
    counts: Longs
    turns: Longs  # of all threads


@inner
def bare_tree(tree: TreeArrays) -> TreeArrays:
    """Return a tree on bare memory."""
    return TreeArrays(
        tree.roles,
        tree.words,
        tree.room,
        tree.edge_room,
        tree.list_room,
        tree.cells,
        tree.nearby,
        tree.stride,
        bare(tree.node_records),
        bare(tree.edge_records),
        bare(tree.visits),
        bare(tree.pending),
        bare(tree.kinds),
        bare(tree.hinted),
        bare(tree.bounded),
        bare(tree.same),
        bare(tree.begins),
        bare(tree.totals),
        bare(tree.sibling),
        bare(tree.parent),
        bare(tree.alias),
        bare(tree.lows),
        bare(tree.highs),
        bare(tree.via),
        bare(tree.gains),
        bare(tree.tries),
        bare(tree.waits),
        bare(tree.hints),
        bare(tree.heads),
        bare(tree.below),
        bare(tree.moves),
        bare(tree.listed),
        bare(tree.rows),
        bare(tree.near),
        bare(tree.near_gains),
        bare(tree.table),
        bare(tree.registers),
        bare(tree.settings),
        bare(tree.numbers),
        bare(tree.least),
        bare(tree.most),
    )


@inner
def bare_crew(lane_groups: LaneGroups) -> LaneGroups:
    """Return groups of lanes on bare memory."""
    return LaneGroups(
        lane_groups.threads,
        lane_groups.number,
        lane_groups.own_turn,
        lane_groups.next_turn,
        lane_groups.noted,
        bare(lane_groups.wires),
        bare(lane_groups.generator),
        bare(lane_groups.scratch),
        bare(lane_groups.resting),
        bare(lane_groups.forced),
        bare(lane_groups.fresh),
        bare(lane_groups.made),
        bare(lane_groups.drawn),
        bare(lane_groups.paths),
        bare(lane_groups.lengths),
        bare(lane_groups.leaves),
        bare(lane_groups.running),
        bare(lane_groups.born),
        bare(lane_groups.rewards),
        bare(lane_groups.idle),
        bare(lane_groups.leading),
        bare(lane_groups.arrived),
        bare(lane_groups.cut),
        bare(lane_groups.fared),
        bare(lane_groups.worth),
        bare(lane_groups.order),
        bare(lane_groups.won),
        bare(lane_groups.shares),
        bare(lane_groups.lean),
        bare(lane_groups.counts),
        bare(lane_groups.turns),
    )
