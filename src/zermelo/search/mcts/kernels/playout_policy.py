"""Moves by habit: what fared well in other playouts is made first, in all lanes at once.

All lanes share one order of a role's moves. Along it each lane throws a coin of its own for every
legal move, whether to take it. The coins are what it costs; but where lanes go by a common order
only, their playouts are so much alike that a thousand tell hardly more than one.
"""

import numpy as np

from zermelo.engine.kernels.draw import random_words
from zermelo.engine.kernels.wide import (
    does_place,
    first_move,
    goal_place,
    goal_role,
    goal_value,
    goals,
    legal_place,
    moves,
    roles,
)
from zermelo.engine.wide import WirePlaces
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.vector import (
    WORDS,
    Vector,
    both,
    either,
    fill,
    is_zero,
    load,
    population,
    store,
    without,
)
from zermelo.search.mcts.kernels.arrays import (
    CHANCE,
    TRUST,
    Floats,
    Ints,
    LaneGroups,
    TreeArrays,
    Words,
)

BEST = 48
"""Moves of a role that habit may take, the best ones."""
FEW_PLAYOUTS = 8.0
"""Playouts from which on what a move did in them is believed more than that it is like others."""


@inner
def some_lanes(generator: Words, sixteenths: int) -> Vector:
    """Return each lane with a probability: a random word for every binary digit from the last."""
    if sixteenths >= 16:
        return fill(~np.uint64(0))
    chosen = fill(np.uint64(0))
    begun = False
    for bit in range(4):
        one = sixteenths >> bit & 1 != 0
        if not (begun or one):
            continue
        begun = True
        random_words(generator)
        word = load(generator, 4 * WORDS)
        if one:
            chosen = either(chosen, word)
        else:
            chosen = both(chosen, word)
    return chosen


@kernel
def follow_habits(
    tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups, wires: Words, generator: Words
) -> None:
    """Replace random moves by those of habit: along the order, lanes take what is legal there.

    Each lane takes a move with the probability TRUST, drawn for it alone, or goes on to the next;
    where nothing was taken of the best moves, the random one is made.
    """
    for role in range(tree.roles):
        if role == tree.settings[CHANCE]:
            continue
        begin, end = first_move(game, role), first_move(game, role + 1)
        left = fill(~np.uint64(0))
        for index in range(begin, min(end, begin + BEST)):
            move = lane_groups.order[index]
            legal = both(load(wires, legal_place(game, move)), left)
            taken = both(legal, some_lanes(generator, tree.settings[TRUST]))
            left = without(left, taken)
            store(lane_groups.drawn, (index - begin) * WORDS, taken)
        done = without(fill(~np.uint64(0)), left)
        for move in range(begin, end):
            at = does_place(game, move)
            store(wires, at, without(load(wires, at), done))
        for index in range(begin, min(end, begin + BEST)):
            at = does_place(game, lane_groups.order[index])
            taken = load(lane_groups.drawn, (index - begin) * WORDS)
            store(wires, at, either(load(wires, at), taken))


@kernel
def learn(game: WirePlaces, lane_groups: LaneGroups, ended: Vector) -> None:
    """Count the moves of all lanes that have just ended, and their rewards."""
    if is_zero(ended):
        return
    size = moves(game)
    for goal in range(goals(game)):
        lanes = both(ended, load(lane_groups.wires, goal_place(game, goal)))
        role = goal_role(game, goal)
        reward = goal_value(game, goal) / 100.0
        if is_zero(lanes):
            continue
        for move in range(first_move(game, role), first_move(game, role + 1)):
            count = population(both(lanes, load(lane_groups.made, move * WORDS)))
            lane_groups.fared[move] += count
            lane_groups.fared[size + move] += reward * count


@kernel
def rank(game: WirePlaces, lane_groups: LaneGroups) -> None:
    """Order the moves of every role by their mean rewards; what was never made is worth a try."""
    size = moves(game)
    for move in range(size):
        made = lane_groups.fared[move]
        lane_groups.worth[move] = lane_groups.fared[size + move] / made if made > 0 else 1.0
    for role in range(roles(game)):
        begin, end = first_move(game, role), first_move(game, role + 1)
        sort(lane_groups.order, lane_groups.worth, begin, end)
        total, all_made = 0.0, 0.0
        for move in range(begin, end):
            total += lane_groups.fared[size + move]
            all_made += lane_groups.fared[move]
        mean = total / max(1.0, all_made)
        for move in range(begin, end):
            often = lane_groups.fared[move]
            lane_groups.lean[move] = (lane_groups.fared[size + move] - mean * often) / (
                often + FEW_PLAYOUTS
            )


@inner
def sort(order: Ints, worth: Floats, begin: int, end: int) -> None:
    """Sort the moves from `begin` to `end`, the best first (Shell 1959, gaps of Ciura)."""
    for gap in (701, 301, 132, 57, 23, 10, 4, 1):
        for index in range(begin + gap, end):
            move = order[index]
            at = index
            while at - gap >= begin and worth[order[at - gap]] < worth[move]:
                order[at] = order[at - gap]
                at -= gap
            order[at] = move
