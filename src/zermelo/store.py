"""What is kept between runs: compiled games and kernels, in a folder that may be deleted any time.

The folder is `ZERMELO_CACHE`, else `zermelo` in the user's cache folder; `ZERMELO_CACHE=off` keeps
nothing. Files appear whole or not at all, so that two processes, or a kill, do no harm. The oldest
games go when all together are larger than a bound, and the kernels of a version when they have not
been used for a month.
"""

import hashlib
import io
import json
import os
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import LimitError, UnwritableError
from zermelo.writing import remove_folder, replacing

LARGEST_STORE = 1 << 30
"""Bytes that compiled games may take up together."""
DIGEST = 16
DAY = 86_400.0
UNUSED = 30 * DAY
"""Seconds after which a folder that nobody has used is removed."""


def folder(*parts: str) -> Path | None:
    """Return a folder of the store, made if need be; None if there is none, and none is wanted.

    It need not be writable: what is there can be read.
    """
    chosen = os.environ.get("ZERMELO_CACHE")
    if chosen == "off":
        return None
    if chosen:
        base = Path(chosen)
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "zermelo"
    place = base.joinpath(*parts)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return place


def fingerprint(sources: Iterable[Path], *texts: str) -> str:
    """Return a short name for exactly these files and texts."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(f"{len(text)}:{text}".encode())
    for path in sorted(sources):
        content = path.read_bytes()
        digest.update(f"{path.name}:{len(content)}:".encode())
        digest.update(content)
    return digest.hexdigest()[:24]


def find(name: str) -> dict[str, Any] | None:
    """Return the arrays kept under `name`, if they are there and whole."""
    place = folder("games")
    if place is None:
        return None
    path = place / f"{name}.npz"
    content = unsealed(path)
    if content is None:
        return None
    if not content.startswith(mark(name)):  # it was kept under another name, or by somebody else
        with suppress(OSError):
            path.unlink(missing_ok=True)
        return None
    with suppress(OSError):  # of another user, or removed by another process meanwhile
        os.utime(path)
    with np.load(io.BytesIO(content[len(mark(name)) :]), allow_pickle=False) as kept:
        return dict(kept)


def keep(name: str, arrays: Mapping[str, Any]) -> None:
    """Keep arrays under `name`; a full or unwritable disk only means that they are not kept."""
    place = folder("games")
    if place is None:
        return
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    seal(place / f"{name}.npz", mark(name) + buffer.getvalue())
    with suppress(OSError):
        prune(place)


def find_json(name: str) -> Any | None:
    """Return the JSON value kept under `name`, if it is there and whole."""
    kept = find(name)
    return None if kept is None else json.loads(str(kept["json"]))


def keep_json(name: str, value: Any) -> None:
    """Keep a JSON value under `name`, as `keep` does arrays."""
    keep(name, {"json": np.array(json.dumps(value))})


def mark(name: str) -> bytes:
    """Return what a file that is kept under a name begins with: files can be renamed."""
    return hashlib.sha256(name.encode()).digest()


def unsealed(path: Path) -> bytes | None:
    """Return the content of a file that `seal` wrote; None if it is not there, or damaged."""
    try:
        content = path.read_bytes()
        if digest(content[:-DIGEST]) == content[-DIGEST:]:
            return content[:-DIGEST]
        path.unlink()  # it will be made again
    except OSError:  # never kept, or removed by another process meanwhile
        pass
    return None


def seal(path: Path, content: bytes) -> None:
    """Keep a file with a checksum; a full or unwritable disk only means that it is not kept."""
    with suppress(LimitError, UnwritableError), replacing(path, lasting=False) as file:
        file.write(content)
        file.write(digest(content))


def digest(content: bytes) -> bytes:
    """Return the last bytes of a file with that content: by them it is known to be whole."""
    return hashlib.blake2b(content, digest_size=DIGEST).digest()


def prune(place: Path, largest: int = LARGEST_STORE) -> None:
    """Remove the files that were used longest ago until the rest fits the bound."""
    files = []
    for path in [*place.glob("*.npz"), *place.glob("*.part")]:
        try:
            status = path.stat()
        except FileNotFoundError:
            continue
        files.append((status.st_mtime, status.st_size, path))
    room = largest
    for _, size, path in sorted(files, reverse=True):
        room -= size
        if room < 0:
            path.unlink(missing_ok=True)


def mark_used(place: Path) -> None:
    """Note, once a day, that a folder is in use; where that cannot be written, nothing is."""
    with suppress(OSError):
        if place.stat().st_mtime < time.time() - DAY:
            os.utime(place)


def remove_unused(place: Path) -> None:
    """Remove the folders in a folder that have not been used for long.

    A process that still uses one has what it has loaded, and compiles the rest again: files that
    are gone, or cannot be written, are no error.
    """
    now = time.time()
    for each in [*place.iterdir()]:
        try:
            if not each.is_dir() or each.stat().st_mtime > now - UNUSED:
                continue
            remove_folder(each)
        except OSError:  # another process was faster, or it belongs to another user
            continue
