"""What a group of lanes does with a circuit: be loaded, tell its state, its moves and its end."""

import numpy as np

from zermelo.engine.kernels.wide import (
    first_move,
    fluent_place,
    fluents,
    goal_place,
    goal_role,
    goal_value,
    goals,
    legal_place,
    terminal_place,
)
from zermelo.engine.wide import WirePlaces
from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import lowest, prefetch
from zermelo.search.mcts.kernels.arrays import (
    EDGE,
    EDGES,
    END,
    FOLDED,
    GROUP,
    LISTED,
    NOTHING,
    OPEN,
    SAME,
    STUCK,
    UNIT,
    Floats,
    LaneGroups,
    TreeArrays,
    Words,
)
from zermelo.search.mcts.kernels.backup import bind, hint
from zermelo.search.mcts.kernels.descend import choosers, last_chooser, place

NUMBER = 0xFFFFFFFF
"""The half of a cell of the table that has the number of a node."""


@inner
def group_word(tree: TreeArrays, group: int) -> int:
    """Return which of the words of a wire has the lanes of a group."""
    return int(group * tree.settings[GROUP] >> 6)


@inner
def group_mask(tree: TreeArrays, group: int) -> np.uint64:
    """Return the lanes of a group in its word."""
    size = tree.settings[GROUP]
    ones = ~np.uint64(0) >> np.uint64(64 - size)
    return np.uint64(ones << np.uint64(group * size & 63))


@inner
def first_bit(word: np.uint64, mask: np.uint64) -> bool:
    """Whether the first lane of a group has its bit set."""
    return bool(word & mask & (~mask + np.uint64(1)) != np.uint64(0))


@inner
def load_row(tree: TreeArrays, game: WirePlaces, wires: Words, node: int, group: int) -> None:
    """Put the state of a node into the lanes of a group."""
    word, mask = group_word(tree, group), group_mask(tree, group)
    first = node * tree.words
    one = np.uint64(1)
    for index in range(tree.words):
        row = tree.rows[first + index]
        for fluent in range(64 * index, min(64 * index + 64, fluents(game))):
            place = fluent_place(fluent) + word
            # Without a branch: which fluents hold cannot be foreseen.
            wires[place] = (wires[place] & ~mask) | mask * (row & one)
            row >>= one


@inner
def read_row(tree: TreeArrays, game: WirePlaces, wires: Words, node: int, group: int) -> None:
    """Take the state in the first lane of a group for that of a node."""
    word, lane = group_word(tree, group), np.uint64(lowest(group_mask(tree, group)))
    first = node * tree.words
    one = np.uint64(1)
    for index in range(tree.words):
        row = np.uint64(0)
        for fluent in range(64 * index, min(64 * index + 64, fluents(game))):
            row |= (wires[fluent_place(fluent) + word] >> lane & one) << np.uint64(fluent & 63)
        tree.rows[first + index] = row


@inner
def goal_of(
    game: WirePlaces, wires: Words, word: int, bit: np.uint64, role: int
) -> tuple[int, int]:
    """Return how many goals a role has in a lane, and the last of them."""
    found, value = 0, 0
    for goal in range(goals(game)):
        if goal_role(game, goal) == role and wires[goal_place(game, goal) + word] & bit:
            found += 1
            value = goal_value(game, goal)
    return found, value


@inner
def settled_rewards(tree: TreeArrays, node: int, rewards: Floats, at: int) -> None:
    """Write what every visit of a settled node brings into `rewards`, from `at` on."""
    begin = place(tree, node)
    for role in range(tree.roles):
        low, high = tree.lows[begin + role], tree.highs[begin + role]
        reward = low / (100.0 * tree.settings[UNIT]) if low == high else 0.0
        rewards[at + role] = min(1.0, max(0.0, reward))


@inner
def open_node(
    tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups, node: int, group: int
) -> bool:
    """Learn from the view of a group's lanes whether a node is the end, and which moves it has.

    Returns whether it is the end. There must be room for the moves. Of an end where a role has no
    goal, or two, nothing is known; nor of a state in which a role has no move.
    """
    word, mask = group_word(tree, group), group_mask(tree, group)
    wires = lane_groups.wires
    begin = place(tree, node)
    base = 2 * begin
    at = tree.registers[LISTED]
    if first_bit(wires[terminal_place(game) + word], mask):
        tree.kinds[base] = END
        lane = mask & (~mask + np.uint64(1))
        for role in range(tree.roles):
            found, goal = goal_of(game, wires, word, lane, role)
            if found == 1:
                tree.lows[begin + role] = goal * tree.settings[UNIT]
                tree.highs[begin + role] = goal * tree.settings[UNIT]
                bind(tree, node)
            tree.begins[base + role] = at
        tree.begins[base + tree.roles] = at
        return True
    tree.kinds[base] = FOLDED
    bit = np.uint64(lowest(mask))
    for role in range(tree.roles):
        tree.begins[base + role] = at
        for move in range(first_move(game, role), first_move(game, role + 1)):
            # Written in any case, and kept if it is legal: nobody can foresee which are.
            tree.listed[at] = move
            at += np.int64(wires[legal_place(game, move) + word] >> bit & np.uint64(1))
        if at == tree.begins[base + role]:
            tree.kinds[base] = STUCK
    tree.begins[base + tree.roles] = at
    tree.registers[LISTED] = at
    return False


@inner
def spread(tree: TreeArrays, node: int) -> None:
    """Give a folded node its edges, for which there must be room."""
    base = 2 * place(tree, node)
    first, after = int(tree.begins[base]), int(tree.begins[base + tree.roles])
    edge = int(tree.registers[EDGES])
    for role in range(tree.roles + 1):
        tree.begins[base + role] += edge - first
    for index in range(first, after):
        at = EDGE * edge
        tree.moves[2 * at] = tree.listed[index]
        tree.heads[2 * at] = -1
        tree.below[2 * at] = -1
        tree.tries[at] = 0
        tree.waits[4 * at] = 0
        tree.hints[4 * at] = NOTHING
        tree.gains[at] = 0.0
        if tree.nearby:
            tree.near[edge] = 0
            tree.near_gains[edge] = 0.0
        edge += 1
    tree.registers[EDGES] = edge
    tree.kinds[base] = OPEN


@inner
def hash_of(tree: TreeArrays, node: int) -> np.uint64:
    """Return the hash of a node's state."""
    key = np.uint64(0x9E3779B97F4A7C15)
    for index in range(tree.words):
        key = (key ^ tree.rows[node * tree.words + index]) * np.uint64(0xBF58476D1CE4E5B9)
        key ^= key >> np.uint64(29)
    return key


@inner
def entry_of(node: int, key: np.uint64) -> int:
    """Return what stands in the table for a node: half of the hash beside its number."""
    return int(np.int64(key >> np.uint64(33)) << 32 | np.int64(node))


@inner
def cell_of(tree: TreeArrays, node: int, key: np.uint64) -> int:
    """Return where a node's state is in the table, or an empty cell."""
    mask = tree.cells - 1
    cell = np.int64(key & np.uint64(mask))
    wanted = entry_of(node, key) >> 32
    while tree.table[cell] >= 0:
        if tree.table[cell] >> 32 == wanted:
            other = tree.table[cell] & NUMBER
            same = True
            for index in range(tree.words):
                if tree.rows[other * tree.words + index] != tree.rows[node * tree.words + index]:
                    same = False
                    break
            if same:
                return int(cell)
        cell = (cell + 1) & mask
    return int(cell)


@inner
def fetch_cell(tree: TreeArrays, node: int) -> None:
    """Begin to fetch where a node's state may be in the table."""
    if tree.cells > 0:
        prefetch(tree.table, np.int64(hash_of(tree, node) & np.uint64(tree.cells - 1)))


@inner
def join(tree: TreeArrays, node: int) -> bool:
    """Look in the table for a node with the same state: the new one is then the same as that."""
    if tree.cells == 0:
        return False
    key = hash_of(tree, node)
    cell = cell_of(tree, node, key)
    if tree.table[cell] < 0:
        tree.table[cell] = entry_of(node, key)
        return False
    other = int(tree.table[cell] & NUMBER)
    if other == node:
        return False
    at, to = 2 * place(tree, node), 2 * place(tree, other)
    tree.kinds[at] = SAME
    tree.same[at] = other
    tree.pending[to] += tree.pending[at]
    tree.pending[at] = 0
    link(tree, node, other)
    return True


@inner
def link(tree: TreeArrays, node: int, other: int) -> None:
    """Have the parent of a node lead to the one that it is the same as, and hear of its bounds."""
    at, to = 2 * place(tree, node), 2 * place(tree, other)
    tree.alias[at] = tree.alias[to]
    tree.alias[to] = node
    parent = int(tree.parent[at])
    if parent < 0:
        return
    if choosers(tree, parent) <= 1:
        tree.below[2 * EDGE * tree.via[at + last_chooser(tree, parent)]] = other
    if tree.bounded[to] != 0:
        hint(tree, node)
