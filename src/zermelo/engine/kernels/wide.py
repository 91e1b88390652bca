"""What kernels of a search ask of a circuit on 1024 lanes: they never look into it themselves.

A wire is a row of `WORDS` words with a bit for each lane. A place is where such a row begins.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.run import run
from zermelo.engine.wide import STEP, VIEW, Wide, WirePlaces
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, call_with_one
from zermelo.kernels.vector import WORDS, load, store

Words = NDArray[np.uint64]


@kernel
def see(game: Wide, wires: Words) -> None:
    """Compute the end, the goals and the legal moves of all lanes from their fluents."""
    code = game.machine[VIEW]
    if code != 0:
        call_with_one(code, bare(wires), 0)
    else:
        run(game.code, np.int64(0), game.view_end, wires)


@kernel
def step(game: Wide, wires: Words) -> None:
    """Compute the next fluents of all lanes from what was seen, and the moves that are made."""
    code = game.machine[STEP]
    if code != 0:
        call_with_one(code, bare(wires), 0)
    else:
        run(game.code, game.view_end, game.code.size, wires)


@inner
def advance(game: Wide, wires: Words) -> None:
    """Make the moves of all lanes: their fluents are then those of the next state."""
    step(game, wires)
    for fluent in range(game.fluents):
        store(wires, (1 + fluent) * WORDS, load(wires, game.next[fluent] * WORDS))


@inner
def bare_places(game: Wide) -> WirePlaces:
    """Return which wires have what is asked of a state, on bare memory.

    With arrays, every call of a function below would count references to all of them: the tree
    search was 8 % slower for that.
    """
    return WirePlaces(
        game.fluents,
        game.legal.size,
        game.roles.size - 1,
        game.goals.size,
        game.terminal,
        bare(game.roles),
        bare(game.legal),
        bare(game.goals),
        bare(game.goal_roles),
        bare(game.goal_values),
    )


@inner
def fluents(game: WirePlaces) -> int:
    """Return how many fluents there are."""
    return game.fluents


@inner
def roles(game: WirePlaces) -> int:
    """Return how many roles there are."""
    return game.roles


@inner
def moves(game: WirePlaces) -> int:
    """Return how many moves all roles have together."""
    return game.moves


@inner
def goals(game: WirePlaces) -> int:
    """Return how many pairs of a role and a goal value the rules have."""
    return game.goals


@inner
def first_move(game: WirePlaces, role: int) -> int:
    """Return the first move of a role; for the number of roles, how many moves there are."""
    return int(game.firsts[role])


@inner
def goal_role(game: WirePlaces, goal: int) -> int:
    """Return whose goal it is."""
    return int(game.goal_roles[goal])


@inner
def goal_value(game: WirePlaces, goal: int) -> int:
    """Return what a goal is worth to its role."""
    return int(game.goal_values[goal])


@inner
def fluent_place(fluent: int) -> int:
    """Return the place of a fluent, to be read and written."""
    return (1 + fluent) * WORDS


@inner
def does_place(game: WirePlaces, move: int) -> int:
    """Return the place that says which lanes make a move, to be read and written."""
    return (1 + game.fluents + move) * WORDS


@inner
def legal_place(game: WirePlaces, move: int) -> int:
    """Return the place that says where a move is legal."""
    return int(game.legal[move] * WORDS)


@inner
def goal_place(game: WirePlaces, goal: int) -> int:
    """Return the place that says where a goal holds."""
    return int(game.goal_wires[goal] * WORDS)


@inner
def terminal_place(game: WirePlaces) -> int:
    """Return the place that says where the match is over."""
    return game.terminal * WORDS
