"""Solutions in files: written once, asked again at any time.

A file is a numpy archive (.npz) of plain arrays, without pickled objects.
"""

import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import ReadError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.folding import Folding
from zermelo.search.solve.solution import Solution, fingerprint
from zermelo.versions import FileFormat
from zermelo.writing import replacing

SOLUTION = FileFormat("solution", 3, "zermelo solution ")
"""Versions 1 and 2 were for one circuit, which no compiler makes any more: not for the rules."""


def keep(solution: Solution, name: str, path: Path) -> None:
    """Write a solution of the game called `name`; the file appears whole or not at all."""
    largest = int(solution.distances.max(initial=0))
    arrays: dict[str, Any] = {
        "format": SOLUTION.title,
        "name": name,
        "fingerprint": solution.fingerprint,
        "start": solution.start,
        "total": np.nan if solution.total is None else solution.total,
        "moves": solution.moves,
        "positions": solution.positions,
        "images": solution.folding.images if solution.folding else np.zeros((0, 0), np.int32),
        "rows": solution.rows,
        "values": solution.values,
        "distances": solution.distances.astype(np.int16 if largest < 1 << 15 else np.int32),
    }
    with replacing(path) as file:
        np.savez(file, **arrays)


def kept(game: CompiledGame, path: Path) -> Solution:
    """Return the solution of `game` in a file.

    Raises:
        ReadError: the file is no solution, of another version, or damaged.
        UnsuitedError: it is the solution of another game.
    """
    try:
        # Opened here: numpy would leave a file open that turns out to be no archive.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = dict(archive)
    except (ValueError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise ReadError(f"{path} is no solution that `zermelo solve --keep` wrote") from error
    version = SOLUTION.version_in(str(arrays.get("format")))
    if version is None:
        raise ReadError(f"{path} is no solution that `zermelo solve --keep` wrote")
    if SOLUTION.is_newer(version):
        raise ReadError(SOLUTION.refusal(version, str(path)))
    if version < SOLUTION.version:
        raise ReadError(
            f"{path} was written by an older Zermelo (solution format {version}; this one reads "
            f"{SOLUTION.version}): `zermelo solve --keep` makes a new one"
        )
    if str(arrays["fingerprint"]) != fingerprint(game):
        raise UnsuitedError(
            f"{path} is the solution of {arrays['name']}, not of {game.name} as its rules are "
            "now; `zermelo solve --keep` makes a new one"
        )
    total = float(arrays["total"])
    images = arrays["images"]
    solution = Solution(
        str(arrays["fingerprint"]),
        arrays["start"],
        None if np.isnan(total) else total,
        arrays["rows"],
        arrays["values"],
        arrays["distances"].astype(np.int32),
        int(arrays["moves"]),
        int(arrays["positions"]),
        Folding(images) if len(images) else None,
    )
    if solution.rows.shape != (game.words, solution.size):
        raise ReadError(f"{path} is damaged: its parts are not of one size")
    wanted = np.tile(np.arange(game.dimensions.fluents, dtype=np.int32), (len(images), 1))
    if len(images) and not np.array_equal(np.sort(images), wanted):
        # Kernels do not look where they write.
        raise ReadError(f"{path} is damaged: its symmetries are no permutations of fluents")
    return solution
