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
    output.show(games_answer(found), as_json=as_json)


def has_words(entry: "GameEntry", words: list[str]) -> bool:
    """Tell whether name, title or description have all the words."""
    text = f"{entry.name} {entry.title} {entry.description}".lower()
    return all(word.lower() in text for word in words)
