"""The library of games: a folder is a game, its `game.toml` says what is known of it.

Other packages offer games by an entry point of the group `zermelo.games`: a module in whose folder
such folders are.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from zermelo.errors import UsageError
from zermelo.registry import from_outside
from zermelo.rules.parameters import instantiate
from zermelo.text.load import load_source
from zermelo.text.names import GREATEST
from zermelo.text.read import read_text, syntax_of
from zermelo.text.source import Source
from zermelo.text.tree import Sheet

FOLDER = Path(__file__).parents[1] / "games"
ENDINGS = (".kif", ".gdl", ".lp")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a game may be played with."""

    default: int
    least: int
    most: int
    about: str


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game of the library, as its `game.toml` describes it."""

    name: str
    rules: Path
    title: str
    description: str
    source: str
    roles: tuple[str, ...]
    licence: str = "Apache-2.0"
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    small: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    instances: tuple[Mapping[str, Any], ...] = ()
    board: Mapping[str, object] = field(default_factory=dict)  # see `board.py`
    subst_var: Mapping[str, list[str]] = field(default_factory=dict)  # see `learn/lifted.py`

    def sheet(self, values: Mapping[str, int] | None = None) -> Sheet:
        """Return its rules with the given parameters; UsageError if one is not allowed."""
        for name, value in (values or {}).items():
            parameter = self.parameters.get(name)
            if parameter is None:
                known = ", ".join(self.parameters) or "none"
                raise UsageError(f"{self.name} has no parameter {name!r}; it has: {known}")
            if not parameter.least <= value <= parameter.most:
                bounds = f"{parameter.least} to {parameter.most}"
                raise UsageError(f"{self.name}: {name}={value} is not in {bounds}")
        text = load_source(str(self.rules)).text
        source = Source(f"{self.name}/{self.rules.name}", text)
        sheet = read_text(source, syntax_of(self.rules))
        return instantiate(sheet, values or {}) if sheet.constants else sheet


@cache
def folders() -> Mapping[str, Path]:
    """Return where the `game.toml` of every game of the library is, by name, sorted."""
    more = [Path(path) for _, module in from_outside("zermelo.games") for path in module.__path__]
    # Ours come last: a name of the library means the same everywhere.
    found = {
        path.parent.name: path for folder in (*more, FOLDER) for path in folder.glob("*/game.toml")
    }
    return dict(sorted(found.items()))


def entries() -> Mapping[str, GameEntry]:
    """Return every game of the library by name, sorted."""
    return {name: read_entry(path) for name, path in folders().items()}


@cache
def read_entry(path: Path) -> GameEntry:
    """Return what a `game.toml` says."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    rules = [path.parent / f"rules{ending}" for ending in ENDINGS]
    parameters = {name: Parameter(**given) for name, given in content.pop("parameters", {}).items()}
    return GameEntry(
        name=path.parent.name,
        rules=next(file for file in rules if file.exists()),
        parameters=parameters,
        roles=tuple(content.pop("roles")),
        instances=tuple(content.pop("instances", ())),
        **content,
    )


def entry(name: str) -> GameEntry:
    """Return the game of that name; UsageError with near names if there is none."""
    if name not in folders():
        near = get_close_matches(name, folders(), n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "`zermelo games` lists them"
        raise UsageError(f"the library has no game {name!r}; {hint}")
    return read_entry(folders()[name])


def parse_game_name(text: str) -> tuple[str, dict[str, int]]:
    """Return the name of a game and the values behind its colon.

    >>> parse_game_name("hex:width=5,height=4")
    ('hex', {'width': 5, 'height': 4})
    """
    name, colon, rest = text.partition(":")
    if not name:
        raise UsageError(f"no name before ':' in '{text}'")
    values: dict[str, int] = {}
    if colon and not rest:
        raise UsageError(f"nothing after ':' in '{text}'; as in '{name}:size=5'")
    for part in rest.split(",") if rest else ():
        parameter, equals, value = (piece.strip() for piece in part.partition("="))
        if not parameter or not equals:
            raise UsageError(f"'{part}' in '{text}' is not of the form name=number")
        if parameter in values:
            raise UsageError(f"'{parameter}' stands twice in '{text}'")
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            raise UsageError(f"the value of {parameter} must be a number, not '{value}'")
        if len(digits) > 10 or abs(int(digits)) > GREATEST:
            raise UsageError(f"the value of {parameter} is too great; {GREATEST} is the greatest")
        values[parameter] = int(value)
    return name, values
