"""Breadth first, thousands of states at a time: the nearest end with each goal comes first.

Only what reaches new states is kept: each state and the one that it was reached from. The moves of
a match are found again by walking along it. Where the rules are symmetric, one state stands for all
its images.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.machine import Ints, Views, Words
from zermelo.logic.symmetry.folding import Folding
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Move, State
from zermelo.position.sample import goal_table
from zermelo.search.base import Clock
from zermelo.search.plan.standing import PLAYER, Standing
from zermelo.search.solve.positions import MOST, Positions

BATCH = 4 * 1024
CHILDREN = 1 << 25
"""Bytes, about, that the children of a batch may take."""
NAME = "breadth first"


def breadth(
    standing: Standing, clock: Clock, *, megabytes: int, folding: Folding | None = None
) -> Iterator[None]:
    """Look at all states, nearest first, until all are seen or the memory is full.

    Yields between batches, for others to work; what is found is noted in the standing.
    """
    game = standing.game
    known = Positions(game.words)
    first = game.row(standing.state)[None]
    known.add(folding.folded(first)[0] if folding else first)
    parents: list[Ints] = [np.zeros(1, np.int32)]
    best: int | None = None
    done, depth, end = 0, 0, 1
    deepest = clock.limits.depth
    legal = max(1, len(game.legal(standing.state, PLAYER)))
    batch = max(64, min(BATCH, CHILDREN // (8 * game.words * legal)))
    while done < known.size:
        while done < end:
            rows = known.store[done : min(done + batch, end)].copy()
            spend(clock, len(rows))
            views = game.machine.view(rows)
            goals = goals_at_ends(game, views)
            if goals.max() >= 0 and (best is None or goals.max() > best):
                best = int(goals.max())
                path = path_to(known, parents, done + int(goals.argmax()))
                standing.found(walked(game, standing.state, path, folding), NAME)
            owners, joints = game.machine.children(views)
            room = known.bytes_to_add(len(owners)) + 8 * known.size
            if room > megabytes << 20 or known.size + len(owners) > MOST:
                return
            found = game.machine.step(rows[owners], joints)
            size = known.size
            numbers = known.add(folding.folded(found)[0] if folding else found)
            parents.append(first_owners(numbers, owners, size, known.size, done))
            done += len(rows)
            yield
        above = [goal for goal in standing.goals if best is None or goal > best]
        if above:
            standing.exclude(min(above), depth, NAME)
        if best is not None and best >= standing.ceiling:
            return
        if depth == deepest:
            return
        depth, end = depth + 1, known.size
    standing.none_above(-1 if best is None else best, NAME)


def spend(clock: Clock, nodes: int) -> None:
    """Count nodes, but no more than are allowed; OutOfTimeError when a limit is reached."""
    limit = clock.limits.nodes
    clock.tick(nodes if limit is None else min(nodes, limit - clock.count.nodes))


def goals_at_ends(game: CircuitGame, views: Views) -> NDArray[np.int64]:
    """Return the goal of each state that is an end, -1 for others."""
    counts, values = goal_table(game, views)
    goals: NDArray[np.int64] = np.where(views.ended & (counts[:, 0] == 1), values[:, 0], -1)
    return goals


def first_owners(numbers: Ints, owners: Ints, before: int, after: int, first: int) -> Ints:
    """Return the state that each new state was first reached from."""
    found = np.empty(after - before, np.int32)
    new = numbers >= before
    # Backwards, so that of several the first is written last.
    found[numbers[new][::-1] - before] = owners[new][::-1] + first
    return found


def path_to(known: Positions, parents: list[Ints], number: int) -> list[Words]:
    """Return the rows on the way to a state, the start not included."""
    before = np.concatenate(parents)
    path = []
    while number:
        path.append(known.store[number].copy())
        number = int(before[number])
    return path[::-1]


def walked(
    game: CircuitGame, state: State, path: list[Words], folding: Folding | None
) -> list[Move]:
    """Return the moves that lead along a path, or along an image of it."""
    moves = []
    for row in path:
        for child in game.children(state):
            image = game.row(child.state)
            if folding:
                image = folding.folded(image[None])[0][0]
            if (image == row).all():
                moves.append(child.joint[0])
                state = child.state
                break
    return moves
