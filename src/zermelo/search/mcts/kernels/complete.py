"""A simulation comes home: its rewards go up the tree, and its group is free for another."""

import numpy as np

from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.vector import WORDS
from zermelo.search.mcts.kernels.arrays import (
    DEEPEST,
    FINISHED,
    FREE,
    GROUP,
    PASSES,
    PLAYOUTS,
    STEPS,
    LaneGroups,
    TreeArrays,
)
from zermelo.search.mcts.kernels.backup import back_up, count_path, wait
from zermelo.search.mcts.kernels.descend import chooses
from zermelo.search.mcts.kernels.lanes import group_mask, group_word, settled_rewards


@kernel
def end_known(tree: TreeArrays, lane_groups: LaneGroups, group: int, node: int) -> None:
    """Take a simulation home that has come to a state whose worth was proved by way of others."""
    lane_groups.resting[group_word(tree, group)] |= group_mask(tree, group)
    lane_groups.running[group] = 0
    settled_rewards(tree, node, lane_groups.rewards, group * tree.roles)
    if tree.nearby:
        first = group * tree.settings[DEEPEST] * (1 + tree.roles)
        length = int(lane_groups.lengths[group])
        count_path(tree, lane_groups.paths, first, length, lane_groups.rewards, group * tree.roles)
    come_home(tree, lane_groups, group)


@kernel
def come_home(tree: TreeArrays, lane_groups: LaneGroups, group: int) -> None:
    """Take the rewards of a group up the tree, and have it begin anew."""
    registers = tree.registers
    first = group * tree.settings[DEEPEST] * (1 + tree.roles)
    length, leaf = int(lane_groups.lengths[group]), int(lane_groups.leaves[group])
    wait(tree, lane_groups.paths, first, length, leaf, -1)
    back_up(tree, lane_groups.paths, first, length, leaf, lane_groups.rewards, group * tree.roles)
    lane_groups.idle[registers[FREE]] = group
    registers[FREE] += 1
    registers[FINISHED] += 1


@kernel
def end_lane(
    tree: TreeArrays, lane_groups: LaneGroups, group: int, word: int, bit: np.uint64
) -> None:
    """Let a lane rest; when all lanes of its group do, the simulation goes up the tree."""
    lane_groups.resting[word] |= bit
    tree.registers[PLAYOUTS] += 1
    first = group * tree.settings[DEEPEST] * (1 + tree.roles)
    length = int(lane_groups.lengths[group])
    tree.registers[STEPS] += length + tree.registers[PASSES] - lane_groups.born[group]
    if tree.nearby:
        count_near(tree, lane_groups, first, length, word, bit, group)
    lane_groups.running[group] -= 1
    if lane_groups.running[group] == 0:
        come_home(tree, lane_groups, group)


@inner
def count_near(
    tree: TreeArrays,
    lane_groups: LaneGroups,
    first: int,
    length: int,
    word: int,
    bit: np.uint64,
    group: int,
) -> None:
    """Count a playout for all moves that were made in it, at every node before them."""
    stride = 1 + tree.roles
    done = tree.settings[GROUP] - lane_groups.running[group] + 1
    for step in range(length - 1, -1, -1):
        at = first + step * stride
        node = lane_groups.paths[at]
        for role in range(tree.roles):
            move = tree.moves[lane_groups.paths[at + 1 + role]]
            lane_groups.made[move * WORDS + word] |= bit
            if not chooses(tree, node, role):
                continue
            # The rewards of a group's lanes are added up: their mean so far stands for this one.
            mean = lane_groups.rewards[group * tree.roles + role] * tree.settings[GROUP] / done
            base = node * (tree.roles + 1) + role
            for edge in range(tree.begins[base], tree.begins[base + 1]):
                if lane_groups.made[tree.moves[edge] * WORDS + word] & bit:
                    tree.near[edge] += 1
                    tree.near_gains[edge] += mean
