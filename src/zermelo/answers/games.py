"""What `zermelo games` answers: games of the library."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from zermelo.answers.answer import CommandAnswer
from zermelo.game.library import GameEntry, Parameter
from zermelo.rules.information import information


@dataclass(frozen=True, slots=True)
class LibraryGame:
    """A game of the library; traits are those that the text of the rules alone shows."""

    name: str
    title: str
    description: str
    roles: Sequence[str]
    traits: Sequence[str]
    source: str
    licence: str
    parameters: Mapping[str, Parameter]


@dataclass(frozen=True, slots=True)
class GamesAnswer(CommandAnswer):
    """Games of the library, by name."""

    games: Sequence[LibraryGame]


def games_answer(found: Iterable[GameEntry]) -> GamesAnswer:
    """Return games of the library."""
    return GamesAnswer([library_game(entry) for entry in found])


def library_game(entry: GameEntry) -> LibraryGame:
    """Return a game of the library."""
    return LibraryGame(
        name=entry.name,
        title=entry.title,
        description=entry.description,
        roles=entry.roles,
        traits=known_traits(entry),
        source=entry.source,
        licence=entry.licence,
        parameters=entry.parameters,
    )


def known_traits(entry: GameEntry) -> list[str]:
    """Return what the rules' text alone shows; `zermelo info` finds out more."""
    known = information(entry.sheet())
    count = {1: ["one_role"], 2: ["two_roles"]}.get(len(entry.roles), [])
    return [
        *count,
        *([] if known.chance else ["deterministic"]),
        *([] if known.hidden else ["perfect"]),
    ]
