"""The colours of the design can be read, in light and dark: a contrast of 4.5, as WCAG asks."""

import re
from pathlib import Path

import pytest

import zermelo.web

SHEET = Path(zermelo.web.__file__).parent / "static" / "css" / "base.css"
GROUNDS = {
    "ink": ["paper", "card", "soft", "accent-soft"],
    "dim": ["paper", "card", "soft", "accent-soft"],
    "accent": ["paper", "card", "soft", "accent-soft"],
    "accent-ink": ["accent"],
    "good": ["paper", "card"],
    "bad": ["paper", "card", "bad-soft"],
    "paper": ["ink"],
}
"""What letters have which colour, and on what they stand."""


def schemes() -> dict[str, dict[str, str]]:
    """Return the colours by their names, for light and dark."""
    light, dark = re.findall(r":root \{(.*?)\}", SHEET.read_text(encoding="utf-8"), re.DOTALL)
    first, second = (dict(re.findall(r"--([\w-]+): #(\w{6})", block)) for block in (light, dark))
    return {"light": first, "dark": first | second}


def brightness(colour: str) -> float:
    """Return the relative luminance of a colour."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return how far apart two colours are: 1 to 21.

    >>> contrast("000000", "ffffff")
    21.0
    """
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_can_be_read_on_what_they_stand(scheme: str) -> None:
    colours = schemes()[scheme]
    faint = {
        f"{letters} on {ground}": round(found, 2)
        for letters, grounds in GROUNDS.items()
        for ground in grounds
        if (found := contrast(colours[letters], colours[ground])) < 4.5
    }
    assert faint == {}
