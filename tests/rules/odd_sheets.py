"""Rule sheets with mistakes, by seed: one or two words of a game of the library are exchanged."""

import re
from pathlib import Path
from random import Random

from zermelo.errors import ZermeloError
from zermelo.game.library import entries
from zermelo.text.read import read_text, syntax_of
from zermelo.text.source import Source
from zermelo.text.tree import Sheet

SMALL = (
    "tictactoe",
    "nim",
    "buttons_and_lights",
    "rock_paper_scissors",
    "monty_hall",
    "kuhn_poker",
    "maze",
    "chomp",
    "subtraction",
    "race",
    "lights_out",
)
"""Games whose rules are short, in all three syntaxes."""
WORD = re.compile(r"[;%].*|([?\w]+)")
"""Words, and comments, which have none."""


def odd_text(name: str, seed: int) -> str:
    """Return the rules of a game with a word or two in the place of others."""
    random = Random(f"{name} {seed}")
    text = entries()[name].rules.read_text(encoding="utf-8")
    for _ in range(random.choice((1, 1, 2))):
        words = [word for word in WORD.finditer(text) if word[1]]
        gone, taken = random.choice(words), random.choice(words)
        text = text[: gone.start()] + taken.group() + text[gone.end() :]
    return text


def odd_sheet(name: str, seed: int) -> Sheet | str:
    """Return such a sheet, or why it cannot be read."""
    path = Path(entries()[name].rules)
    try:
        return read_text(Source(path.name, odd_text(name, seed)), syntax_of(path))
    except ZermeloError as error:
        return f"{type(error).__name__}: {error}"
