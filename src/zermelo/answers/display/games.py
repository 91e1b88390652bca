"""How games of the library are listed."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from zermelo.answers.games import GamesAnswer


def parts(answer: GamesAnswer) -> Iterator[RenderableType]:
    """Yield a table of the games, and what to try next."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("game", style="bold cyan", no_wrap=True)
    for heading in ("title", "roles", "parameters"):
        table.add_column(heading)
    for game in answer.games:
        parameters = ", ".join(f"{name}={given.default}" for name, given in game.parameters.items())
        table.add_row(game.name, game.title, ", ".join(game.roles), parameters)
    yield table
    first = answer.games[0].name if answer.games else "tictactoe"
    yield f"{len(answer.games)} games. Try: zermelo show {first}"
