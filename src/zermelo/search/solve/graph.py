"""Every position that can be reached, and every move between them, as arrays.

Positions are numbered in the order of a breadth-first search, so that the moves of one follow those
of the one before it, and an array of numbers holds them all. What is here is easy to read, and runs
every game; `zermelo.search.solve.fast_graph` does the same in one kernel.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints, Views, Words
from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.symmetry.folding import Folding
from zermelo.sampling.matches import goal_table
from zermelo.search.positions.positions import MOST_POSITIONS, Positions
from zermelo.search.solve.disk_arrays import DiskArrays
from zermelo.search.solve.suited import require_duel, simultaneous, stuck, uneven

BATCH = 4 * 1024
MEGABYTES = 6144
LOOK_AGAIN = 1.0
"""Seconds between two looks for the kernel, where it is not compiled yet."""
KERNEL = "search/solve/kernels/exploring.py"
EXPLORING = 1 + 2 + 2
"""Bytes for each position, besides its row: who moves, how many moves there are, the goal."""
SETTLING = EXPLORING + 8 + 4 + 4 + 4
"""The same for retrograde analysis: where parents begin, value, distance, queue."""

Report = Callable[[str], None]


@dataclass(slots=True)
class PositionGraph:
    """Positions and moves; position 0 is the start."""

    rows: Words  # [positions, words]
    movers: NDArray[np.int8]  # [positions] who decides; -1 at an end
    sizes: NDArray[np.uint16]  # [positions] how many moves there are
    children: Ints  # [moves] where each leads, in the order of positions
    goals: NDArray[np.int16]  # [ends] of the first role, in the order of positions
    total: int | None  # what two roles share at the end
    levels: list[int]  # [moves] how many positions are that far from the start
    stand_for: int  # how many positions these are, with their images
    rising: bool  # whether every move leads to a higher number
    disk: DiskArrays | None = None  # what some arrays need as long as they are there


def explore(
    game: CompiledGame,
    start: State | None = None,
    *,
    megabytes: int = MEGABYTES,
    report: Report | None = None,
    folding: Folding | None = None,
    whole: bool = True,
    most: int | None = None,
) -> PositionGraph:
    """Return all that can be reached from `start`.

    Args:
        game: of one role, or of two that take turns and share a constant sum.
        start: where to begin, if not in the initial state.
        megabytes: what exploring and solving may take together.
        report: called now and then with how far it is.
        folding: by symmetries without exchange of roles; only one of several positions that are
            images of each other is looked at then.
        whole: whether there must be room to sort all positions afterwards.
        most: how many positions there may be.

    Raises:
        UnsuitedError: the game is of another kind.
        LimitError: there are more positions than fit, or than there may be.
    """
    require_duel(game)
    if not is_fast(game):
        looked = time.monotonic()

        def watched(text: str) -> None:
            nonlocal looked
            if report:
                report(text)
            if time.monotonic() > looked + LOOK_AGAIN:
                looked = time.monotonic()
                if is_fast(game):
                    raise KernelReadyError

        try:
            return explore_plainly(
                game, start, megabytes=megabytes, report=watched, folding=folding, most=most
            )
        except KernelReadyError:
            pass  # it is sooner done from the start again
    from zermelo.search.solve.fast_graph import explore_fast

    return explore_fast(
        game,
        start,
        megabytes=megabytes,
        report=report,
        folding=folding,
        whole=whole,
        most=most,
    )


class KernelReadyError(Exception):
    """The kernel was compiled meanwhile."""


def is_fast(game: CompiledGame) -> bool:
    """Whether the kernel is to be used; if it is not compiled yet, that is asked for.

    As plain Python it would take longer than what is here.
    """
    if not game.engine.has_kernels:
        return False
    from zermelo.kernels.background import background
    from zermelo.kernels.kernel import is_compiled

    if not background.answers or is_compiled(KERNEL):
        return True
    from zermelo.search.solve.fast_graph import ask_for_kernel

    ask_for_kernel(game)
    return False


def explore_plainly(
    game: CompiledGame,
    start: State | None = None,
    *,
    megabytes: int = MEGABYTES,
    report: Report | None = None,
    folding: Folding | None = None,
    most: int | None = None,
) -> PositionGraph:
    """Return what `explore` does."""
    known = Positions(game.words)
    seen = Exploration(game, known, folding, megabytes)
    seen.add(game.row(game.initial if start is None else start)[None])
    levels = [1]
    while seen.done < known.size:
        end = sum(levels)
        while seen.done < end:
            seen.look(min(seen.done + BATCH, end))
            if report:
                report(f"{known.size:,} positions, {len(levels)} moves deep")
            require_few(game, known.size, most)
        if known.size > end:
            levels.append(known.size - end)
    del known  # so that its slots go before the arrays are joined
    return seen.graph(levels)


def require_few(game: CompiledGame, positions: int, most: int | None) -> None:
    """Raise LimitError if there are more positions than there may be."""
    if most is not None and positions > most:
        raise LimitError(f"{game.name} has more than {most:,} positions")


@dataclass(slots=True)
class Exploration:
    """The positions that are known, and the moves of those that were looked at, batch by batch."""

    game: CompiledGame
    known: Positions
    folding: Folding | None
    megabytes: int
    done: int = 0  # positions that were looked at
    moves: int = 0
    total: int | None = None
    rising: bool = True
    movers: list[NDArray[np.int8]] = field(default_factory=list)
    sizes: list[NDArray[np.uint16]] = field(default_factory=list)
    children: list[Ints] = field(default_factory=list)
    goals: list[NDArray[np.int16]] = field(default_factory=list)

    def add(self, rows: Words) -> Ints:
        """Return the numbers of positions, which are known from now on."""
        return self.known.add(self.folding.folded(rows)[0] if self.folding else rows)

    def look(self, end: int) -> None:
        """Look at all moves of the next positions, up to number `end`."""
        game = self.game
        rows = self.known.store[self.done : end].copy()
        begin, self.done = self.done, end
        views = game.engine.view(rows)
        self.movers.append(movers_of(game, views))
        goals, self.total = goals_of(game, views, self.total)
        self.goals.append(goals)
        parents, joints = game.engine.children(views)
        self.moves += len(parents)
        require_room(game, self.known, len(parents), self.moves, self.megabytes)
        children = self.add(game.engine.step(rows[parents], joints))
        self.rising = self.rising and bool((children > begin + parents).all())
        self.children.append(children)
        self.sizes.append(np.bincount(parents, minlength=len(rows)).astype(np.uint16))

    def graph(self, levels: list[int]) -> PositionGraph:
        """Return all of it, when everything was looked at; this object is of no use afterwards."""
        rows = self.known.rows
        del self.known  # and with it the slots
        return PositionGraph(
            rows,
            np.concatenate(self.movers),
            np.concatenate(self.sizes),
            np.concatenate(self.children),
            np.concatenate(self.goals),
            self.total,
            levels,
            self.folding.unfolded(rows) if self.folding else len(rows),
            self.rising,
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
    if not views.ended.any():
        return np.zeros(0, np.int16), total
    counts, values = goal_table(game, Views(views.legal, views.ended, views.goals[views.ended]))
    if (counts != 1).any():
        raise UnsuitedError(
            f"{game.name} cannot be solved: a role has no goal, or two, at an end "
            "(zermelo check --play finds where)"
        )
    goals = values[:, 0].astype(np.int16)
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
    if max(exploring, settling) > megabytes << 20 or known.size + more > MOST_POSITIONS:
        raise too_many(game, known.size, megabytes)


def too_many(game: CompiledGame, positions: int, megabytes: int) -> LimitError:
    """Return the error for a game whose positions do not fit into the memory."""
    return LimitError(
        f"{game.name} has more positions than fit: {positions:,} were found before "
        f"{megabytes:,} MB were full; --max-memory allows more"
    )
