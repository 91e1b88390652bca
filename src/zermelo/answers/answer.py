"""What every answer is made of: frozen dataclasses whose fields are the keys of JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, fields
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from rich.console import RenderableType

SpelledJoint = Sequence[str]
"""A joint move in KIF, one move per role, in role order."""
SpelledLine = Sequence[SpelledJoint]
"""Joint moves one after the other."""
ByRole = Mapping[str, float | None]
"""A number for each role by its name; None where it is undefined or unknown."""


INLINED: Final = {"inlined": True}
"""The metadata of a field whose own fields become keys of the object that it is a part of."""
NOT_IN_JSON: Final = {"not_in_json": True}
"""The metadata of a field that is no key: what only texts and pictures show."""


class Absent(Enum):
    """The value of a key that an answer does not have this time; None is a value like others."""

    ABSENT = "absent"

    def __bool__(self) -> Literal[False]:
        return False


ABSENT: Final = Absent.ABSENT


class CommandAnswer:
    """What a command answers; each subclass is a frozen dataclass.

    It lies in the module that is called like the command. Its fields are named, and ordered, as
    the keys of the JSON object; an underscore at the end of a name, as in `from_`, is not part of
    the key.
    """

    __slots__ = ()

    def parts(self) -> "Iterator[RenderableType]":
        """Yield what people are shown of it, one part below the other.

        A str stands in lines of its own, exactly as it is; everything else is laid out by rich. The
        folder `display` beside the answer's module has a file of the same name, which does it.
        """
        package, _, name = type(self).__module__.rpartition(".")
        parts: Iterator[RenderableType] = import_module(f"{package}.display.{name}").parts(self)
        return parts


def title_of(answer: CommandAnswer) -> str:
    """Return what was asked, in a few words: the command, and the game or file if there is one."""
    command = type(answer).__module__.rpartition(".")[2]
    about = getattr(answer, "game", None) or getattr(answer, "file", None) or ""
    return f"zermelo {command} {about}".rstrip()


def is_inlined(one: Field[Any]) -> bool:
    """Whether a field's own fields stand in its place."""
    return bool(one.metadata.get("inlined"))


def is_key(one: Field[Any]) -> bool:
    """Whether a field, or what stands in its place, is in JSON."""
    return not one.metadata.get("not_in_json")


def key_of(one: Field[Any]) -> str:
    """Return the key of a field in JSON."""
    return one.name.removesuffix("_")


def items_of(answer: Any) -> Iterator[tuple[str, Any]]:
    """Yield the keys that an answer, or a part of one, has, each with its value."""
    for one in filter(is_key, fields(answer)):
        value = getattr(answer, one.name)
        if is_inlined(one):
            yield from items_of(value)
        elif value is not ABSENT:
            yield key_of(one), value


def shown_value(value: float | None) -> str:
    """Return a value as people read it.

    >>> shown_value(50.0), shown_value(33.333333), shown_value(None)
    ('50', '33.3333', 'undefined')
    """
    return "undefined" if value is None else f"{value:g}"
