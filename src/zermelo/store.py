"""What is kept between runs: compiled games and kernels, in a folder that may be deleted any time.

The folder is `ZERMELO_CACHE`, else `zermelo` in the user's cache folder; `ZERMELO_CACHE=off` keeps
nothing. Files appear whole or not at all, so that two processes, or a kill, do no harm; the oldest
go when all together are larger than a bound.
"""

import hashlib
import os
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

LARGEST = 1 << 30
"""Bytes that compiled games may take up together."""


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
        with np.load(path, allow_pickle=False) as kept:
            arrays = dict(kept)
        os.utime(path)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        # Damaged, or removed by another process meanwhile: it will be made again.
        path.unlink(missing_ok=True)
        return None
    return arrays


def keep(name: str, arrays: Mapping[str, Any]) -> None:
    """Keep arrays under `name`; a full or unwritable disk only means that they are not kept."""
    place = folder("games")
    if place is None:
        return
    handle, temporary = tempfile.mkstemp(dir=place, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, **arrays)
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
