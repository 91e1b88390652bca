"""Going down the tree: the edges that each role takes, and the child to which they lead."""

import math

import numpy as np

from zermelo.kernels.kernel import inner, kernel
from zermelo.search.mcts.kernels.arrays import (
    BIAS,
    CHANCE,
    END,
    EXPLORATION,
    NEAR,
    RANDOM,
    REFERENCE,
    SAME,
    SOLVER,
    SPREAD,
    UNIT,
    URGENCY,
    Floats,
    Ints,
    TreeArrays,
)

ROOTS = 1.0 / np.sqrt(np.maximum(1, np.arange(4096)))
"""One by the root of small numbers: looked up, as that is what most of the time would go into."""


@inner
def chooses(tree: TreeArrays, node: int, role: int) -> bool:
    """Whether a role has a choice at a node."""
    begin = node * (tree.roles + 1) + role
    return bool(tree.begins[begin + 1] - tree.begins[begin] > 1)


@inner
def choosers(tree: TreeArrays, node: int) -> int:
    """Return how many roles have a choice at a node."""
    count = 0
    for role in range(tree.roles):
        if chooses(tree, node, role):
            count += 1
    return count


@inner
def last_chooser(tree: TreeArrays, node: int) -> int:
    """Return the last role that has a choice at a node; the last of all if none has."""
    found = tree.roles - 1
    for role in range(tree.roles):
        if chooses(tree, node, role):
            found = role
    return found


@inner
def true_node(tree: TreeArrays, node: int) -> int:
    """Return the node that another is the same as, or itself."""
    return int(tree.same[node]) if tree.kinds[node] == SAME else node


@inner
def settled(tree: TreeArrays, node: int) -> bool:
    """Whether what a node is worth needs no playout."""
    if tree.kinds[node] == END:
        return True
    if tree.settings[SOLVER] == 0:
        return False
    for role in range(tree.roles):
        if tree.lows[node * tree.roles + role] != tree.highs[node * tree.roles + role]:
            return False
    return True


@inner
def child(tree: TreeArrays, node: int, path: Ints, at: int) -> int:
    """Return the child by the edges in `path` from `at` on; -1 if there is none yet."""
    last = last_chooser(tree, node)
    found = tree.heads[path[at + last]]
    while found >= 0:
        same = True
        for role in range(tree.roles):
            if tree.via[found * tree.roles + role] != path[at + role]:
                same = False
                break
        if same:
            return int(found)
        found = tree.sibling[found]
    return -1


@inner
def draw(tree: TreeArrays, below: int) -> int:
    """Return a random number (xorshift64, Marsaglia 2003)."""
    word = np.uint64(tree.registers[RANDOM])
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    tree.registers[RANDOM] = np.int64(word)
    return int((word >> np.uint64(11)) % np.uint64(below))


@kernel
def pick(
    tree: TreeArrays, lean: Floats, node: int, role: int, path: Ints, first: int, at: int
) -> int:
    """Return the edge of a role with the highest upper bound.

    Simulations under way count as visits, but not as rewards (Liu and others 2020, WU-UCT): so the
    others do not all go the same way, and no mean is spoilt meanwhile. `path` holds the way here
    from `first` to `at`.
    """
    base = node * (tree.roles + 1) + role
    begin, end = tree.begins[base], tree.begins[base + 1]
    size = end - begin
    if size == 1:
        return int(begin)
    if role == tree.settings[CHANCE]:
        return int(begin + draw(tree, size))
    # Only below a DAG may a child have bounds that its parent has not heard of.
    hinted = tree.hinted[node] != 0 or tree.cells > 0
    solving = tree.settings[SOLVER] != 0 and hinted and choosers(tree, node) == 1
    low = tree.lows[node * tree.roles + role]
    scaled = 0.01 / tree.settings[UNIT]
    near, bias, urgency = tree.numbers[NEAR], tree.numbers[BIAS], tree.numbers[URGENCY]
    parent = max(np.int64(1), tree.visits[node] + tree.pending[node])
    scale = tree.numbers[EXPLORATION] * math.sqrt(math.log(parent))
    seen = tree.visits[node]
    usual = tree.totals[node * tree.roles + role] / seen if seen > 0 else 0.5
    edge = begin + (node * SPREAD >> 16) % size
    best, best_value, allowed = -1, -math.inf, -1
    for _ in range(size):
        edge = edge + 1 if edge + 1 < end else begin
        floor, ceiling = 0.0, 1.0
        if solving and tree.heads[edge] >= 0:
            below = true_node(tree, tree.heads[edge])
            least = tree.lows[below * tree.roles + role]
            most = tree.highs[below * tree.roles + role]
            if most <= low:
                if least == low:
                    allowed = edge
                continue
            floor, ceiling = max(0.0, least * scaled), min(1.0, most * scaled)
        visits = tree.tries[edge]
        tried = visits + tree.waits[edge]
        if tried == 0 and math.isinf(urgency):
            return int(edge)
        mean = tree.gains[edge] / visits if visits > 0 else usual
        if near > 0.0:
            mean = blended(tree, edge, mean, tried, role, node, path, first, at)
        mean = min(max(mean, floor), ceiling)
        if tried == 0:
            value = mean + urgency
        else:
            value = mean + scale * (ROOTS[tried] if tried < ROOTS.size else 1.0 / math.sqrt(tried))
        if bias > 0.0:
            value += bias * lean[tree.moves[edge]] / (tried + 1)
        if value > best_value:
            best, best_value = edge, value
    if best >= 0:
        return int(best)
    return int(allowed if allowed >= 0 else begin)


@inner
def blended(
    tree: TreeArrays,
    edge: int,
    mean: float,
    tried: int,
    role: int,
    node: int,
    path: Ints,
    first: int,
    at: int,
) -> float:
    """Return the mean of an edge and of the playouts in which its move was made later.

    Those are counted at the nearest node above that was visited often enough and has the move.
    """
    where = node
    step = at
    while True:
        if tree.visits[where] >= tree.numbers[REFERENCE] or step == first:
            found = edge
            if where != node:
                found = edge_of(tree, where, role, tree.moves[edge])
            if found >= 0 and tree.near[found] > 0:
                near = tree.numbers[NEAR]
                share = math.sqrt(near / (3.0 * tried + near))
                return float(
                    (1.0 - share) * mean + share * tree.near_gains[found] / tree.near[found]
                )
        if step == first:
            return mean
        step -= 1 + tree.roles
        where = path[step]


@inner
def edge_of(tree: TreeArrays, node: int, role: int, move: int) -> int:
    """Return the edge of a node that has a move; -1 if none has."""
    base = node * (tree.roles + 1) + role
    for edge in range(tree.begins[base], tree.begins[base + 1]):
        if tree.moves[edge] == move:
            return edge
    return -1
