"""Everything that Zermelo says no with.

ZermeloError
├── SourceError        wrong input, with a place in a text where there is one
│   ├── ReadError        characters that are no rules
│   ├── RuleError        rules that are not allowed, with every problem found
│   └── GroundError      rules that cannot be grounded
├── LimitError         a limit of time, memory or size was hit
├── PlayError          a move or state that the game does not have
├── RecordError        a record or a store of matches that cannot be read
├── UnsuitedError      a game that the question does not fit
├── UnwritableError    a file that cannot be written
└── UsageError         a name, option or parameter that does not exist
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.text.source import Span


class ZermeloError(Exception):
    """The root of all errors that are the input's fault."""


class SourceError(ZermeloError):
    """Wrong input at a place in a text."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        """Remember the place."""
        super().__init__(message)
        self.message = message
        self.span = span

    def __str__(self) -> str:
        """Spell place, message and the line with a caret."""
        if self.span is None:
            return self.message
        return f"{self.span}: {self.message}\n{self.span.picture()}"


class ReadError(SourceError):
    """A text that cannot be read."""


class RuleError(SourceError):
    """Rules that mean nothing, or not what they should."""


class GroundError(SourceError):
    """Rules that could not be grounded."""


class LimitError(ZermeloError):
    """A limit of time, memory or size was hit."""


class PlayError(ZermeloError):
    """A move or a state that the game does not have."""


class RecordError(ZermeloError):
    """A record or a store of matches that cannot be read."""


class UnsuitedError(ZermeloError):
    """A game that cannot be asked this."""


class UnwritableError(ZermeloError):
    """A file that cannot be written, for another reason than a full disk."""


class UsageError(ZermeloError):
    """A name, option or parameter that does not exist."""
