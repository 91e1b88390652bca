"""Every position that can be reached, and every move between them, as arrays.

Positions are numbered in the order of a breadth-first search, so that the moves of one follow those
of the one before it, and an array of numbers holds them all.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints, Views, Words
from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.symmetry.folding import Folding
from zermelo.sampling.matches import goal_table
from zermelo.search.positions.positions import MOST, Positions
from zermelo.search.solve.suited import require_duel, simultaneous, stuck, uneven

BATCH = 4 * 1024
MEGABYTES = 6144
EXPLORING = 1 + 4 + 2
"""Bytes for each position, besides its row: who moves, how many moves there are, the goal."""
SETTLING = EXPLORING + 8 + 4 + 4 + 4 + 4
"""The same for retrograde analysis: where parents begin, waiting, value, distance, queue."""

Report = Callable[[str], None]


@dataclass(slots=True)
class Graph:
    """Positions and moves; position 0 is the start."""

    rows: Words  # [positions, words]
    movers: NDArray[np.int8]  # [positions] who decides; -1 at an end
    sizes: Ints  # [positions] how many moves there are
    children: Ints  # [moves] where each leads, in the order of positions
    goals: NDArray[np.int16]  # [positions] of the first role, at the ends
    total: int | None  # what two roles share at the end
    levels: list[int]  # [moves] how many positions are that far from the start


def explore(
    game: CompiledGame,
    start: State | None = None,
    *,
    megabytes: int = MEGABYTES,
    report: Report | None = None,
    folding: Folding | None = None,
) -> Graph:
    """Return all that can be reached from `start`.

    Args:
        game: of one role, or of two that take turns and share a constant sum.
        start: where to begin, if not in the initial state.
        megabytes: what exploring and solving may take together.
        report: called now and then with how far it is.
        folding: by symmetries without exchange of roles; only one of several positions that are
            images of each other is looked at then.

    Raises:
        UnsuitedError: the game is of another kind.
        LimitError: there are more positions than fit.
    """
    require_duel(game)
    known = Positions(game.words)
    first = game.row(game.initial if start is None else start)[None]
    known.add(folding.folded(first)[0] if folding else first)
    movers: list[NDArray[np.int8]] = []
    sizes: list[Ints] = []
    children: list[Ints] = []
    goals: list[NDArray[np.int16]] = []
    levels = [1]
    total: int | None = None
    done, moves = 0, 0
    while done < known.size:
        end = sum(levels)
        while done < end:
            rows = known.store[done : min(done + BATCH, end)].copy()
            done += len(rows)
            views = game.engine.view(rows)
            deciding = movers_of(game, views)
            mine, total = goals_of(game, views, total)
            parents, joints = game.engine.children(views)
            moves += len(parents)
            require_room(game, known, len(parents), moves, megabytes)
            found = game.engine.step(rows[parents], joints)
            numbers = known.add(folding.folded(found)[0] if folding else found)
            movers.append(deciding)
            goals.append(mine)
            sizes.append(np.bincount(parents, minlength=len(rows)).astype(np.int32))
            children.append(numbers)
            if report:
                report(f"{known.size:,} positions, {len(levels)} moves deep")
        if known.size > end:
            levels.append(known.size - end)
    rows = known.rows
    del known  # and with it the slots
    return Graph(
        rows,
        np.concatenate(movers),
        np.concatenate(sizes),
        np.concatenate(children),
        np.concatenate(goals),
        total,
        levels,
    )


def movers_of(game: CompiledGame, views: Views) -> NDArray[np.int8]:
    """Return who decides in each state; UnsuitedError where that is not one role."""
    from zermelo.search.solve.kernels.backward import STUCK, TOGETHER, find_movers

    movers = np.empty(len(views.legal), np.int8)
    find_movers(game.dimensions.firsts, views.legal, views.ended, movers)
    if (movers == TOGETHER).any():
        raise simultaneous(game)
    if (movers == STUCK).any():
        raise stuck(game)
    return movers


def goals_of(
    game: CompiledGame, views: Views, total: int | None
) -> tuple[NDArray[np.int16], int | None]:
    """Return what the first role gets at each end, and what all get together."""
    goals = np.zeros(len(views.ended), np.int16)
    if not views.ended.any():
        return goals, total
    counts, values = goal_table(game, Views(views.legal, views.ended, views.goals[views.ended]))
    if (counts != 1).any():
        raise UnsuitedError(
            f"{game.name} cannot be solved: a role has no goal, or two, at an end "
            "(zermelo check --play finds where)"
        )
    goals[views.ended] = values[:, 0]
    if len(game.roles) == 1:
        return goals, None
    sums = values.sum(axis=1)
    total = int(sums[0]) if total is None else total
    if (sums != total).any():
        raise uneven(game, total, float(sums[sums != total][0]))
    return goals, total


def require_room(
    game: CompiledGame, known: Positions, more: int, moves: int, megabytes: int
) -> None:
    """Raise LimitError if what is known, with what may come, is too much for the memory."""
    exploring = known.bytes_to_add(more) + 4 * moves + EXPLORING * known.size
    settling = known.store.nbytes + 8 * moves + SETTLING * known.size
    if max(exploring, settling) > megabytes << 20 or known.size + more > MOST:
        raise LimitError(
            f"{game.name} has more positions than fit: {known.size:,} were found before "
            f"{megabytes:,} MB were full; --max-memory allows more"
        )
