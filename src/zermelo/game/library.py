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
from zermelo.folder import from_outside
from zermelo.rules.parameters import instantiate
from zermelo.text.load import load_source
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
def entries() -> Mapping[str, GameEntry]:
    """Return every game of the library by name, sorted."""
    more = [Path(path) for _, module in from_outside("zermelo.games") for path in module.__path__]
    # Ours come last: a name of the library means the same everywhere.
    found = {
        path.parent.name: path for folder in (*more, FOLDER) for path in folder.glob("*/game.toml")
    }
    return {name: read_entry(path) for name, path in sorted(found.items())}


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
    found = entries().get(name)
    if found is None:
        near = get_close_matches(name, entries(), n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "`zermelo games` lists them"
        raise UsageError(f"the library has no game {name!r}; {hint}")
    return found
