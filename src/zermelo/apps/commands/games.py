"""`zermelo games`: the library."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output

if TYPE_CHECKING:
    from zermelo.game.library import Entry


def games(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORD]...", help="Only games with these words.")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """List the games of the library.

    Examples:
      zermelo games
      zermelo games nim
      zermelo games --json
    """
    from zermelo.game.library import entries

    found = [entry for entry in entries().values() if has_words(entry, words or [])]
    if as_json:
        output.print_json({"games": [as_object(entry) for entry in found]})
        return
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("game", style="bold cyan", no_wrap=True)
    for heading in ("title", "roles", "parameters"):
        table.add_column(heading)
    for entry in found:
        parameters = ", ".join(
            f"{name}={given.default}" for name, given in entry.parameters.items()
        )
        table.add_row(entry.name, entry.title, ", ".join(entry.roles), parameters)
    output.console().print(table)
    print(f"{len(found)} games. Try: zermelo show {found[0].name if found else 'tictactoe'}")


def has_words(entry: "Entry", words: list[str]) -> bool:
    """Tell whether name, title or description have all the words."""
    text = f"{entry.name} {entry.title} {entry.description}".lower()
    return all(word.lower() in text for word in words)


def as_object(entry: "Entry") -> dict[str, object]:
    """Return a game of the library as JSON has it."""
    return {
        "name": entry.name,
        "title": entry.title,
        "description": entry.description,
        "roles": list(entry.roles),
        "traits": known_traits(entry),
        "source": entry.source,
        "licence": entry.licence,
        "parameters": {
            name: {
                "default": given.default,
                "least": given.least,
                "most": given.most,
                "about": given.about,
            }
            for name, given in entry.parameters.items()
        },
    }


def known_traits(entry: "Entry") -> list[str]:
    """Return what the rules' text alone shows; `zermelo info` finds out more."""
    from zermelo.rules.information import information

    known = information(entry.sheet())
    count = {1: ["one_role"], 2: ["two_roles"]}.get(len(entry.roles), [])
    return [
        *count,
        *([] if known.chance else ["deterministic"]),
        *([] if known.hidden else ["perfect"]),
    ]
