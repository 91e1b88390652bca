"""Tables that `zermelo solve` writes."""

from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.errors import UnsuitedError, UsageError

if TYPE_CHECKING:
    from zermelo.game.game import Game, State
    from zermelo.search.solve.prove import Solved
    from zermelo.search.solve.solution import Solution


def require_table_sense(other: object, table: Path) -> None:
    """Raise UsageError for options that a table does not go with, or a folder that is not there."""
    if other:
        raise UsageError("--table needs all positions: it goes without a search and --from")
    if not table.absolute().parent.is_dir():
        raise UsageError(f"--table {table}: there is no folder {table.parent}")


def tabled(game: "Game", method: str, solution: "Solution | None", path: Path) -> None:
    """Write the table of a solution."""
    from zermelo.search.solve.tabling import table_of
    from zermelo.search.tables.believed import keep_table

    if (compiled := game.compiled) is None or solution is None:
        raise UnsuitedError(
            f"{game.name} was solved by {method}: there is no value of every position for a table"
        )
    keep_table(table_of(compiled, solution), path)


def tabled_for_everybody(
    game: "Game", start: "State", path: Path, megabytes: int, why: UnsuitedError
) -> "Solved":
    """Write a table by max^n, where there are no values that nobody can be kept from."""
    from zermelo.search.solve.tabling import of_everybody, told_by
    from zermelo.search.tables.believed import keep_table

    if (compiled := game.compiled) is None:
        raise why
    found = of_everybody(compiled, start, megabytes=megabytes, why=why)
    keep_table(found, path)
    return told_by(compiled, found, start, path)
