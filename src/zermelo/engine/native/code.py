"""Machine code of games: from the disk if it is there and right, else compiled, and kept.

A file holds the object code of one game for one processor, with its name inside and a checksum at
its end. It is read only where nobody but the user could have written it, and its functions must
agree with the gates before anybody calls them: otherwise it is removed, and made again.
"""

import os
from hashlib import sha256
from pathlib import Path
from stat import S_IWGRP, S_IWOTH
from weakref import finalize

import llvmlite
import llvmlite.binding as llvm
import numpy as np

from zermelo import store
from zermelo.engine.narrow import EXPAND, SEE, Narrow, Pass
from zermelo.engine.native.machine import Library, linked, object_code
from zermelo.engine.native.program import program
from zermelo.engine.native.referee import agrees

FOLDER = Path(__file__).parent
NAME_BYTES = 32


def install(game: Narrow, level: int) -> bool:
    """Have a game run by machine code from now on; return whether it is."""
    library = functions(game, level)
    if library is None:
        return False
    game.code[:] = addresses(library)
    # The functions stay in memory as long as anybody holds the array of their addresses.
    finalize(game.code, held, library).atexit = False
    return True


def held(library: Library) -> None:
    """Hold a library until this is called."""


def functions(game: Narrow, level: int) -> Library | None:
    """Return the functions of a game, optimised to a level; None if they do not agree with it."""
    path = place_of(game, level)
    if path is not None and (code := kept(path)) is not None:
        library = linked(code)
        if is_right(game, library):
            return library
        path.unlink(missing_ok=True)
    code = object_code(program(game).text, level)
    library = linked(code)
    if not is_right(game, library):
        return None
    if path is not None:
        store.seal(path, mark(path) + code)
    return library


def is_right(game: Narrow, library: Library) -> bool:
    """Whether functions agree with the gates of a game."""
    return agrees(game, *addresses(library))


def addresses(library: Library) -> tuple[int, int]:
    """Return where the functions begin, in the order of `SEE` and `EXPAND`."""
    found = {SEE: library.address("see"), EXPAND: library.address("expand")}
    return found[0], found[1]


def place_of(game: Narrow, level: int) -> Path | None:
    """Return where the code of a game is kept; None if nothing is, or somebody else could."""
    place = store.folder("code")
    if place is None or not is_ours(place):
        return None
    versions = llvmlite.__version__, str(llvm.llvm_version_info)
    features = llvm.get_host_cpu_features().flatten()
    machine = llvm.get_process_triple(), llvm.get_host_cpu_name(), features
    gates = sha256()
    for part in parts(game):
        gates.update(part)
    sources = [*FOLDER.glob("*.py"), FOLDER.parent / "narrow.py"]
    name = store.fingerprint(sources, *versions, *machine, str(level), gates.hexdigest())
    return place / f"{name}.o"


def parts(game: Narrow) -> list[bytes]:
    """Return bytes that tell the circuit of a game from all others."""
    sizes = np.array([game.fluents, game.moves, game.goals], np.int64)
    return [sizes.tobytes(), *bytes_of(game.viewing), *bytes_of(game.stepping)]


def bytes_of(circuit: Pass) -> list[bytes]:
    """Return bytes that tell a pass from all others."""
    arrays = circuit.pairs, circuit.orders, circuit.outputs
    sizes = np.array([circuit.inputs, *(array.size for array in arrays)], np.int64)
    return [sizes.tobytes(), *(array.tobytes() for array in arrays)]


def mark(path: Path) -> bytes:
    """Return what a file begins with: it may have been given the name of another."""
    return sha256(path.name.encode()).digest()


def kept(path: Path) -> bytes | None:
    """Return the code in a file; None if it is not there, damaged, or not ours."""
    if not path.exists() or not is_ours(path):
        return None
    content = store.unsealed(path)
    if content is None:
        return None
    if content[:NAME_BYTES] != mark(path):
        path.unlink(missing_ok=True)
        return None
    return content[NAME_BYTES:]


def is_ours(path: Path) -> bool:
    """Whether a file or folder belongs to the user, and nobody else can write it."""
    status = path.stat()
    return status.st_uid == os.getuid() and not status.st_mode & (S_IWGRP | S_IWOTH)
