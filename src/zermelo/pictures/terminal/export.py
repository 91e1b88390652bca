"""What a terminal would show, as SVG and HTML: the same on any machine, without a server for fonts.

Rich's own templates load a font from the network, and draw a window around everything.
"""

from collections.abc import Iterable
from hashlib import sha256
from html import escape
from io import StringIO

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
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" \
height="{height}" style="max-width:100%;height:auto">
<title>TITLE</title>
<style>
.{unique_id}-matrix {{ font-family: FONTS; font-size: {char_height}px; white-space: pre; }}
.{unique_id}-title {{ font-family: FONTS; font-size: 15px; fill: #8b93a3; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect width="100%" height="100%" rx="6" fill="BACKGROUND"/>
<text class="{unique_id}-title" x="{terminal_x}" y="25">TITLE</text>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>"""
HTML = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>TITLE</title>
<style>
body {{ margin: 0; padding: 1.2rem; color: {foreground}; background: {background}; }}
pre {{ margin: 0; font: 16px/1.2 FONTS; overflow-x: auto; }}
{stylesheet}
</style>
</head>
<body>
<pre>{code}</pre>
</body>
</html>"""


def svg_text(parts: Iterable[RenderableType], title: str) -> str:
    """Return parts, one below the other, as an SVG picture that is as wide as they are."""
    console = recorded(parts)
    text = console.export_text(clear=False)
    console.width = max([NARROW, *(cell_len(line.rstrip()) for line in text.splitlines())])
    mark = sha256(f"{title}\n{text}".encode()).hexdigest()[:8]
    return console.export_svg(
        title="",
        theme=THEME,
        code_format=filled(SVG, title),
        font_aspect_ratio=FONT_ASPECT,
        unique_id=f"z{mark}",  # several pictures may be in one page
    )


def html_text(parts: Iterable[RenderableType], title: str) -> str:
    """Return parts, one below the other, as an HTML page."""
    return recorded(parts).export_html(theme=THEME, code_format=filled(HTML, title))


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


def filled(template: str, title: str) -> str:
    """Return a template with everything that rich does not fill in."""
    braced = escape(title).replace("{", "{{").replace("}", "}}")
    background = THEME.background_color.hex
    return (
        template.replace("FONTS", FONTS).replace("BACKGROUND", background).replace("TITLE", braced)
    )
