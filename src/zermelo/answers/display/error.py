"""How an error is shown."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from zermelo.answers.error import ErrorAnswer


def parts(answer: ErrorAnswer) -> Iterator[RenderableType]:
    """Yield where something is wrong, and what."""
    error = answer.error
    place = f"{error.file}:{error.line}:{error.column}: " if error.file else ""
    yield Text().append(place, style="bold").append(error.message, style="red")
