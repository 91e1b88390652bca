"""Searches as text: `flat:seconds=0.1` in commands, files and records alike."""

from dataclasses import fields
from difflib import get_close_matches
from typing import Any

from zermelo.errors import UsageError
from zermelo.search.base import Search
from zermelo.search.catalogue import searches


def parse(text: str) -> Search:
    """Return the search that `text` names, with its options.

    >>> parse("flat:passes=20")
    Flat(passes=20, seed=0)
    """
    name, _, rest = text.partition(":")
    chosen = searches().get(name)
    if chosen is None:
        near = get_close_matches(name, searches(), n=3) or sorted(searches())
        raise UsageError(f"no search is called {name!r}; there is {', '.join(near)}")
    known = {field.name: field for field in fields(chosen)}
    values: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        option, equals, value = part.partition("=")
        if not equals or option not in known:
            options = ", ".join(known) or "none"
            raise UsageError(f"{part!r} is no option of {name}; it has: {options}")
        values[option] = read_value(value, type(known[option].default), f"{name}:{option}")
    search: Search = chosen(**values)
    return search


def read_value(text: str, kind: type[Any], where: str) -> Any:
    """Return an option's value; UsageError if it is of the wrong kind."""
    if kind is bool and text in ("true", "false"):
        return text == "true"
    if kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    if kind is str:
        return text
    raise UsageError(f"{where} takes a {kind.__name__}, not {text!r}")
