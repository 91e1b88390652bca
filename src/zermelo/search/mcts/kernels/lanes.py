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
from zermelo.kernels.kernel import inner, kernel
from zermelo.search.mcts.kernels.arrays import (
    EDGES,
    END,
    GROUP,
    OPEN,
    SAME,
    STUCK,
    UNIT,
    Floats,
    LaneGroups,
    TreeArrays,
    Words,
)


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


@kernel
def load_row(tree: TreeArrays, game: WirePlaces, wires: Words, node: int, group: int) -> None:
    """Put the state of a node into the lanes of a group."""
    word, mask = group_word(tree, group), group_mask(tree, group)
    first = node * tree.words
    for fluent in range(fluents(game)):
        place = fluent_place(fluent) + word
        if tree.rows[first + (fluent >> 6)] >> np.uint64(fluent & 63) & np.uint64(1):
            wires[place] |= mask
        else:
            wires[place] &= ~mask


@kernel
def read_row(tree: TreeArrays, game: WirePlaces, wires: Words, node: int, group: int) -> None:
    """Take the state in the first lane of a group for that of a node."""
    word, mask = group_word(tree, group), group_mask(tree, group)
    first = node * tree.words
    for index in range(tree.words):
        row = np.uint64(0)
        for fluent in range(64 * index, min(64 * index + 64, fluents(game))):
            if first_bit(wires[fluent_place(fluent) + word], mask):
                row |= np.uint64(1) << np.uint64(fluent & 63)
        tree.rows[first + index] = row


@kernel
def reward_of(game: WirePlaces, wires: Words, word: int, bit: np.uint64, role: int) -> float:
    """Return what a role gets in a lane at the end; 0 if the rules name no goal, or two."""
    found, value = goal_of(game, wires, word, bit, role)
    return min(1.0, max(0.0, value / 100.0)) if found == 1 else 0.0


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
    for role in range(tree.roles):
        low, high = tree.lows[node * tree.roles + role], tree.highs[node * tree.roles + role]
        reward = low / (100.0 * tree.settings[UNIT]) if low == high else 0.0
        rewards[at + role] = min(1.0, max(0.0, reward))


@kernel
def open_node(
    tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups, node: int, group: int
) -> bool:
    """Learn from the view of a group's lanes whether a node is the end, and which edges it has.

    Returns whether it is the end. There must be room for the edges. Of an end where a role has no
    goal, or two, nothing is known; nor of a state in which a role has no move.
    """
    word, mask = group_word(tree, group), group_mask(tree, group)
    wires = lane_groups.wires
    base = node * (tree.roles + 1)
    at = tree.registers[EDGES]
    if first_bit(wires[terminal_place(game) + word], mask):
        tree.kinds[node] = END
        lane = mask & (~mask + np.uint64(1))
        for role in range(tree.roles):
            found, goal = goal_of(game, wires, word, lane, role)
            if found == 1:
                tree.lows[node * tree.roles + role] = goal * tree.settings[UNIT]
                tree.highs[node * tree.roles + role] = goal * tree.settings[UNIT]
            tree.begins[base + role] = at
        tree.begins[base + tree.roles] = at
        return True
    tree.kinds[node] = OPEN
    for role in range(tree.roles):
        tree.begins[base + role] = at
        for move in range(first_move(game, role), first_move(game, role + 1)):
            if first_bit(wires[legal_place(game, move) + word], mask):
                tree.moves[at] = move
                tree.heads[at] = -1
                tree.tries[at] = 0
                tree.waits[at] = 0
                tree.gains[at] = 0.0
                if tree.nearby:
                    tree.near[at] = 0
                    tree.near_gains[at] = 0.0
                at += 1
        if at == tree.begins[base + role]:
            tree.kinds[node] = STUCK
    tree.begins[base + tree.roles] = at
    tree.registers[EDGES] = at
    return False


@inner
def cell_of(tree: TreeArrays, node: int) -> int:
    """Return where a node's state is in the table, or an empty cell."""
    key = np.uint64(0x9E3779B97F4A7C15)
    for index in range(tree.words):
        key = (key ^ tree.rows[node * tree.words + index]) * np.uint64(0xBF58476D1CE4E5B9)
        key ^= key >> np.uint64(29)
    mask = tree.cells - 1
    cell = np.int64(key & np.uint64(mask))
    while tree.table[cell] >= 0:
        other = tree.table[cell]
        same = True
        for index in range(tree.words):
            if tree.rows[other * tree.words + index] != tree.rows[node * tree.words + index]:
                same = False
                break
        if same:
            return int(cell)
        cell = (cell + 1) & mask
    return int(cell)


@kernel
def join(tree: TreeArrays, node: int) -> bool:
    """Look in the table for a node with the same state: the new one is then the same as that."""
    if tree.cells == 0:
        return False
    cell = cell_of(tree, node)
    other = tree.table[cell]
    if other >= 0 and other != node:
        tree.kinds[node] = SAME
        tree.same[node] = other
        tree.pending[other] += tree.pending[node]
        tree.pending[node] = 0
        return True
    tree.table[cell] = node
    return False
