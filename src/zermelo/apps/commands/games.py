"""`zermelo games`: the library."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output

if TYPE_CHECKING:
    from zermelo.game.library import GameEntry


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
    from zermelo.answers.games import games_answer
    from zermelo.game.library import entries

    found = [entry for entry in entries().values() if has_words(entry, words or [])]
    if as_json:
        output.print_json(games_answer(found))
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


def has_words(entry: "GameEntry", words: list[str]) -> bool:
    """Tell whether name, title or description have all the words."""
    text = f"{entry.name} {entry.title} {entry.description}".lower()
    return all(word.lower() in text for word in words)
