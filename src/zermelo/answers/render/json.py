"""Answers as JSON."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from enum import Enum
from typing import Any

from zermelo.answers.answer import CommandAnswer, items_of


def render(answer: CommandAnswer) -> str:
    """Return the one JSON object of an answer, in one line."""
    return json.dumps(plain(answer))


def plain(value: Any) -> Any:
    """Return an answer, or a part of one, as what JSON is made of.

    >>> plain({"line": (("noop", None),), 3: True})
    {'line': [['noop', None]], '3': True}
    """
    match value:
        case Enum():
            return value.value
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case Iterable():
            return [plain(each) for each in value]
        case _ if is_dataclass(value):
            return {key: plain(each) for key, each in items_of(value)}
    raise TypeError(f"{type(value).__name__} has no place in an answer")
