"""Going up the tree again: what a simulation came to, and what is proved by it."""

import numpy as np

from zermelo.kernels.kernel import inner, kernel
from zermelo.search.joint_moves import MOST_JOINTS
from zermelo.search.mcts.kernels.arrays import (
    CHANCE,
    CONSTANT,
    SEEN,
    SOLVER,
    TOTAL,
    Floats,
    Ints,
    TreeArrays,
)
from zermelo.search.mcts.kernels.descend import choosers, chooses, true_node


@kernel
def wait(tree: TreeArrays, path: Ints, first: int, length: int, leaf: int, by: int) -> None:
    """Count a simulation as under way (by = 1), or no more so (by = -1)."""
    stride = 1 + tree.roles
    for step in range(length):
        at = first + step * stride
        node = path[at]
        tree.pending[node] += by
        for role in range(tree.roles):
            if chooses(tree, node, role):
                tree.waits[path[at + 1 + role]] += by
    if leaf >= 0:
        tree.pending[true_node(tree, leaf)] += by


@kernel
def back_up(
    tree: TreeArrays, path: Ints, first: int, length: int, leaf: int, rewards: Floats, at: int
) -> None:
    """Add a simulation with the rewards from `at` on to all that it went through."""
    stride = 1 + tree.roles
    for step in range(length):
        here = first + step * stride
        node = path[here]
        tree.visits[node] += 1
        for role in range(tree.roles):
            reward = rewards[at + role]
            tree.totals[node * tree.roles + role] += reward
            if chooses(tree, node, role):
                edge = path[here + 1 + role]
                tree.tries[edge] += 1
                tree.gains[edge] += reward
    if leaf >= 0:
        leaf = true_node(tree, leaf)
        tree.visits[leaf] += 1
        for role in range(tree.roles):
            tree.totals[leaf * tree.roles + role] += rewards[at + role]


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
            base = node * (tree.roles + 1) + role
            for edge in range(tree.begins[base], tree.begins[base + 1]):
                for later in range(step, length):
                    if tree.moves[path[first + later * stride + 1 + role]] == tree.moves[edge]:
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
        tree.hinted[node] = 1
        if not from_children(tree, node):
            return
        if tree.settings[CONSTANT] == SEEN:
            total = tree.settings[TOTAL]
            for role in range(2):
                one, other = node * 2 + role, node * 2 + 1 - role
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
    base = node * (roles + 1) + chooser
    begin, end = tree.begins[base], tree.begins[base + 1]
    if count == 1 and chooser == tree.settings[CHANCE]:
        return average(tree, node, begin, end)
    best = tree.least[chooser]
    for edge in range(begin, end):
        if tree.heads[edge] >= 0:
            best = max(best, tree.lows[true_node(tree, tree.heads[edge]) * roles + chooser])
    changed = False
    for role in range(roles):
        low, high = tree.most[role], tree.least[role]
        for edge in range(begin, end):
            least, most = tree.least[role], tree.most[role]
            if tree.heads[edge] >= 0:
                below = true_node(tree, tree.heads[edge]) * roles
                if tree.highs[below + chooser] < best:
                    continue  # never chosen
                least, most = tree.lows[below + role], tree.highs[below + role]
            low, high = min(low, least), max(high, most)
        if role == chooser:
            low = best
        changed |= take(tree, node * roles + role, low, high)
    return changed


@inner
def take(tree: TreeArrays, at: int, low: int, high: int) -> bool:
    """Tighten the bounds of a role; whether one changed."""
    changed = False
    if low > tree.lows[at]:
        tree.lows[at] = low
        changed = True
    if high < tree.highs[at]:
        tree.highs[at] = high
        changed = True
    return changed


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
            if tree.heads[edge] >= 0:
                below = true_node(tree, tree.heads[edge]) * roles + role
                least, most = tree.lows[below], tree.highs[below]
            low += least
            high += most
        changed |= take(tree, node * roles + role, low // size, -((-high) // size))
    return changed


@inner
def several(tree: TreeArrays, node: int) -> bool:
    """Where several choose at once, a move is as good as its worst reply; nothing is above all."""
    roles = tree.roles
    total = 1
    for role in range(roles):
        base = node * (roles + 1) + role
        size = tree.begins[base + 1] - tree.begins[base]
        if size > 1 and role == tree.settings[CHANCE]:
            return False
        total *= size
        if total > MOST_JOINTS:
            return False
    begin, end = tree.begins[node * (roles + 1)], tree.begins[node * (roles + 1) + roles]
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
        base = node * (roles + 1) + role
        for edge in range(tree.begins[base] - begin, tree.begins[base + 1] - begin):
            worst[edge] = tree.most[role]
    children = 0
    base = node * (roles + 1) + last
    for head in range(tree.begins[base], tree.begins[base + 1]):
        found = tree.heads[head]
        while found >= 0:
            children += 1
            below = true_node(tree, found) * roles
            for role in range(roles):
                edge = tree.via[found * roles + role] - begin
                worst[edge] = min(worst[edge], tree.lows[below + role])
                counts[edge] += 1
                highs[role] = max(highs[role], tree.highs[below + role])
            found = tree.sibling[found]
    changed = False
    for role in range(roles):
        base = node * (roles + 1) + role
        size = tree.begins[base + 1] - tree.begins[base]
        low = tree.least[role]
        for edge in range(tree.begins[base] - begin, tree.begins[base + 1] - begin):
            if counts[edge] == total // size:
                low = max(low, worst[edge])
        high = highs[role] if children == total else tree.most[role]
        changed |= take(tree, node * roles + role, low, high)
    return changed
