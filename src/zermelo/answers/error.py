"""What every command answers with `--json` if something goes wrong."""

from dataclasses import dataclass

from zermelo.answers.answer import ABSENT, Absent, CommandAnswer
from zermelo.errors import SourceError


@dataclass(frozen=True, slots=True)
class SpelledError:
    """An error: its class, what it says, and its place if it is about one in a text."""

    kind: str
    message: str
    file: str | Absent = ABSENT
    line: int | Absent = ABSENT
    column: int | Absent = ABSENT


@dataclass(frozen=True, slots=True)
class ErrorAnswer(CommandAnswer):
    """What ended a command."""

    error: SpelledError


def error_answer(error: BaseException, message: str) -> ErrorAnswer:
    """Return an error; `message` is what it says, for errors that are about no text."""
    kind = type(error).__name__
    if not isinstance(error, SourceError):
        return ErrorAnswer(SpelledError(kind, message))
    if error.span is None:
        return ErrorAnswer(SpelledError(kind, error.message))
    span = error.span
    return ErrorAnswer(SpelledError(kind, error.message, span.source.name, span.line, span.column))
