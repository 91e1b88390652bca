"""Playouts that are cut short: too long, or stuck; what they were worth is a guess."""

import numpy as np

from zermelo.engine.kernels.wide import fluent_place, fluents
from zermelo.engine.wide import WirePlaces
from zermelo.kernels.kernel import kernel
from zermelo.kernels.operations import lowest
from zermelo.search.mcts.kernels.arrays import (
    CUTOFF,
    GROUP,
    GROUPS,
    PASSES,
    Floats,
    LaneGroups,
    TreeArrays,
    Words,
)
from zermelo.search.mcts.kernels.complete import end_lanes
from zermelo.search.mcts.kernels.lanes import group_mask, group_word

SOON = 64
"""Steps: playouts that are cut later than this may be cut by so many too late."""


@kernel
def list_cut(
    tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups, rows: Words, stuck: bool
) -> int:
    """List the lanes whose playouts have gone on for too long, or cannot go on, with their states.

    Returns how many there are.
    """
    count = 0
    if not stuck and tree.settings[CUTOFF] > SOON and lane_groups.counts[PASSES] % SOON > 0:
        return 0  # a few steps more do not matter
    for group in range(tree.settings[GROUPS]):
        old = lane_groups.counts[PASSES] - 1 - lane_groups.born[group] >= tree.settings[CUTOFF]
        if lane_groups.running[group] == 0 or not (old or stuck):
            continue
        word = group_word(tree, group)
        lanes = group_mask(tree, group) & ~lane_groups.resting[word] & ~lane_groups.forced[word]
        if not old:
            lanes &= ~lane_groups.scratch[word]  # where every role has a move
        while lanes != np.uint64(0):
            lane_groups.cut[count] = 64 * word + lowest(lanes)
            lanes &= lanes - np.uint64(1)
            count += 1
    for index in range(count):
        word, number = lane_groups.cut[index] >> 6, np.uint64(lane_groups.cut[index] & 63)
        for place in range(tree.words):
            row = np.uint64(0)
            for fluent in range(64 * place, min(64 * place + 64, fluents(game))):
                value = lane_groups.wires[fluent_place(fluent) + word] >> number & np.uint64(1)
                row |= value << np.uint64(fluent & 63)
            rows[index, place] = row
    return count


@kernel
def cut_short(tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups, worth: Floats) -> None:
    """End the playouts of the lanes that were listed, with what they seem to be worth."""
    size = tree.settings[GROUP]
    for index in range(worth.shape[0]):
        lane = lane_groups.cut[index]
        group = int(lane // size)
        for role in range(tree.roles):
            reward = min(1.0, max(0.0, worth[index, role] / 100.0))
            lane_groups.rewards[group * tree.roles + role] += reward / size
        bit = np.uint64(1) << np.uint64(lane & 63)
        end_lanes(tree, game, lane_groups, group, int(lane >> 6), bit)
