"""Going down the tree: the edges that each role takes, and the child to which they lead."""

import math

import numpy as np

from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import prefetch
from zermelo.search.mcts.kernels.arrays import (
    BIAS,
    CHANCE,
    EDGE,
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
SPREADS = np.array([math.sqrt(math.log(max(1, visits))) for visits in range(4096)])
"""The root of the logarithm of small numbers."""


@inner
def place(tree: TreeArrays, node: int) -> int:
    """Return the word at which a node begins."""
    return int(node) * tree.stride


@inner
def chooses(tree: TreeArrays, node: int, role: int) -> bool:
    """Whether a role has a choice at a node."""
    begin = 2 * place(tree, node) + role
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
    at = 2 * place(tree, node)
    return int(tree.same[at]) if tree.kinds[at] == SAME else node


@inner
def settled(tree: TreeArrays, node: int) -> bool:
    """Whether what a node is worth needs no playout."""
    at = place(tree, node)
    if tree.kinds[2 * at] == END:
        return True
    if tree.settings[SOLVER] == 0 or tree.bounded[2 * at] == 0:
        return False
    for role in range(tree.roles):
        if tree.lows[at + role] != tree.highs[at + role]:
            return False
    return True


@inner
def child(tree: TreeArrays, node: int, path: Ints, at: int) -> int:
    """Return the true child by the edges in `path` from `at` on; -1 if there is none yet."""
    last = last_chooser(tree, node)
    if choosers(tree, node) <= 1:
        return int(tree.below[2 * EDGE * path[at + last]])
    found = int(tree.heads[2 * EDGE * path[at + last]])
    while found >= 0:
        begin = 2 * place(tree, found)
        same = True
        for role in range(tree.roles):
            if tree.via[begin + role] != path[at + role]:
                same = False
                break
        if same:
            return true_node(tree, found)
        found = int(tree.sibling[begin])
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


@inner
def pick(
    tree: TreeArrays, lean: Floats, node: int, role: int, path: Ints, first: int, at: int
) -> int:
    """Return the edge with the highest upper bound, of a role that has a choice.

    Simulations under way count as visits, but not as rewards (Liu and others 2020, WU-UCT): so the
    others do not all go the same way, and no mean is spoilt meanwhile. `path` holds the way here
    from `first` to `at`.
    """
    here = place(tree, node)
    begin = int(tree.begins[2 * here + role])
    end = int(tree.begins[2 * here + role + 1])
    size = end - begin
    if role == tree.settings[CHANCE]:
        return begin + draw(tree, size)
    solving = tree.settings[SOLVER] != 0 and tree.hinted[2 * here] != 0
    solving = solving and choosers(tree, node) == 1
    low = tree.lows[here + role] if solving else np.int64(0)
    scaled = 0.01 / tree.settings[UNIT]
    near, bias, urgency = tree.numbers[NEAR], tree.numbers[BIAS], tree.numbers[URGENCY]
    seen = tree.visits[here]
    parent = max(np.int64(1), seen + tree.pending[2 * here])
    if parent < SPREADS.size:
        scale = tree.numbers[EXPLORATION] * SPREADS[parent]
    else:
        scale = tree.numbers[EXPLORATION] * math.sqrt(math.log(parent))
    usual = tree.totals[here + role] / seen if seen > 0 else 0.5
    lowest, highest = max(0.0, tree.least[role] * scaled), min(1.0, tree.most[role] * scaled)
    edge = begin + (node * SPREAD >> 16) % size
    best, best_value, allowed = -1, -math.inf, -1
    for _ in range(size):
        edge = edge + 1 if edge + 1 < end else begin
        at_edge = EDGE * edge
        floor, ceiling = 0.0, 1.0
        if solving and tree.below[2 * at_edge] >= 0:
            below = place(tree, tree.below[2 * at_edge])
            floor, ceiling = lowest, highest
            if tree.bounded[2 * below] == 0:
                if tree.most[role] <= low:
                    continue
            else:
                least, most = tree.lows[below + role], tree.highs[below + role]
                if most <= low:
                    if least == low:
                        allowed = edge
                    continue
                floor, ceiling = max(0.0, least * scaled), min(1.0, most * scaled)
        visits = tree.tries[at_edge]
        tried = visits + tree.waits[2 * at_edge]
        if tried == 0 and math.isinf(urgency):
            return edge
        mean = tree.gains[at_edge] / visits if visits > 0 else usual
        if near > 0.0:
            mean = blended(tree, edge, mean, tried, role, node, path, first, at)
        mean = min(max(mean, floor), ceiling)
        if tried == 0:
            value = mean + urgency
        else:
            value = mean + scale * (ROOTS[tried] if tried < ROOTS.size else 1.0 / math.sqrt(tried))
        if bias > 0.0:
            value += bias * lean[tree.moves[2 * at_edge]] / (tried + 1)
        if value > best_value:
            best, best_value = edge, value
            prefetch(tree.visits, place(tree, max(np.int32(0), tree.below[2 * at_edge])))
    if best >= 0:
        return best
    return allowed if allowed >= 0 else begin


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
        if tree.visits[place(tree, where)] >= tree.numbers[REFERENCE] or step == first:
            found = edge
            if where != node:
                found = edge_of(tree, where, role, tree.moves[2 * EDGE * edge])
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
    base = 2 * place(tree, node) + role
    for edge in range(tree.begins[base], tree.begins[base + 1]):
        if tree.moves[2 * EDGE * edge] == move:
            return edge
    return -1
