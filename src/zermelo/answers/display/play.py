"""How a match of people and searches is shown when it is over, or was left."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.answers.answer import shown_value
from zermelo.answers.play import PlayAnswer


def parts(answer: PlayAnswer) -> Iterator[RenderableType]:
    """Yield who played, all moves, and what each role got."""
    yield Text(answer.game, style="bold")
    for role, player in answer.roles.items():
        yield Text().append(f"{role}: ", style="cyan").append(player)
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", justify="right")
    for number, joint in enumerate(answer.moves, start=1):
        table.add_row(str(number), *joint)
    yield table
    if answer.goals is None:
        yield Text("The match is not over yet.", style="bold")
        return
    goals = ", ".join(f"{role} {shown_value(goal)}" for role, goal in answer.goals.items())
    yield Text(f"over: {goals}", style="bold")
