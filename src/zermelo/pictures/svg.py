"""Drawings as SVG: elements whose attributes and texts are escaped, and whose numbers are short.

What is markup has a type of its own, so that no text gets into a drawing without being escaped.
"""

from collections.abc import Iterable
from html import escape
from typing import NewType

Markup = NewType("Markup", str)
Attribute = str | float | None
FONT = "'Inter', 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"
BREAK = Markup("\n")
NOTHING = Markup("")


def element(name: str, /, *content: Markup, **attributes: Attribute) -> Markup:
    """Return an element; `stroke_width` is spelled stroke-width, `class_` class, None left out.

    >>> element("text", words("a < b"), class_="name", x=1.25, y=2)
    '<text class="name" x="1.2" y="2">a &lt; b</text>'
    >>> element("path", stroke_width="0.8", d="M0 0h1")
    '<path stroke-width="0.8" d="M0 0h1"/>'
    """
    head = name + "".join(
        f' {key.rstrip("_").replace("_", "-")}="{spelled(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{head}>{''.join(content)}</{name}>" if content else f"<{head}/>")


def spelled(value: str | float) -> str:
    """Return the value of an attribute: whole numbers as they are, others with one decimal."""
    return f"{value:.1f}" if isinstance(value, float) else escape(str(value))


def words(text: str) -> Markup:
    """Return a text as markup."""
    return Markup(escape(text))


def text_at(x: str | float, y: str | float, text: str, class_: str | None = None) -> Markup:
    """Return a text at a place."""
    return element("text", words(text), class_=class_, x=x, y=y)


def group(
    parts: Iterable[Markup], head: Markup = Markup(""), **attributes: Attribute
) -> Markup:  # immutable
    """Return parts that belong together, one in a line; `head` stands before the first line."""
    lines = [Markup(f"{part}\n") for part in parts]
    return element("g", head, BREAK, *lines, **attributes)


def joined(*parts: Markup) -> Markup:
    """Return parts one after the other, as one."""
    return Markup("".join(parts))


def moved(x: str | float, y: str | float, scale: float | None = None) -> str:
    """Return a `transform` that moves things to a place, and perhaps scales them there.

    >>> moved(3.0, 4), moved(3.0, 4, 0.5)
    ('translate(3.0,4)', 'translate(3.0,4) scale(0.5)')
    """
    to = f"translate({spelled(x)},{spelled(y)})"
    return to if scale is None else f"{to} scale({scale:.4g})"


def document(
    width: float, height: float, style: str, parts: Iterable[Markup], paper: str = "#fff"
) -> str:
    """Return a whole drawing in so many pixels; `style` is its CSS, `paper` what it is drawn on."""
    wide, high = f"{width:.0f}", f"{height:.0f}"
    lines = [
        element("style", Markup(style)),
        element("rect", width=wide, height=high, fill=paper),
        *parts,
    ]
    drawing = element(
        "svg",
        BREAK,
        *(Markup(f"{line}\n") for line in lines),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {high}",
        width=wide,
        height=high,
    )
    return f"{drawing}\n"
