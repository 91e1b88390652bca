"""Files -> sources: everything that can be wrong with a file before its rules are read."""

import re
import sys
from pathlib import Path

from zermelo.errors import LimitError, ReadError
from zermelo.text.characters import NUL, hidden, name_of
from zermelo.text.source import Source, Span

LARGEST_SHEET = 4 * 1024 * 1024
"""How many bytes a rule sheet may have; the largest real one has 0.2 MB."""
STANDARD_INPUT = "<stdin>"
BOM = b"\xef\xbb\xbf"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
BLANKS = re.compile(r"(?:\s++|;[^\n]*+|%(?!\*)[^\n]*+)*+")
"""Blanks and comments of any syntax: `;` in KIF, `%` in the others."""


def load_source(path: str) -> Source:
    """Return the text of a file, or of standard input for `-`.

    Raises:
        ReadError: there is no such file, or it is no text, or has no rules in it.
        LimitError: it is larger than 4 MB.
    """
    source = load_text(path)
    refuse_hidden(source)
    if is_blank(source.text):
        raise ReadError(f"no rules in {source.name}: it is empty or has only comments")
    return source


def load_text(path: str, most: int = LARGEST_SHEET, what: str = "rule sheet") -> Source:
    """Return the text of a file, whatever it may say; LimitError if it has more bytes than that."""
    name = STANDARD_INPUT if path == "-" else path
    content = content_of(path, most, what)
    if len(content) > most:
        size = f"{most // 1024**2} MB ({most} bytes)"
        raise LimitError(f"{name} is larger than {size}, the most that a {what} may have")
    return decoded(content, name)


def is_blank(text: str) -> bool:
    """Tell whether nothing is left of `text` without its comments.

    >>> is_blank(" ; nothing\\n%* here *% "), is_blank("; a rule:\\n(role x)")
    (True, False)
    """
    position = 0
    while True:
        found = BLANKS.match(text, position)
        position = found.end() if found else position
        # An open block is left to the reader, who knows how blocks nest and says where it starts.
        end = text.find("*%", position + 2) if text.startswith("%*", position) else -1
        if end < 0:
            return position == len(text)
        position = end + len("*%")


def content_of(path: str, most: int, what: str) -> bytes:
    """Return the bytes of a file, one more than allowed at most."""
    if path == "-":
        return sys.stdin.buffer.read(most + 1)
    try:
        with Path(path).open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError as error:
        raise ReadError(f"there is no file {path}") from error
    except IsADirectoryError as error:
        raise ReadError(f"{path} is a folder, not a {what}") from error
    except PermissionError as error:
        raise ReadError(f"{path} may not be read: permission denied") from error
    except OSError as error:
        raise ReadError(f"{path} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise ReadError(f"{path!r} cannot be the name of a file: {error}") from error


def decoded(content: bytes, name: str) -> Source:
    """Return the text that `content` spells in UTF-8, without a byte order mark."""
    content = content.removeprefix(BOM)
    try:
        return Source(name, content.decode("utf-8"))
    except UnicodeDecodeError as error:
        before = len(content[: error.start].decode("utf-8"))
        source = Source(name, content.decode("utf-8", errors="replace"))
        byte = f"byte 0x{content[error.start]:02x} is not UTF-8"
        hint = "it starts like UTF-16" if content.startswith(UTF_16) else "it is another encoding"
        message = f"{byte}; perhaps {hint}: save the file as UTF-8"
        raise ReadError(message, Span(source, before, before + 1)) from error


def refuse_hidden(source: Source) -> None:
    """Raise ReadError at the first character that cannot be seen."""
    for span in hidden(source):
        if span.text == NUL:
            raise ReadError("NUL byte: this is no text", span)
        raise ReadError(f"hidden character {name_of(span.text)}; delete it", span)
