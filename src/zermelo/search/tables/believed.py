"""Tables are believed only after a check: nothing in a file is true because it says so.

The check looks at every position. So tables that were made here, or that have passed, are
remembered by their seal, with a hash of the code that makes and checks them, in the user's cache
folder. What others could have written there does not count.
"""

from contextlib import suppress
from functools import cache
from pathlib import Path

from zermelo.errors import LimitError, ReadError, UnwritableError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.proof import Proof, by_enumeration
from zermelo.search.tables.file import read_table, write_table
from zermelo.search.tables.recheck import WrongTableError, recheck
from zermelo.search.tables.table import Table
from zermelo.store import fingerprint, folder
from zermelo.strategies.audited import PASSED, passed
from zermelo.writing import write_text

CODE = "text", "rules", "ground", "circuit", "engine", "game", "proofs/symmetry", "search"
"""Folders whose code decides what is true of a table."""


def load_table(game: CompiledGame, file: str | Path) -> Table:
    """Return the table of a game in a file, every position of which is right.

    Raises:
        ReadError: it cannot be read, is no table, damaged, or says what is not true.
        UnsuitedError: it is the table of another game.
        LimitError: to check it takes too much memory.
    """
    path = Path(file)
    table, seal = read_table(game, path)
    require_right(game, table, seal, path)
    return table


def require_right(game: CompiledGame, table: Table, seal: str, path: Path) -> None:
    """Raise ReadError unless all that a table says is true; `seal` is a hash of its file."""
    if is_remembered(seal):
        return
    try:
        recheck(game, table)
    except WrongTableError as error:
        raise ReadError(f"{path} is refused: {error}") from error
    remember(seal)


def keep_table(table: Table, path: Path) -> None:
    """Write a table that was made here and now, so that it need not be checked here."""
    remember(write_table(table, path))


def remember(seal: str) -> None:
    """Note that what has a seal is right, in the cache; where it cannot be written, nothing is."""
    place = remembered(seal)
    if place is not None:
        with suppress(LimitError, UnwritableError):
            write_text(place, PASSED)


def proof_of(table: Table) -> Proof:
    """Return the proof of what a table says that was loaded here: every position was looked at."""
    return by_enumeration(table.positions)


def is_remembered(seal: str) -> bool:
    """Whether it is noted that what has a seal is right, where nobody else could have."""
    place = remembered(seal)
    return place is not None and passed(place)


def remembered(seal: str) -> Path | None:
    """Return where it is noted that a table has passed; None if nothing is kept."""
    place = folder("audited")
    return None if place is None else place / f"table-{code_mark()}-{seal[:32]}"


@cache
def code_mark() -> str:
    """Return a short name for the code that makes and checks tables."""
    home = Path(__file__).parents[2]
    return fingerprint(path for part in CODE for path in (home / part).rglob("*.py"))
