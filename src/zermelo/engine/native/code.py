"""Machine code of games: from the disk if it is there and right, else compiled, and kept.

A file holds the object code of one game for one processor, with its name inside and a checksum at
its end. It is read only where nobody but the user could have written it, and its functions must
agree with the gates before anybody calls them: otherwise it is removed, and made again.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from stat import S_IWGRP, S_IWOTH
from typing import NamedTuple
from weakref import finalize

import llvmlite
import llvmlite.binding as llvm
import numpy as np
from numpy.typing import NDArray

from zermelo import store
from zermelo.circuit.order import Gates
from zermelo.engine.narrow import Narrow, narrow
from zermelo.engine.native.machine import Library, linked, object_code
from zermelo.engine.native.referee import agrees, agrees_wide
from zermelo.engine.wide import Wide

FOLDER = Path(__file__).parent
NAME_BYTES = 32
SIZE_BYTES = 4
NAMES = ("see", "expand", "advance")
"""Functions of a brood, in the order of `Narrow.code`."""
Ints = NDArray[np.int32]


class Made(NamedTuple):
    """The functions of a circuit, and what their callers have to know of them."""

    library: Library
    layout: Ints


def install(game: Narrow, level: int, *, keep: bool = True) -> bool:
    """Have a game's broods computed by machine code from now on; return whether they are."""

    def text() -> tuple[str, Ints]:
        from zermelo.engine.native.program import program

        return program(game).text, np.zeros(0, np.int32)

    def right(made: Made) -> bool:
        return agrees(game, *(made.library.address(name) for name in NAMES))

    made = functions(text, place_of(bytes_of(game), level) if keep else None, right, level)
    if made is not None:
        hold(made.library, game.code, NAMES)
    return made is not None


def wide_code(gates: Gates, level: int, *, keep: bool = True) -> Wide | None:
    """Return a circuit for 1024 lanes with its machine code; None if the code is not right."""

    def text() -> tuple[str, Ints]:
        from zermelo.engine.native.wide_program import wide_program

        return wide_program(gates)

    def right(made: Made) -> bool:
        view, step = made.library.address("view"), made.library.address("step")
        return agrees_wide(narrow(gates), laid_out(gates, made.layout), view, step)

    made = functions(text, place_of(bytes_of(gates), level) if keep else None, right, level)
    if made is None:
        return None
    wide = laid_out(gates, made.layout)
    hold(made.library, wide.machine, ("view", "step"))
    return wide


def laid_out(gates: Gates, layout: Ints) -> Wide:
    """Return a circuit with the slots that its machine code uses.

    Of `layout` the first is the number of slots; then come those of the end, the goals, the legal
    moves and the next fluents.
    """
    goals = 2 + gates.goals.size
    legal = goals + gates.legal.size
    return Wide.of(
        gates._replace(
            code=np.zeros(0, np.int32),
            view_end=0,
            slots=int(layout[0]),
            terminal=int(layout[1]),
            goals=layout[2:goals].copy(),
            legal=layout[goals:legal].copy(),
            next=layout[legal:].copy(),
        )
    )


def hold(library: Library, addresses: NDArray[np.int64], names: Sequence[str]) -> None:
    """Set addresses to functions, which stay in memory as long as anybody holds that array."""
    addresses[:] = [library.address(name) for name in names]
    finalize(addresses, released, library).atexit = False


def released(library: Library) -> None:
    """Let go of a library: it was held as the argument of this call."""


def functions(
    text: Callable[[], tuple[str, Ints]],
    path: Path | None,
    right: Callable[[Made], bool],
    level: int,
) -> Made | None:
    """Return functions, kept at a path or optimised to a level; None if they are not right."""
    if path is not None and (found := kept(path)) is not None:
        code, layout = found
        made = Made(linked(code), layout)
        if right(made):
            return made
        path.unlink(missing_ok=True)
    written, layout = text()
    code = object_code(written, level)
    made = Made(linked(code), layout)
    if not right(made):
        return None
    if path is not None:
        keep(path, code, layout)
    return made


def place_of(circuit: Iterable[bytes], level: int) -> Path | None:
    """Return where the code of a circuit is kept; None if nothing is, or somebody else could."""
    place = store.folder("code")
    if place is None or not is_ours(place):
        return None
    versions = llvmlite.__version__, str(llvm.llvm_version_info)
    features = llvm.get_host_cpu_features().flatten()
    machine = llvm.get_process_triple(), llvm.get_host_cpu_name(), features
    gates = sha256()
    for part in circuit:
        gates.update(part)
    sources = [*FOLDER.glob("*.py"), FOLDER.parent / "narrow.py"]
    name = store.fingerprint(sources, *versions, *machine, str(level), gates.hexdigest())
    return place / f"{name}.o"


def bytes_of(circuit: tuple[object, ...]) -> Iterator[bytes]:
    """Yield bytes that tell a circuit from all others; addresses of code are no part of it.

    Of `Narrow` and `Gates` alike: their fields are numbers, arrays, and passes with such fields.
    """
    yield type(circuit).__name__.encode()
    for part in circuit:
        if isinstance(part, tuple):
            yield from bytes_of(part)
            continue
        array = np.asarray(part)
        if array.dtype != np.int64 or not array.ndim:
            yield f"{array.dtype}{array.shape}".encode()
            yield array.tobytes()


def keep(path: Path, code: bytes, layout: Ints) -> None:
    """Keep code and its layout."""
    size = len(layout).to_bytes(SIZE_BYTES, "little")
    store.seal(path, store.mark(path.name) + size + layout.tobytes() + code)


def kept(path: Path) -> tuple[bytes, Ints] | None:
    """Return the code in a file and its layout; None if it is not there, damaged, or not ours."""
    if not path.exists() or not is_ours(path):
        return None
    content = store.unsealed(path)
    if content is None:
        return None
    if content[:NAME_BYTES] != store.mark(path.name):
        path.unlink(missing_ok=True)
        return None
    begin = NAME_BYTES + SIZE_BYTES
    end = begin + 4 * int.from_bytes(content[NAME_BYTES:begin], "little")
    return content[end:], np.frombuffer(content[begin:end], np.int32)


def is_ours(path: Path) -> bool:
    """Whether a file or folder belongs to the user, and nobody else can write it."""
    status = path.stat()
    return status.st_uid == os.getuid() and not status.st_mode & (S_IWGRP | S_IWOTH)
