"""How an exercise in alpha-beta is shown with its solution."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.answers.practice import PracticeAnswer


def parts(answer: PracticeAnswer) -> Iterator[RenderableType]:
    """Yield the tree, the right answers, and the window of each node that is looked at."""
    yield f"Exercise {answer.seed}. Alpha-beta goes through this tree from left to right:\n"
    yield answer.drawing
    pruned = ", ".join(f"{leaf:g}" for leaf in answer.pruned) or "none"
    yield Text(f"\nvalue: {answer.value:g}, by move {answer.move}", style="bold")
    yield Text(f"pruned leaves: {pruned}\n")
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan")
    for _ in ("alpha", "beta", "value"):
        table.add_column(justify="right")
    table.add_row("node", "alpha", "beta", "value", style="dim")
    for one in answer.windows:
        low = "-inf" if one.low is None else f"{one.low:g}"
        high = "inf" if one.high is None else f"{one.high:g}"
        table.add_row(one.node, low, high, f"{one.value:g}")
    yield table
