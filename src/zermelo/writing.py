"""The one way in which files are written: whole or not at all.

What is written goes into a file beside its target, to the disk, and then takes the target's name.
Whatever goes wrong on the way, be it a full disk or a signal, the target is what it was before, and
nothing is left beside it.
"""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO

from zermelo.errors import LimitError, UnwritableError, ZermeloError

FULL = errno.ENOSPC, errno.EDQUOT, errno.EFBIG
"""Why a file may be too large for its place."""
LONGEST_NAME = 200
"""Bytes of a name that its temporary file takes over: file systems allow 255."""
numbers = count()
"""Of the files that this process writes: two threads may write the same one."""
GOING = ".removed"
"""How the name of a folder ends that is being removed."""


def write_text(path: str | Path, text: str) -> None:
    """Write a text to a file; errors as `replacing`."""
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write bytes to a file; errors as `replacing`."""
    with replacing(path) as file:
        file.write(content)


@contextmanager
def replacing(path: str | Path, *, lasting: bool = True) -> Iterator[BinaryIO]:
    """Give a file to write to, which becomes the one at `path` if all goes well.

    `lasting` waits until it is on the disk: it survives that the power fails.

    Raises:
        LimitError: the disk is full.
        UnwritableError: it cannot be written for another reason.
    """
    target = Path(path)
    try:
        target = target.resolve()  # through a link, what it leads to is replaced, not the link
        if target.exists() and not target.is_file():
            # A device, a pipe: there is nothing to replace. A folder fails here.
            with target.open("wb") as file:
                yield file
            return
        part = part_of(target)
        try:
            with part.open("xb") as file:
                yield file
                file.flush()
                if lasting:
                    os.fsync(file.fileno())
            if target.exists():
                part.chmod(target.stat().st_mode & 0o7777)
            part.replace(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise refused(path, error) from error
    if lasting:
        remember_name(target.parent)


def require_writable(path: str | Path) -> None:
    """Raise what `replacing` would, before the work and not after it; the file is left alone."""
    target = Path(path)
    try:
        target = target.resolve()
        if target.exists() and not target.is_file():
            with target.open("ab"):
                return
        part = part_of(target)
        try:
            part.touch(exist_ok=False)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise refused(path, error) from error


def part_of(target: Path) -> Path:
    """Return the name of a temporary file; it says which process writes it."""
    name = os.fsdecode(os.fsencode(target.name)[:LONGEST_NAME])
    return target.with_name(f"{name}.{next(numbers)}.{os.getpid()}.part")


def remember_name(folder: Path) -> None:
    """Have a folder's list of names on the disk too; where that is impossible, it comes later."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def refused(path: str | Path, error: OSError) -> ZermeloError:
    """Return what to raise for a file that cannot be written."""
    reason = os.strerror(error.errno) if error.errno else str(error)
    kind = LimitError if error.errno in FULL else UnwritableError
    return kind(f"{path} cannot be written: {reason}")


def sweep(folder: Path, pattern: str = "*.part") -> None:
    """Remove what processes that were killed have left half written."""
    for part in folder.glob(pattern):
        process = part.name.split(".")[-2]
        if not (process.isdecimal() and is_running(int(process))):
            part.unlink(missing_ok=True)


def remove_folder(folder: Path) -> None:
    """Remove a folder and all in it; it is renamed first, so that nobody finds a part of it.

    Raises:
        OSError: it is gone already, or cannot be renamed.
    """
    going = folder if folder.name.endswith(GOING) else folder.with_name(folder.name + GOING)
    folder.rename(going)
    shutil.rmtree(going, ignore_errors=True)


def is_running(process: int) -> bool:
    """Tell whether there is a process of that number."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass  # somebody else's
    return True
