"""Every position that can be reached, explored by one kernel: what `graph` does, a dozen times as
fast, with the same numbers.
"""

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.symmetry.folding import Folding
from zermelo.search.positions.exploring_space import (
    ENDS,
    FALLS,
    MOVES,
    NO_TOTAL,
    STANDS_FOR,
    TOTAL,
)
from zermelo.search.solve.exploration import FastExploration
from zermelo.search.solve.graph import MEGABYTES, PositionGraph, Report, require_few

SLICE = 1 << 16
"""Positions that are looked at between two reports."""


def explore_fast(
    game: CompiledGame,
    start: State | None = None,
    *,
    megabytes: int = MEGABYTES,
    report: Report | None = None,
    folding: Folding | None = None,
    whole: bool = True,
    most: int | None = None,
) -> PositionGraph:
    """Return all that can be reached from `start`; as `explore` does."""
    row = game.row(game.initial if start is None else start)
    if folding:
        row = folding.folded(row[None])[0][0]
    for may_rank in (True, False):
        seen = FastExploration(game, row, folding, megabytes << 20, may_rank, whole)
        while seen.done < seen.size and seen.is_sound:
            end = seen.begin_level()
            while seen.done < end and seen.is_sound:
                seen.look(min(seen.done + SLICE, end))
                if report:
                    report(f"{seen.size:,} positions, {len(seen.levels) - 1} moves deep")
                require_few(game, seen.size, most)
        if seen.is_sound:
            break
    return graph_of(seen)


def graph_of(seen: FastExploration) -> PositionGraph:
    """Return all that was explored; `seen` is of no use afterwards."""
    known, at, size = seen.known, seen.known.at, seen.size
    total = int(at[TOTAL])
    del seen.known  # and with it the slots
    return PositionGraph(
        known.rows[: size * known.words].reshape(size, known.words),
        known.movers[:size],
        known.sizes[:size],
        known.children[: int(at[MOVES])],
        known.goals[: int(at[ENDS])],
        None if total == NO_TOTAL or len(seen.game.roles) == 1 else total,
        seen.levels,
        int(at[STANDS_FOR]),
        not at[FALLS],
        seen.disk,
    )


def ask_for_kernel(game: CompiledGame) -> None:
    """Call the kernel with nothing to do: if it is not compiled, that is asked for."""
    from zermelo.search.solve.kernels.exploring import explore as explore_positions

    seen = FastExploration(game, game.row(game.initial), None, 1 << 20, False, False)
    explore_positions(game.engine.wide, seen.space, seen.known, 0, False)
