"""Going up the tree again: what a simulation came to, and what is proved by it."""

import numpy as np

from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import prefetch
from zermelo.search.joint_moves import MOST_JOINTS
from zermelo.search.mcts.kernels.arrays import (
    BOUNDS,
    CHANCE,
    CONSTANT,
    EDGE,
    SEEN,
    SOLVER,
    TOTAL,
    Floats,
    Ints,
    TreeArrays,
)
from zermelo.search.mcts.kernels.descend import (
    choosers,
    chooses,
    last_chooser,
    place,
    true_node,
)


@inner
def wait(tree: TreeArrays, path: Ints, first: int, length: int, leaf: int, by: int) -> None:
    """Count a simulation as under way (by = 1), or no more so (by = -1)."""
    stride = 1 + tree.roles
    for step in range(length):
        at = first + step * stride
        node = path[at]
        tree.pending[2 * place(tree, node)] += by
        for role in range(tree.roles):
            if chooses(tree, node, role):
                tree.waits[4 * EDGE * path[at + 1 + role]] += by
    if leaf >= 0:
        tree.pending[2 * place(tree, true_node(tree, leaf))] += by


@inner
def fetch_path(tree: TreeArrays, path: Ints, first: int, length: int) -> None:
    """Begin to fetch all that a simulation is to be added to: one after the other takes longer."""
    stride = 1 + tree.roles
    for step in range(length):
        at = first + step * stride
        prefetch(tree.visits, place(tree, path[at]))
        for role in range(tree.roles):
            prefetch(tree.gains, EDGE * path[at + 1 + role])


@kernel
def back_up(
    tree: TreeArrays,
    path: Ints,
    first: int,
    length: int,
    leaf: int,
    rewards: Floats,
    at: int,
    waiting: int,
) -> None:
    """Add a simulation with the rewards from `at` on to all that it went through.

    If it was under way (waiting = 1), it is so no more.
    """
    stride = 1 + tree.roles
    for step in range(length):
        here = first + step * stride
        node = path[here]
        begin = place(tree, node)
        tree.visits[begin] += 1
        tree.pending[2 * begin] -= waiting
        for role in range(tree.roles):
            reward = rewards[at + role]
            tree.totals[begin + role] += reward
            if chooses(tree, node, role):
                edge = EDGE * path[here + 1 + role]
                tree.tries[edge] += 1
                tree.waits[4 * edge] -= waiting
                tree.gains[edge] += reward
    if leaf >= 0:
        begin = place(tree, true_node(tree, leaf))
        tree.visits[begin] += 1
        tree.pending[2 * begin] -= waiting
        for role in range(tree.roles):
            tree.totals[begin + role] += rewards[at + role]


@kernel
def count_path(
    tree: TreeArrays, path: Ints, first: int, length: int, rewards: Floats, at: int
) -> None:
    """Count a simulation without a playout for all moves on its path, at the nodes before them."""
    stride = 1 + tree.roles
    for step in range(length):
        here = first + step * stride
        node = path[here]
        for role in range(tree.roles):
            if not chooses(tree, node, role):
                continue
            base = 2 * place(tree, node) + role
            for edge in range(tree.begins[base], tree.begins[base + 1]):
                move = tree.moves[2 * EDGE * edge]
                for later in range(step, length):
                    other = path[first + later * stride + 1 + role]
                    if tree.moves[2 * EDGE * other] == move:
                        tree.near[edge] += 1
                        tree.near_gains[edge] += rewards[at + role]
                        break


@kernel
def prove(tree: TreeArrays, path: Ints, first: int, length: int) -> None:
    """Tighten the bounds along a path, from its end on, as long as that changes something."""
    if tree.settings[SOLVER] == 0:
        return
    stride = 1 + tree.roles
    for step in range(length - 1, -1, -1):
        node = path[first + step * stride]
        at = place(tree, node)
        tree.hinted[2 * at] = 1
        if not from_children(tree, node):
            return
        if tree.settings[CONSTANT] == SEEN:
            total = tree.settings[TOTAL]
            for role in range(2):
                one, other = at + role, at + 1 - role
                tree.highs[one] = min(tree.highs[one], total - tree.lows[other])
                tree.lows[one] = max(tree.lows[one], total - tree.highs[other])


@kernel
def from_children(tree: TreeArrays, node: int) -> bool:
    """Tighten the bounds of a node by those of its children; whether one became tighter."""
    count = choosers(tree, node)
    if count > 1:
        return several(tree, node)
    roles = tree.roles
    chooser = roles - 1
    for role in range(roles):
        if chooses(tree, node, role):
            chooser = role
    base = 2 * place(tree, node) + chooser
    begin, end = tree.begins[base], tree.begins[base + 1]
    if count == 1 and chooser == tree.settings[CHANCE]:
        return average(tree, node, begin, end)
    best = tree.least[chooser]
    for edge in range(begin, end):
        below = tree.below[2 * EDGE * edge]
        if below >= 0:
            best = max(best, tree.lows[place(tree, below) + chooser])
    changed = False
    for role in range(roles):
        low, high = tree.most[role], tree.least[role]
        for edge in range(begin, end):
            least, most = tree.least[role], tree.most[role]
            child = tree.below[2 * EDGE * edge]
            if child >= 0:
                below = place(tree, child)
                if tree.highs[below + chooser] < best:
                    continue  # never chosen
                least, most = tree.lows[below + role], tree.highs[below + role]
            low, high = min(low, least), max(high, most)
        if role == chooser:
            low = best
        changed |= take(tree, node, role, low, high)
    return changed


@inner
def take(tree: TreeArrays, node: int, role: int, low: int, high: int) -> bool:
    """Tighten the bounds of a role; whether one changed."""
    changed = False
    at = place(tree, node) + role
    if low > tree.lows[at]:
        tree.lows[at] = low
        changed = True
    if high < tree.highs[at]:
        tree.highs[at] = high
        changed = True
    if changed:
        bind(tree, node)
    return changed


@inner
def bind(tree: TreeArrays, node: int) -> None:
    """Note that a node has bounds: all nodes above it are to look for them."""
    at = 2 * place(tree, node)
    if tree.bounded[at] != 0:
        return
    tree.bounded[at] = 1
    one = int(node)
    while one >= 0:
        at = 2 * place(tree, one)
        hint(tree, one)
        one = int(tree.alias[at])


@inner
def hint(tree: TreeArrays, node: int) -> None:
    """Tell the parent of a node, and its edge that leads there, that there are bounds."""
    at = 2 * place(tree, node)
    parent = int(tree.parent[at])
    if parent < 0:
        return
    tree.hinted[2 * place(tree, parent)] = 1
    if choosers(tree, parent) <= 1:
        edge = 4 * EDGE * tree.via[at + last_chooser(tree, parent)]
        tree.hints[edge] = max(tree.hints[edge], np.int16(BOUNDS))


@inner
def average(tree: TreeArrays, node: int, begin: int, end: int) -> bool:
    """Chance gives each role the mean, rounded outwards where it is no whole number of units."""
    changed = False
    roles = tree.roles
    size = end - begin
    for role in range(roles):
        low, high = 0, 0
        for edge in range(begin, end):
            least, most = tree.least[role], tree.most[role]
            child = tree.below[2 * EDGE * edge]
            if child >= 0:
                below = place(tree, child) + role
                least, most = tree.lows[below], tree.highs[below]
            low += least
            high += most
        changed |= take(tree, node, role, low // size, -((-high) // size))
    return changed


@inner
def several(tree: TreeArrays, node: int) -> bool:
    """Where several choose at once, a move is as good as its worst reply; nothing is above all."""
    roles = tree.roles
    here = 2 * place(tree, node)
    total = 1
    for role in range(roles):
        size = int(tree.begins[here + role + 1] - tree.begins[here + role])
        if size > 1 and role == tree.settings[CHANCE]:
            return False
        total *= size
        if total > MOST_JOINTS:
            return False
    begin, end = tree.begins[here], tree.begins[here + roles]
    last = roles - 1
    for role in range(roles):
        if chooses(tree, node, role):
            last = role
    # For each edge: the worst low among its children, and how many children there are.
    worst = np.empty(end - begin, np.int64)
    counts = np.zeros(end - begin, np.int64)
    highs = np.empty(roles, np.int64)
    for role in range(roles):
        highs[role] = tree.least[role]
        base = here + role
        for edge in range(tree.begins[base] - begin, tree.begins[base + 1] - begin):
            worst[edge] = tree.most[role]
    children = 0
    base = here + last
    for head in range(tree.begins[base], tree.begins[base + 1]):
        found = tree.heads[2 * EDGE * head]
        while found >= 0:
            children += 1
            below = place(tree, true_node(tree, found))
            link = 2 * place(tree, found)
            for role in range(roles):
                edge = tree.via[link + role] - begin
                worst[edge] = min(worst[edge], tree.lows[below + role])
                counts[edge] += 1
                highs[role] = max(highs[role], tree.highs[below + role])
            found = tree.sibling[link]
    changed = False
    for role in range(roles):
        base = here + role
        size = int(tree.begins[base + 1] - tree.begins[base])
        low = tree.least[role]
        for edge in range(tree.begins[base] - begin, tree.begins[base + 1] - begin):
            if counts[edge] == total // size:
                low = max(low, worst[edge])
        high = highs[role] if children == total else tree.most[role]
        changed |= take(tree, node, role, low, high)
    return changed
