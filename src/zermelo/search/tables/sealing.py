"""Sealed archives: numpy arrays in a zip file whose comment is a hash of all that is before it.

`numpy.load` reads them, as it reads any `.npz`. A file in which a single bit differs, or that was
cut off, is told from a whole one before anything in it is looked at; and files that have the same
seal are the same.
"""

import io
import zipfile
import zlib
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, BinaryIO

import numpy as np

SEAL = 32
"""Bytes of a seal."""
LEVEL = 1
"""Of compression: more takes several times as long, and saves little."""
UNREADABLE = (
    ValueError,
    EOFError,
    KeyError,
    OSError,
    RuntimeError,  # an archive that asks for a password, or for a method of compression
    MemoryError,  # an array that says it is larger than any file
    zipfile.BadZipFile,
    zlib.error,
)
"""What numpy and zipfile raise where an archive is none, or is damaged."""


class SealedWriter:
    """What zipfile writes to; the last bytes, which are zero there, become the seal."""

    def __init__(self, file: BinaryIO) -> None:
        """Begin to write."""
        self.file, self.digest, self.last = file, blake2b(digest_size=SEAL), b""

    def write(self, content: bytes) -> int:
        """Write all but the last bytes so far: they may be those of the seal."""
        both = self.last + bytes(content)
        ready, self.last = both[:-SEAL], both[-SEAL:]
        self.digest.update(ready)
        self.file.write(ready)
        return len(content)

    def flush(self) -> None:
        """Do nothing: the file itself is flushed when it is whole."""

    def close(self) -> None:
        """Do nothing: the seal is still to come."""

    def seal(self) -> str:
        """Write the seal, and return it."""
        self.file.write(self.digest.digest())
        return self.digest.hexdigest()


def write_sealed(file: BinaryIO, arrays: Mapping[str, Any], *, packed: bool = True) -> str:
    """Write arrays to a file, and return their seal: of the same arrays it is the same.

    They are compressed if `packed`, which takes long.
    """
    writer = SealedWriter(file)
    method = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(writer, "w", method, compresslevel=LEVEL) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, np.asanyarray(array), allow_pickle=False)
        archive.comment = bytes(SEAL)
    return writer.seal()


def seal_of(content: bytes) -> str | None:
    """Return the seal of a file; None if it has none, or is not as it was when it was sealed."""
    found = blake2b(content[:-SEAL], digest_size=SEAL)
    return found.hexdigest() if found.digest() == content[-SEAL:] else None


def arrays_in(content: bytes) -> dict[str, Any]:
    """Return the arrays of a file; one of the errors of `UNREADABLE` if that cannot be done."""
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        return dict(archive)


def entry_in(file: BinaryIO, name: str) -> Any:
    """Return one array of a file, be it sealed or not; None if it cannot be read."""
    try:
        with np.load(file, allow_pickle=False) as archive:
            return archive[name]
    except UNREADABLE:
        return None
