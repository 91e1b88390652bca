"""What was on the screen, as a picture."""

import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from zermelo.errors import UsageError
from zermelo.writing import write_text

FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Rich names fonts on a server; a picture of ours asks nobody for anything."""
ROOM = 2
NARROW, WIDE = 40, 100


def check_picture_path(path: str) -> None:
    """Raise UsageError unless a picture can be written there."""
    if Path(path).suffix != ".svg":
        raise UsageError(f"{path}: a picture of the screen is an .svg file")
    if not Path(path).resolve().parent.is_dir():
        raise UsageError(f"{path}: there is no such folder")


def write_picture(shown: Sequence[Text], path: str, title: str) -> None:
    """Write lines of a screen as an SVG file."""
    lengths = [len(line) for text in shown for line in text.plain.split("\n")]
    width = min(WIDE, max([NARROW, *lengths]) + ROOM)
    console = Console(file=StringIO(), record=True, width=width, force_terminal=True)
    for text in shown:
        console.print(text, highlight=False)
    drawn = console.export_svg(title=title, unique_id="screen")
    write_text(path, FONTS.sub("", drawn))
