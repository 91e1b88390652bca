"""Tables of what was solved, and what they say of a position, its moves and the best play."""

import hashlib
from pathlib import Path

import numpy as np

from zermelo.errors import PlayError, ReadError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, State, mover
from zermelo.search.solve.file import keep, kept
from zermelo.search.solve.position_report import Lookup, MoveValue, best_line, best_of, choices
from zermelo.search.solve.prove import Solved
from zermelo.search.solve.solution import Solution
from zermelo.search.tables.believed import proof_of, remember, require_right
from zermelo.search.tables.everybody import maxn_table
from zermelo.search.tables.table import MAXN, MINIMAX, Table
from zermelo.search.worth import Worth

TIES = "values by max^n: of moves worth the same to their mover, the first is made"
"""What is to be said of a table for any number of roles."""


def keep_solution(solution: Solution, game: CompiledGame, path: Path) -> None:
    """Write a solution that was found here and now, so that it need not be checked here."""
    keep(solution, game.name, path)
    if path.is_file():
        remember(mark_of(path))


def load_solution(game: CompiledGame, path: Path) -> Solution:
    """Return the solution in a file, every position of which is right: as `load_table`.

    Raises:
        ReadError: it is no solution, damaged, or says what is not true.
        UnsuitedError: it is the solution of another game.
        LimitError: to check it takes too much memory.
    """
    solution = kept(game, path)
    if solution.distances.shape != solution.values.shape or solution.start.shape != (game.words,):
        raise ReadError(f"{path} is damaged: its parts are not of one size")
    table = table_of(game, solution)
    halves = np.nan if table.total is None else table.total / 2
    wanted = np.where(table.distances < 0, halves, table.values[0])
    if not np.array_equal(wanted.astype(np.float32), solution.values, equal_nan=True):
        raise ReadError(f"{path} is refused: it has values that are no goals")
    require_right(game, table, mark_of(path), path)
    return solution


def mark_of(path: Path) -> str:
    """Return a hash of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def table_of(game: CompiledGame, solution: Solution) -> Table:
    """Return the table of a solution."""
    settled = solution.distances >= 0
    first = np.where(settled, solution.values, 0).astype(np.int64)
    values, total = first[None], solution.total
    if len(game.roles) == 2:
        other = np.where(settled, 0 if total is None else int(total) - first, 0)
        values = np.stack([first, other])
    return Table(
        game.name,
        solution.fingerprint,
        MINIMAX,
        solution.start,
        None if total is None else int(total),
        np.ascontiguousarray(solution.rows),
        values,
        solution.distances,
        solution.positions,
        solution.folding,
    )


def of_everybody(game: CompiledGame, state: State, *, megabytes: int, why: UnsuitedError) -> Table:
    """Return a table by max^n of a game that `why` has no minimax values.

    Raises:
        UnsuitedError: max^n does not suit it either.
    """
    from zermelo.search.spec import parse
    from zermelo.search.suitability import require

    try:
        require(parse("maxn"), game)
    except UnsuitedError:
        raise why from None
    return maxn_table(game, state, megabytes=megabytes)


def lookup(game: CompiledGame, table: Table, source: str | Path) -> Lookup:
    """Return what looks positions up; PlayError, with the position, where the table has none."""

    def worth_of(state: State) -> Worth:
        worth = table.worth(game.row(state))
        if worth is None:
            raise PlayError(
                f"{source} does not know the position {' '.join(game.describe(state))}: it has the "
                f"{table.positions:,} that can be reached from where {table.game} was solved"
            )
        return worth

    return worth_of


def best_by(table: Table, game: Game, state: State, found: list[MoveValue]) -> list[MoveValue]:
    """Return the moves that the role to move may choose: the first is what the table counts on."""
    if table.kind != MAXN:
        return best_of(game, state, found)
    role = mover(game, state) or 0
    own = [0.0 if one.worth.values is None else one.worth.values[role] for one in found]
    return [one for one, value in zip(found, own, strict=True) if value == max(own)]


def told_by(game: CompiledGame, table: Table, state: State, source: str | Path) -> Solved:
    """Return what a table that was checked says of a position; PlayError if it is not in it."""
    worth_of = lookup(game, table, source)

    def best(game: Game, state: State, found: list[MoveValue]) -> list[MoveValue]:
        return best_by(table, game, state, found)

    worth, found = worth_of(state), choices(game, worth_of, state)
    return Solved(
        worth.values,
        best_line(game, worth_of, state, best),
        nodes=table.positions,
        proof=proof_of(table),
        method="maxn" if table.kind == MAXN else "table",
        positions=table.positions,
        folded=table.size,
        folding=table.folding,
        distance=worth.distance,
        choices=tuple(found),
        best=tuple(best(game, state, found)),
        shortest=True if len(game.roles) == 1 and worth.distance is not None else None,
        note=TIES if table.kind == MAXN else "",
    )
