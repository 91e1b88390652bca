"""What is kept between runs: compiled games and kernels, in a folder that may be deleted any time.

The folder is `ZERMELO_CACHE`, else `zermelo` in the user's cache folder; `ZERMELO_CACHE=off` keeps
nothing. Files appear whole or not at all, so that two processes, or a kill, do no harm; the oldest
go when all together are larger than a bound.
"""

import hashlib
import io
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

LARGEST = 1 << 30
"""Bytes that compiled games may take up together."""
DIGEST = 16


def folder(*parts: str) -> Path | None:
    """Return a folder of the store, made if need be; None if nothing is to be, or can be, kept."""
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
    return place if os.access(place, os.W_OK) else None


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
    try:
        content = path.read_bytes()
        if digest(content[:-DIGEST]) != content[-DIGEST:]:
            path.unlink()  # damaged: it will be made again
            return None
        os.utime(path)
    except OSError:  # never kept, or removed by another process meanwhile
        return None
    with np.load(io.BytesIO(content[:-DIGEST]), allow_pickle=False) as kept:
        return dict(kept)


def digest(content: bytes) -> bytes:
    """Return the last bytes of a file with that content: by them it is known to be whole."""
    return hashlib.blake2b(content, digest_size=DIGEST).digest()


def keep(name: str, arrays: Mapping[str, Any]) -> None:
    """Keep arrays under `name`; a full or unwritable disk only means that they are not kept."""
    place = folder("games")
    if place is None:
        return
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    content = buffer.getvalue()
    try:
        handle, temporary = tempfile.mkstemp(dir=place, suffix=".part")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.write(digest(content))
        Path(temporary).replace(place / f"{name}.npz")
    except OSError:
        Path(temporary).unlink(missing_ok=True)
    prune(place)


def prune(place: Path, largest: int = LARGEST) -> None:
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
