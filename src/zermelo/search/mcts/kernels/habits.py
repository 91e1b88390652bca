"""Moves by habit: what fared well in other playouts is made first, in all lanes at once.

All lanes share one order of a role's moves. Along it, each lane takes the first of some moves that
were drawn for it alone. Drawing is what it costs; but where lanes go by a common order only, their
playouts are so much alike that a thousand tell hardly more than one.
"""

import numpy as np

from zermelo.circuit.kernels.choose import random_words
from zermelo.circuit.kernels.kernel import inner, kernel
from zermelo.circuit.kernels.playout import choose_joint
from zermelo.circuit.kernels.vector import (
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
from zermelo.circuit.order import Gates
from zermelo.search.mcts.kernels.arrays import (
    CHANCE,
    CHOICES,
    HABITS,
    Crew,
    Floats,
    Ints,
    Tree,
    Words,
)


@kernel
def some_lanes(generator: Words, sixteenths: int) -> Vector:
    """Return each lane with a probability."""
    if sixteenths >= 16:
        return fill(~np.uint64(0))
    chosen = fill(np.uint64(0))
    for bit in range(4):
        random_words(generator)
        word = load(generator, 4 * WORDS)
        if sixteenths >> bit & 1:
            chosen = either(chosen, word)
        else:
            chosen = both(chosen, word)
    return chosen


@kernel
def follow_habits(
    tree: Tree, gates: Gates, crew: Crew, wires: Words, generator: Words, scratch: Words
) -> None:
    """Replace the moves of some lanes by those of habit.

    That is the first legal one in the order of habit or, with CHOICES, the first of so many that
    were drawn at random: the one that was drawn already, and others.
    """
    habitual = some_lanes(generator, tree.settings[HABITS])
    first, size = 1 + gates.fluents, gates.legal.size
    choices = tree.settings[CHOICES]
    if choices > 0:
        for move in range(size):
            store(crew.drawn, move * WORDS, load(wires, (first + move) * WORDS))
        for _ in range(choices - 1):
            choose_joint(gates, wires, generator, scratch)
            for move in range(size):
                drawn = load(wires, (first + move) * WORDS)
                store(crew.drawn, move * WORDS, either(load(crew.drawn, move * WORDS), drawn))
    for role in range(tree.roles):
        if role == tree.settings[CHANCE]:
            continue
        left = habitual
        for index in range(gates.roles[role], gates.roles[role + 1]):
            move = crew.order[index]
            at = (first + move) * WORDS
            if choices > 0:
                taken = both(load(crew.drawn, move * WORDS), left)
            else:
                taken = both(load(wires, gates.legal[move] * WORDS), left)
            store(wires, at, either(without(load(wires, at), habitual), taken))
            left = without(left, taken)


@kernel
def learn(gates: Gates, crew: Crew, ended: Vector) -> None:
    """Count the moves of all lanes that have just ended, and their rewards."""
    if is_zero(ended):
        return
    size = gates.legal.size
    for goal in range(gates.goals.size):
        lanes = both(ended, load(crew.wires, gates.goals[goal] * WORDS))
        role = gates.goal_roles[goal]
        reward = gates.goal_values[goal] / 100.0
        if is_zero(lanes):
            continue
        for move in range(gates.roles[role], gates.roles[role + 1]):
            count = population(both(lanes, load(crew.made, move * WORDS)))
            crew.fared[move] += count
            crew.fared[size + move] += reward * count


@kernel
def rank(gates: Gates, crew: Crew) -> None:
    """Order the moves of every role by their mean rewards; what was never made is worth a try."""
    size = gates.legal.size
    for move in range(size):
        made = crew.fared[move]
        crew.worth[move] = crew.fared[size + move] / made if made > 0 else 1.0
    for role in range(gates.roles.size - 1):
        sort(crew.order, crew.worth, gates.roles[role], gates.roles[role + 1])


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
