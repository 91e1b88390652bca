"""Going down the tree: the edges that each role takes, and the child to which they lead."""

import math

import numpy as np

from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import prefetch
from zermelo.search.mcts.kernels.arrays import (
    BIAS,
    BOUNDS,
    CHANCE,
    CLOSED,
    EDGE,
    END,
    EXPLORATION,
    NEAR,
    NOTHING,
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

SMALL = 4096
ROOTS = 1.0 / np.sqrt(np.maximum(1, np.arange(SMALL)))
"""One by the root of small numbers: looked up, as that is what most of the time would go into."""
INVERSES = 1.0 / np.maximum(1, np.arange(SMALL + 1))
"""One by small numbers."""
SPREADS = np.array([math.sqrt(math.log(max(1, visits))) for visits in range(SMALL)])
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
    low, lowest, highest, beaten = np.int64(0), 0.0, 1.0, False
    scaled = 0.01 / tree.settings[UNIT]
    if solving:
        low = tree.lows[here + role]
        lowest = max(0.0, tree.least[role] * scaled)
        highest = min(1.0, tree.most[role] * scaled)
        beaten = bool(tree.most[role] <= low)
    near, bias, urgency = tree.numbers[NEAR], tree.numbers[BIAS], tree.numbers[URGENCY]
    first_come = math.isinf(urgency)
    seen = tree.visits[here]
    parent = max(np.int64(1), seen + tree.pending[2 * here])
    if parent < SMALL:
        scale = tree.numbers[EXPLORATION] * SPREADS[parent]
    else:
        scale = tree.numbers[EXPLORATION] * math.sqrt(math.log(parent))
    usual = tree.totals[here + role] / seen if seen > 0 else 0.5
    edge = begin + (node * SPREAD >> 16) % size
    best, best_value = -1, -math.inf
    for _ in range(size):
        edge = edge + 1 if edge + 1 < end else begin
        at_edge = EDGE * edge
        floor, ceiling = lowest, highest
        if solving:
            known = tree.hints[4 * at_edge]
            if known == CLOSED or (beaten and known == NOTHING and tree.below[2 * at_edge] >= 0):
                continue
            if known == BOUNDS:
                below = place(tree, tree.below[2 * at_edge]) + role
                if tree.highs[below] <= low:
                    tree.hints[4 * at_edge] = CLOSED
                    continue
                floor = max(0.0, tree.lows[below] * scaled)
                ceiling = min(1.0, tree.highs[below] * scaled)
        visits = tree.tries[at_edge]
        tried = visits + tree.waits[4 * at_edge]
        if tried == 0 and first_come:
            return edge
        if tried < SMALL:  # numbers without a sign need no look whether they count from the end
            small = np.uint64(tried)
            root, share = ROOTS[small], INVERSES[np.uint64(visits)]
            weight = INVERSES[small + np.uint64(1)]
        else:
            root, share = 1.0 / math.sqrt(tried), 1.0 / max(np.int64(1), visits)
            weight = 1.0 / (tried + 1)
        mean = tree.gains[at_edge] * share if visits > 0 else usual
        if near > 0.0:
            mean = blended(tree, edge, mean, tried, role, node, path, first, at)
        mean = min(max(mean, floor), ceiling)
        value = mean + scale * root if tried > 0 else mean + urgency
        value += bias * lean[tree.moves[2 * at_edge]] * weight
        if value > best_value:
            best, best_value = edge, value
            prefetch(tree.visits, place(tree, max(np.int32(0), tree.below[2 * at_edge])))
    return best if best >= 0 else proved_edge(tree, node, role, begin, size)


@kernel
def proved_edge(tree: TreeArrays, node: int, role: int, begin: int, size: int) -> int:
    """Return an edge that gives a role what is proved, where none may be better."""
    low = tree.lows[place(tree, node) + role]
    offset, found = (node * SPREAD >> 16) % size, begin
    for step in range(1, size + 1):
        edge = begin + (offset + step) % size
        below = tree.below[2 * EDGE * edge]
        if below >= 0 and tree.bounded[2 * place(tree, below)] != 0:
            at = place(tree, below) + role
            if tree.lows[at] == low and tree.highs[at] <= low:
                found = edge
    return found


@kernel
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
