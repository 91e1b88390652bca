"""What a terminal would show, as SVG and HTML: the same on any machine, without a server for fonts.

Rich's own templates load a font from the network, and draw a window around everything. Ours are
`screen.svg` and `screen.html`: rich fills in what stands in braces, `filled` the words in capitals.
"""

from collections.abc import Iterable
from hashlib import sha256
from html import escape
from io import StringIO
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.terminal_theme import TerminalTheme
from rich.text import Text

NARROW, WIDE = 40, 100
"""Fewest and most characters in a line."""
FONTS = "ui-monospace, Menlo, 'DejaVu Sans Mono', Consolas, monospace"
FONT_ASPECT = 0.602
"""How wide a character of these fonts is, measured by their size."""
THEME = TerminalTheme(
    (24, 27, 33),
    (232, 235, 240),
    [
        *((60, 64, 74), (224, 108, 117), (130, 180, 100), (215, 175, 95)),
        *((97, 160, 225), (190, 120, 215), (110, 200, 212), (190, 195, 205)),
    ],
    [
        *((110, 116, 128), (240, 125, 130), (152, 205, 120), (240, 205, 120)),
        *((120, 180, 250), (215, 150, 240), (100, 210, 225), (240, 242, 246)),
    ],
)


def svg_text(parts: Iterable[RenderableType], title: str) -> str:
    """Return parts, one below the other, as an SVG picture that is as wide as they are."""
    console = recorded(parts)
    text = console.export_text(clear=False)
    console.width = max([NARROW, *(cell_len(line.rstrip()) for line in text.splitlines())])
    styled = console.export_text(clear=False, styles=True)
    mark = sha256(f"{title}\n{styled}".encode()).hexdigest()[:8]
    return console.export_svg(
        title="",
        theme=THEME,
        code_format=filled("screen.svg", title),
        font_aspect_ratio=FONT_ASPECT,
        unique_id=f"z{mark}",  # several pictures may be in one page
    )


def html_text(parts: Iterable[RenderableType], title: str) -> str:
    """Return parts, one below the other, as an HTML page."""
    return recorded(parts).export_html(theme=THEME, code_format=filled("screen.html", title))


def recorded(parts: Iterable[RenderableType]) -> Console:
    """Return a console on which parts were printed; the environment changes nothing."""
    console = Console(
        file=StringIO(),
        record=True,
        width=WIDE,
        highlight=False,
        color_system="truecolor",
        force_terminal=True,
        force_jupyter=False,
        legacy_windows=False,
        _environ={},
    )
    for part in parts:
        console.print(Text(part) if isinstance(part, str) else part)
    return console


def filled(name: str, title: str) -> str:
    """Return the template in a file with everything that rich does not fill in."""
    template = Path(__file__).with_name(name).read_text(encoding="utf-8").removesuffix("\n")
    braced = escape(title).replace("{", "{{").replace("}", "}}")
    background = THEME.background_color.hex
    return (
        template.replace("FONTS", FONTS).replace("BACKGROUND", background).replace("TITLE", braced)
    )
