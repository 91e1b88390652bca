"""Messages between a process and its children: a length, a JSON header, and raw arrays.

Nothing that arrives is ever executed. Children that only send arrays do without NumPy, which takes
longer to load than most of them take to answer: they send those of the standard library. What comes
back are arrays of NumPy. There is one decoder, which is fed with whatever bytes have
come: the parent's two faces and the child differ only in how they wait for bytes.
"""

import json
import struct
import sys
from array import array
from collections.abc import Iterator, Mapping
from io import BufferedIOBase
from typing import TYPE_CHECKING, Any, BinaryIO, cast

if TYPE_CHECKING:
    from numpy.typing import NDArray

Message = Mapping[str, Any]
"""Values that JSON can hold, and arrays of signed integers."""
LENGTH = struct.Struct("<Q")
SIZES = struct.Struct("<QQ")
"""Bytes of the header, number of arrays."""
CHUNK_BYTES = 1 << 16
"""Bytes that are read at once."""
LONGEST_FRAME = 1 << 40
"""Bytes of the longest message that is waited for; text that was printed announces longer ones."""


class FrameError(ValueError):
    """What arrived is not a message."""


def pack(message: Message) -> bytes:
    """Return a message as bytes: sizes, header, arrays."""
    arrays: list[bytes] = []

    def encode(value: object) -> object:
        dtype, size, content = raw(value)
        arrays.append(content)
        return {"array": len(arrays) - 1, "dtype": dtype, "size": size}

    header = json.dumps(message, default=encode).encode()
    return b"".join([SIZES.pack(len(header), len(arrays)), header, *arrays])


def raw(value: object) -> tuple[str, int, bytes]:
    """Return the type of an array, as NumPy spells it, its size and its content."""
    if isinstance(value, array):
        order = "<" if sys.byteorder == "little" else ">"
        return f"{order}i{value.itemsize}", len(value), value.tobytes()
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        kept: NDArray[Any] = value
        return kept.dtype.str, kept.size, kept.tobytes()
    raise TypeError(f"{type(value)} cannot be sent")


def unpack(content: bytes) -> dict[str, Any]:
    """Return the message that `pack` made."""
    length, arrays = SIZES.unpack_from(content)
    offset = SIZES.size + length

    def decode(value: dict[str, Any]) -> Any:
        nonlocal offset
        if "array" not in value:
            return value
        import numpy as np

        dtype = np.dtype(value["dtype"])
        array = np.frombuffer(content, dtype, value["size"], offset)
        offset += array.nbytes
        return array

    # Arrays were written in the order in which JSON meets them, and are met again in that order.
    # Without any, what looks like one is somebody's own words.
    header: dict[str, Any] = json.loads(
        content[SIZES.size : offset], object_hook=decode if arrays else None
    )
    return header


def framed(message: Message) -> bytes:
    """Return a message with its length before it."""
    content = pack(message)
    return LENGTH.pack(len(content)) + content


class Frames:
    """Decodes a stream of messages from pieces of any size.

    >>> frames = Frames()
    >>> stream = framed({"say": "warm"}) + framed({"say": "pong"})
    >>> frames.feed(stream[:20]), frames.feed(stream[20:])
    ([], [{'say': 'warm'}, {'say': 'pong'}])
    """

    def __init__(self, longest: int = LONGEST_FRAME) -> None:
        """Begin; a message may have `longest` bytes."""
        self.longest = longest
        self.buffer = bytearray()

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """Return the messages that `data` completes; FrameError if that is no message."""
        self.buffer += data
        found = []
        while len(self.buffer) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self.buffer)
            if length > self.longest:
                raise FrameError(f"expected a message, got {bytes(self.buffer[:20])!r}")
            end = LENGTH.size + length
            if len(self.buffer) < end:
                break
            with memoryview(self.buffer) as view:
                content = bytes(view[LENGTH.size : end])
            del self.buffer[:end]
            found.append(understood(content))
        return found

    def finish(self) -> None:
        """Raise FrameError if the stream ended within a message."""
        if self.buffer:
            raise FrameError(f"the last message is incomplete: {bytes(self.buffer[:20])!r}")


def understood(content: bytes) -> dict[str, Any]:
    """Return the message in a frame; FrameError if there is none."""
    try:
        message = unpack(content)
    except (struct.error, ValueError, TypeError, KeyError) as error:
        raise FrameError(f"a message cannot be read: {error}") from None
    if not isinstance(message, dict):
        raise FrameError(f"a message is no object: {message!r:.20}")
    return message


def received(stream: BinaryIO) -> Iterator[dict[str, Any]]:
    """Yield messages from a stream as they come, until its end."""
    frames = Frames()
    while data := cast(BufferedIOBase, stream).read1(CHUNK_BYTES):
        yield from frames.feed(data)
