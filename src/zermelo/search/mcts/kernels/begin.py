"""A simulation begins: down the tree to a leaf, and the leaf into a group of lanes."""

import numpy as np

from zermelo.engine.kernels.wide import moves
from zermelo.engine.wide import WirePlaces
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import prefetch
from zermelo.search.mcts.kernels.arrays import (
    AGAIN,
    AWAITED,
    DEEPEST,
    EDGE,
    EDGES,
    EXPAND_ALL,
    FINISHED,
    FIXED,
    FOLDED,
    FORCED,
    FREE,
    GROUP,
    GROUPS,
    LAUNCHED,
    NODES,
    PASSES,
    SPREAD,
    STUCK,
    Ints,
    LaneGroups,
    TreeArrays,
    bare_crew,
    bare_tree,
)
from zermelo.search.mcts.kernels.backup import back_up, count_path, prove, wait
from zermelo.search.mcts.kernels.descend import (
    child,
    choosers,
    chooses,
    last_chooser,
    pick,
    place,
    settled,
)
from zermelo.search.mcts.kernels.lanes import (
    group_mask,
    group_word,
    load_row,
    settled_rewards,
    spread,
)


@inner
def launch(tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups) -> bool:
    """Begin a simulation in a free group; if it ends where the worth is known, it is done.

    If it comes to a leaf whose state is only being computed, it does not begin, and False is
    returned: a few hundred playouts of one leaf, before it is known what lies below it, would have
    to be outvoted later on.
    """
    registers, counts = tree.registers, lane_groups.counts
    group = int(lane_groups.idle[counts[FREE] - 1])
    stride = 1 + tree.roles
    first = group * tree.settings[DEEPEST] * stride
    path = lane_groups.paths
    node, length = 0, 0
    leaf, forced = -1, False
    if repeated(tree, lane_groups, group, first):
        length = int(lane_groups.lengths[group])
        node = path[first + (length - 1) * stride]
        leaf, forced = new_child(tree, node, path, first + (length - 1) * stride + 1), True
    while not forced:
        kind = tree.kinds[2 * place(tree, node)]
        if settled(tree, node) or kind == STUCK or length >= tree.settings[DEEPEST]:
            leaf = node
            break
        if kind == FOLDED:
            prefetch(tree.rows, node * tree.words)  # its child's lanes begin with its state
            if not unfold(tree, game, node):
                leaf = node
                break
        if tree.cells > 0 and been(path, first, length, stride, node):
            leaf = node
            break
        at = first + length * stride
        for role in range(tree.roles):
            if chooses(tree, node, role):
                edge = pick(tree, lane_groups.lean, node, role, path, first, at)
            else:
                edge = int(tree.begins[2 * place(tree, node) + role])
            path[at + 1 + role] = edge
        path[at] = node
        length += 1
        below = child(tree, node, path, at + 1)
        if below < 0:
            prefetch(tree.rows, node * tree.words)
            leaf, forced = new_child(tree, node, path, at + 1), True
            if tree.settings[EXPAND_ALL] != 0 and choosers(tree, node) == 1:
                counts[AGAIN] = group + 1
        else:
            at = 2 * place(tree, below)
            if tree.kinds[at] == AWAITED:
                if tree.settings[FIXED] == 0 and tree.pending[at] > 0:
                    return False
                leaf, forced = below, True
            node = below
    registers[LAUNCHED] += 1
    lane_groups.lengths[group] = length
    lane_groups.leaves[group] = leaf
    if not forced and settled(tree, leaf):
        if tree.cells > 0:
            prove(tree, path, first, length)  # it may have been settled by way of others
        settled_rewards(tree, leaf, lane_groups.rewards, group * tree.roles)
        back_up(tree, path, first, length, leaf, lane_groups.rewards, group * tree.roles, 0)
        if tree.nearby:
            count_path(tree, path, first, length, lane_groups.rewards, group * tree.roles)
        registers[FINISHED] += 1
        return True
    counts[FREE] -= 1
    wait(tree, path, first, length, leaf, 1)
    word, mask = group_word(tree, group), group_mask(tree, group)
    lane_groups.running[group] = tree.settings[GROUP]
    lane_groups.resting[word] &= ~mask
    for role in range(tree.roles):
        lane_groups.rewards[group * tree.roles + role] = 0.0
    if forced:
        lane_groups.forced[word] |= mask
        lane_groups.leading[counts[FORCED]] = group
        counts[FORCED] += 1
        lane_groups.born[group] = counts[PASSES] + 1
        source = int(path[first + (length - 1) * stride])
    else:
        lane_groups.fresh[word] |= mask
        lane_groups.born[group] = counts[PASSES]
        source = leaf
    load_row(tree, game, lane_groups.wires, source, group)
    return True


@inner
def been(path: Ints, first: int, length: int, stride: int, node: int) -> bool:
    """Whether a path has come through a node."""
    for step in range(length):
        if path[first + step * stride] == node:
            return True
    return False


@inner
def repeated(tree: TreeArrays, lane_groups: LaneGroups, group: int, first: int) -> bool:
    """Whether the last leaf has a sibling that was never visited: the path there is laid out."""
    counts, path = lane_groups.counts, lane_groups.paths
    if counts[AGAIN] == 0:
        return False
    before = int(counts[AGAIN] - 1)
    stride = 1 + tree.roles
    source = before * tree.settings[DEEPEST] * stride
    length = lane_groups.lengths[before]
    last = source + (length - 1) * stride
    node = path[last]
    role = last_chooser(tree, node)
    base = 2 * place(tree, node) + role
    begin, size = tree.begins[base], tree.begins[base + 1] - tree.begins[base]
    offset = (int(node) * SPREAD >> 16) % size
    for step in range(1, size + 1):
        edge = begin + (offset + step) % size
        at = EDGE * edge
        if tree.tries[at] + tree.waits[4 * at] == 0 and tree.heads[2 * at] < 0:
            for index in range(length * stride):
                path[first + index] = path[source + index]
            path[first + (length - 1) * stride + 1 + role] = edge
            lane_groups.lengths[group] = length
            counts[AGAIN] = group + 1
            return True
    counts[AGAIN] = 0
    return False


@inner
def new_child(tree: TreeArrays, node: int, path: Ints, at: int) -> int:
    """Return a new node below another, by the edges in `path` from `at` on; -1 without room."""
    new = int(tree.registers[NODES])
    if new >= tree.room:
        return -1
    tree.registers[NODES] = new + 1
    begin = place(tree, new)
    link = 2 * begin
    edge = 2 * EDGE * path[at + last_chooser(tree, node)]
    tree.sibling[link] = tree.heads[edge]
    tree.heads[edge] = new
    if choosers(tree, node) <= 1:
        tree.below[edge] = new
    tree.kinds[link] = AWAITED
    tree.visits[begin] = 0
    tree.pending[link] = 0
    tree.hinted[link] = 0
    tree.bounded[link] = 0
    tree.parent[link] = node
    tree.alias[link] = -1
    for role in range(tree.roles):
        tree.via[link + role] = path[at + role]
        tree.totals[begin + role] = 0.0
        tree.lows[begin + role] = tree.least[role]
        tree.highs[begin + role] = tree.most[role]
    for role in range(tree.roles + 1):
        tree.begins[link + role] = 0  # none until it is opened
    for word in range(tree.words):
        tree.rows[new * tree.words + word] = np.uint64(0)
    return new


@inner
def unfold(tree: TreeArrays, game: WirePlaces, node: int) -> bool:
    """Give a folded node its edges, if there is room for them."""
    if tree.registers[EDGES] + moves(game) > tree.edge_room:
        return False
    spread(tree, node)
    return True


@kernel
def give_up(whole_tree: TreeArrays, whole_crew: LaneGroups) -> None:
    """Give up all simulations that are under way: they leave no trace."""
    tree, lane_groups = bare_tree(whole_tree), bare_crew(whole_crew)
    for group in range(tree.settings[GROUPS]):
        if lane_groups.running[group] > 0:
            first = group * tree.settings[DEEPEST] * (1 + tree.roles)
            leaf = int(lane_groups.leaves[group])
            wait(tree, lane_groups.paths, first, int(lane_groups.lengths[group]), leaf, -1)
            lane_groups.running[group] = 0
