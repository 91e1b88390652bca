"""What was on the screen, as a picture."""

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from zermelo.errors import UsageError
from zermelo.pictures.terminal.export import svg_text
from zermelo.writing import write_text


def check_picture_path(path: str) -> None:
    """Raise UsageError unless a picture can be written there."""
    if Path(path).suffix != ".svg":
        raise UsageError(f"{path}: a picture of the screen is an .svg file")
    if not Path(path).resolve().parent.is_dir():
        raise UsageError(f"{path}: there is no such folder")


def write_picture(shown: Sequence[Text], path: str, title: str) -> None:
    """Write lines of a screen as an SVG file."""
    write_text(path, svg_text(shown, title))
