"""What kernels of a search ask of a circuit on 1024 lanes: they never look into it themselves.

A wire is a row of `WORDS` words with a bit for each lane. A place is where such a row begins.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.run import run
from zermelo.engine.wide import Wide
from zermelo.kernels.kernel import inner
from zermelo.kernels.vector import WORDS, load, store

Words = NDArray[np.uint64]


@inner
def see(game: Wide, wires: Words) -> None:
    """Compute the end, the goals and the legal moves of all lanes from their fluents."""
    run(game.code, np.int64(0), game.view_end, wires)


@inner
def advance(game: Wide, wires: Words) -> None:
    """Make the moves of all lanes: their fluents are then those of the next state."""
    run(game.code, game.view_end, game.code.size, wires)
    for fluent in range(game.fluents):
        store(wires, (1 + fluent) * WORDS, load(wires, game.next[fluent] * WORDS))


@inner
def fluents(game: Wide) -> int:
    """Return how many fluents there are."""
    return game.fluents


@inner
def roles(game: Wide) -> int:
    """Return how many roles there are."""
    return game.roles.size - 1


@inner
def moves(game: Wide) -> int:
    """Return how many moves all roles have together."""
    return game.legal.size


@inner
def goals(game: Wide) -> int:
    """Return how many pairs of a role and a goal value the rules have."""
    return game.goals.size


@inner
def first_move(game: Wide, role: int) -> int:
    """Return the first move of a role; for the number of roles, how many moves there are."""
    return int(game.roles[role])


@inner
def goal_role(game: Wide, goal: int) -> int:
    """Return whose goal it is."""
    return int(game.goal_roles[goal])


@inner
def goal_value(game: Wide, goal: int) -> int:
    """Return what a goal is worth to its role."""
    return int(game.goal_values[goal])


@inner
def fluent_place(fluent: int) -> int:
    """Return the place of a fluent, to be read and written."""
    return (1 + fluent) * WORDS


@inner
def does_place(game: Wide, move: int) -> int:
    """Return the place that says which lanes make a move, to be read and written."""
    return (1 + game.fluents + move) * WORDS


@inner
def legal_place(game: Wide, move: int) -> int:
    """Return the place that says where a move is legal."""
    return int(game.legal[move] * WORDS)


@inner
def goal_place(game: Wide, goal: int) -> int:
    """Return the place that says where a goal holds."""
    return int(game.goals[goal] * WORDS)


@inner
def terminal_place(game: Wide) -> int:
    """Return the place that says where the match is over."""
    return game.terminal * WORDS
