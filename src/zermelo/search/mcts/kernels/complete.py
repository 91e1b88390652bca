"""A simulation comes home: its rewards go up the tree, and its group is free for another."""

import numpy as np

from zermelo.engine.kernels.wide import goal_role, goals
from zermelo.engine.wide import WirePlaces
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bits
from zermelo.kernels.vector import WORDS
from zermelo.search.mcts.kernels.arrays import (
    DEEPEST,
    EDGE,
    FINISHED,
    FREE,
    GROUP,
    PASSES,
    PLAYOUTS,
    STEPS,
    LaneGroups,
    TreeArrays,
)
from zermelo.search.mcts.kernels.backup import back_up, count_path, fetch_path
from zermelo.search.mcts.kernels.descend import chooses, place
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
    paths, rewards = lane_groups.paths, lane_groups.rewards
    fetch_path(tree, paths, first, length)
    back_up(tree, paths, first, length, leaf, rewards, group * tree.roles, 1)
    lane_groups.idle[lane_groups.counts[FREE]] = group
    lane_groups.counts[FREE] += 1
    registers[FINISHED] += 1


@inner
def reward_of(
    tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups, group: int, role: int
) -> float:
    """Return the part of a group's mean reward that its lanes which are done have brought."""
    word = group_word(tree, group)
    done = lane_groups.resting[word] & group_mask(tree, group)
    reward = float(lane_groups.rewards[group * tree.roles + role])  # of playouts that were cut
    for goal in range(goals(game)):
        if goal_role(game, goal) == role:
            count = bits(lane_groups.won[goal * WORDS + word] & done)
            reward += lane_groups.shares[goal] * count
    return reward


@kernel
def end_lanes(
    tree: TreeArrays,
    game: WirePlaces,
    lane_groups: LaneGroups,
    group: int,
    word: int,
    lanes: np.uint64,
) -> None:
    """Let lanes rest; when all lanes of their group do, the simulation goes up the tree.

    With RAVE there must be one lane only.
    """
    lane_groups.resting[word] |= lanes
    count = bits(lanes)
    tree.registers[PLAYOUTS] += count
    length = int(lane_groups.lengths[group])
    passes = lane_groups.counts[PASSES] - lane_groups.born[group]
    tree.registers[STEPS] += count * (length + passes)
    if tree.nearby:
        first = group * tree.settings[DEEPEST] * (1 + tree.roles)
        count_near(tree, game, lane_groups, first, length, word, lanes, group)
    lane_groups.running[group] -= count
    if lane_groups.running[group] == 0:
        for role in range(tree.roles):
            reward = reward_of(tree, game, lane_groups, group, role)
            lane_groups.rewards[group * tree.roles + role] = reward
        come_home(tree, lane_groups, group)


@inner
def count_near(
    tree: TreeArrays,
    game: WirePlaces,
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
            move = tree.moves[2 * EDGE * lane_groups.paths[at + 1 + role]]
            lane_groups.made[move * WORDS + word] |= bit
            if not chooses(tree, node, role):
                continue
            # The rewards of a group's lanes are added up: their mean so far stands for this one.
            mean = reward_of(tree, game, lane_groups, group, role) * tree.settings[GROUP] / done
            base = 2 * place(tree, node) + role
            for edge in range(tree.begins[base], tree.begins[base + 1]):
                if lane_groups.made[tree.moves[2 * EDGE * edge] * WORDS + word] & bit:
                    tree.near[edge] += 1
                    tree.near_gains[edge] += mean
