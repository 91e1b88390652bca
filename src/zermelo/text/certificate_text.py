"""The text of a certificate: strict JSON, on its own or in the comments of a strategy file.

The provers that write certificates, the searches that use them and the checker share this reader,
so that a file means the same to all of them.
"""

import json
import re
from typing import Any

from zermelo.errors import ReadError
from zermelo.text.source import Source
from zermelo.versions import FileFormat

CERTIFICATE = FileFormat("certificate", 1, "Zermelo certificate, version ")
MARK = "%! "
"""How the lines of a strategy file begin that carry its certificate."""
DIGITS = 8
"""Digits that a number may have, so that clingo can calculate with it."""
DEEPEST_LIST = 8
"""How deep lists may be nested."""


def embedded(text: str) -> str:
    """Return the certificate in the comments of a strategy file; no text if there is none."""
    return "\n".join(line[len(MARK) :] for line in text.splitlines() if line.startswith(MARK))


def read_json(source: Source) -> Any:
    """Return what a certificate says.

    Raises:
        ReadError: it is not JSON, an object has a key twice, or a number is not whole or too long.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("an object has a key twice")
        return dict(pairs)

    def whole(number: str) -> int:
        if len(number) > DIGITS:
            raise ValueError(f"{number[:20]} has too many digits")
        return int(number)

    hooks: Any = {"parse_int": whole, "parse_float": int, "parse_constant": int}
    try:
        return json.loads(embedded(source.text) or source.text, object_pairs_hook=once, **hooks)
    except (ValueError, RecursionError) as error:
        raise ReadError(f"this is no certificate: {str(error)[:200]}") from None


def refuse_newer(found: Any, where: str) -> None:
    """Raise ReadError for a certificate of a newer version, whatever else is in it."""
    title = found.get("format") if isinstance(found, dict) else None
    version = CERTIFICATE.version_in(title) if isinstance(title, str) else None
    if CERTIFICATE.is_newer(version):
        raise ReadError(CERTIFICATE.refusal(version, where))


def fit(value: Any, keys: str, where: str) -> None:
    """Raise ReadError unless an object has exactly some keys, each with a value of its shape.

    Args:
        value: what should be such an object.
        keys: for instance `role=s goals=[i*]`: each key has a pattern for its `shape`.
        where: what the message calls the object.
    """
    shapes = dict(part.split("=") for part in keys.split())
    right = isinstance(value, dict) and value.keys() == shapes.keys()
    if not right or any(not re.fullmatch(shapes[key], shape(value[key])) for key in value):
        needed = " ".join(shapes)
        raise ReadError(f"{where} should have exactly the keys {needed}, with the right types")


def shape(value: Any, depth: int = DEEPEST_LIST) -> str:
    """Return the types in a value, each a letter, in the brackets of lists and objects.

    >>> shape({"x": [1, True, None], "y": "text"})
    '{[ibn]s}'
    """
    if isinstance(value, list | dict) and depth:
        inside = value if isinstance(value, list) else value.values()
        text = "".join(shape(one, depth - 1) for one in inside)
        return f"[{text}]" if isinstance(value, list) else f"{{{text}}}"
    if isinstance(value, str) and not value.isprintable():
        return "?" if re.search("[\ud800-\udfff]", value) else "t"  # no name is like that
    return "n" if value is None else type(value).__name__[0]
