"""Texts to begin with: a template in every syntax, and the rules of every game of the server."""

from functools import cache
from pathlib import Path
from typing import Any

from zermelo.game.library import entry, parse_game_name
from zermelo.text.load import load_source
from zermelo.text.read import Syntax, read_text, syntax_of
from zermelo.text.source import Source
from zermelo.web.games import GameList
from zermelo.web.writing.drafts import ending

TEMPLATES = Path(__file__).parent / "templates"
TEMPLATE = "hexapawn"


@cache
def template(syntax: Syntax) -> dict[str, Any]:
    """Return a small game with comments that explain it."""
    text = (TEMPLATES / f"{TEMPLATE}{ending(syntax)}").read_text(encoding="utf-8")
    return {"name": TEMPLATE, "syntax": syntax, "text": text}


def rules(games: GameList, name: str) -> dict[str, Any]:
    """Return the rules of a game as they were written; GoneError if it has none."""
    games.check(name)
    if name in games.dropped:
        file = games.dropped[name]
        return {"name": Path(file.title).stem, "syntax": file.syntax, "text": file.text}
    base, values = parse_game_name(name)
    known = entry(base)
    known.sheet(values)  # refuses values that are not allowed
    source = load_source(str(known.rules))
    syntax = syntax_of(known.rules)
    return {"name": base, "syntax": syntax, "text": with_values(source, syntax, values)}


def with_values(source: Source, syntax: Syntax, values: dict[str, int]) -> str:
    """Return the text with other values of its constants; everything else stays as it is.

    >>> with_values(Source("a.lp", "#const n = 3. % three"), "asp", {"n": 4})
    '#const n = 4. % three'
    """
    text = source.text
    constants = read_text(source, syntax).constants if values else ()
    spans = [(term.span, values[name]) for name, term in constants if name in values and term.span]
    for span, value in sorted(spans, key=lambda pair: pair[0].start, reverse=True):
        text = f"{text[: span.start]}{value}{text[span.end :]}"
    return text
