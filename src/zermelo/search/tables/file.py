"""Tables in files: whole or refused, and only for the rules that they were made for."""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import ReadError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.folding import Folding
from zermelo.search.tables.sealing import UNREADABLE, arrays_in, entry_in, seal_of, write_sealed
from zermelo.search.tables.table import MAXN, MINIMAX, Kind, Table, fingerprint
from zermelo.versions import FileFormat
from zermelo.writing import replacing

TABLE = FileFormat("table", 1, "zermelo table ")
NO_TOTAL = np.iinfo(np.int64).min
"""In the place of what two roles share, where there is no such number."""
KINDS: Mapping[str, Kind] = {MINIMAX: MINIMAX, MAXN: MAXN}
SHAPES = {
    "start": (np.uint64, 1),
    "total": (np.int64, 0),
    "positions": (np.int64, 0),
    "images": (np.int32, 2),
    "rows": (np.uint64, 2),
    "values": (np.signedinteger, 2),
    "distances": (np.signedinteger, 1),
}
"""The type of each array, and how many dimensions it has."""


def write_table(table: Table, path: Path) -> str:
    """Write a table, and return its seal; the file appears whole or not at all."""
    images = table.folding.images if table.folding else np.zeros((0, 0), np.int32)
    arrays = {
        "format": TABLE.title,
        "name": table.game,
        "fingerprint": table.fingerprint,
        "kind": table.kind,
        "start": table.start,
        "total": np.int64(NO_TOTAL if table.total is None else table.total),
        "positions": np.int64(table.positions),
        "images": images,
        "rows": table.rows,
        "values": narrowed(table.values),
        "distances": narrowed(table.distances),
    }
    with replacing(path) as file:
        return write_sealed(file, arrays)


def narrowed(numbers: Any) -> Any:
    """Return whole numbers in as few bytes as hold them.

    >>> narrowed(np.array([0, 100])).dtype, narrowed(np.array([-1, 200])).dtype
    (dtype('int8'), dtype('int16'))
    """
    kinds = (signed_for(int(bound)) for bound in (numbers.min(initial=0), numbers.max(initial=0)))
    return numbers.astype(np.result_type(*kinds))


def signed_for(number: int) -> Any:
    """Return the smallest signed type that holds a number."""
    return next(
        kind
        for kind in (np.int8, np.int16, np.int32, np.int64)
        if abs(number) <= np.iinfo(kind).max
    )


def read_table(game: CompiledGame, path: Path) -> tuple[Table, str]:
    """Return the table of `game` in a file, and its seal; whether it is true is another question.

    Raises:
        ReadError: the file cannot be read, is no table, of a newer version, or damaged.
        UnsuitedError: it is the table of another game.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ReadError(f"{path} cannot be read: {error.strerror}") from error
    seal = seal_of(content)
    version = TABLE.version_in(str(entry_in(io.BytesIO(content), "format")))
    if TABLE.is_newer(version):
        raise ReadError(TABLE.refusal(version, str(path)))
    if seal is None and content[:2] == b"PK":
        raise ReadError(
            f"{path} is damaged or was cut off, or is no table: it has not the seal that `zermelo "
            "solve --table` ends a table with"
        )
    if seal is None or version is None:
        raise ReadError(f"{path} is no table that `zermelo solve --table` wrote")
    try:
        arrays = arrays_in(content)
        table = table_from(arrays)
    except UNREADABLE as error:
        raise ReadError(f"{path} is no table, though it is sealed: {error}") from error
    if table.fingerprint != fingerprint(game):
        raise UnsuitedError(
            f"{path} is the table of {table.game}, not of {game.name} as its rules are now; "
            "`zermelo solve --table` makes a new one"
        )
    require_shape(game, table, path)
    return table, seal


def table_from(arrays: Mapping[str, Any]) -> Table:
    """Return the table that arrays are; ValueError or KeyError if they are none."""
    for name, (kind, dimensions) in SHAPES.items():
        array = arrays[name]
        if array.ndim != dimensions or not np.issubdtype(array.dtype, kind):
            raise ValueError(f"{name} is of another kind")
    total, images = int(arrays["total"]), arrays["images"]
    return Table(
        str(arrays["name"]),
        str(arrays["fingerprint"]),
        KINDS[str(arrays["kind"])],
        np.ascontiguousarray(arrays["start"], np.uint64),
        None if total == NO_TOTAL else total,
        np.ascontiguousarray(arrays["rows"], np.uint64),
        np.ascontiguousarray(arrays["values"]),
        np.ascontiguousarray(arrays["distances"], np.int32),
        int(arrays["positions"]),
        Folding(np.ascontiguousarray(images, np.int32)) if len(images) else None,
    )


def require_shape(game: CompiledGame, table: Table, path: Path) -> None:
    """Raise ReadError where kernels, which do not look where they read, would go astray."""
    sizes = table.rows.shape == (game.words, table.size) and table.start.shape == (game.words,)
    if not sizes or table.values.shape != (len(game.roles), table.size):
        raise ReadError(f"{path} is no table: its parts are not of one size")
    if table.folding is None:
        return
    images = table.folding.images
    wanted = np.tile(np.arange(game.dimensions.fluents, dtype=np.int32), (len(images), 1))
    if not np.array_equal(np.sort(images), wanted):
        raise ReadError(f"{path} is no table: its symmetries are no permutations of fluents")
    if not np.array_equal(images[0], wanted[0]):
        raise ReadError(f"{path} is no table: the first of its symmetries is not the identity")


def is_table(path: Path) -> bool:
    """Whether a file says that it is a table, whole or not, of whatever version."""
    try:
        with path.open("rb") as file:
            return TABLE.version_in(str(entry_in(file, "format"))) is not None
    except OSError:
        return False
