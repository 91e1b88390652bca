"""How the value of a position is shown, and what it is made of."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from zermelo.answers.evaluate import EvaluateAnswer
from zermelo.evaluate.term import Term
from zermelo.pictures.terminal.heat import heat_text


def parts(answer: EvaluateAnswer) -> Iterator[RenderableType]:
    """Yield the values, the terms that they are made of, and the heat of each board."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan")
    table.add_column(justify="right", style="bold")
    for role, value in answer.values.items():
        table.add_row(role, f"{value:.6f}".rstrip("0").rstrip("."))
    yield table
    terms = answer.explained
    for role, term in zip(answer.values, terms, strict=bool(terms)):
        tree = Tree(f"[cyan]{role}[/] {term.value:.6f}", guide_style="dim")
        for part in term.parts:
            grow(tree, part, answer.depth - 1)
        yield ""
        yield tree
    for one in answer.maps:
        yield ""
        yield Text(f"gain of each cell for {answer.heat.role}", style="dim")
        yield heat_text(one)


def grow(tree: Tree, term: Term, depth: int) -> None:
    """Add a term to a tree, and what it is made of down to some depth."""
    label = Text(f"{term.value:.6g}", style="bold").append(f"  {term.text}", style="default")
    if depth <= 0:
        if term.parts:
            label.append("  ...", style="dim")
        tree.add(label)
        return
    branch = tree.add(label)
    for part in term.parts:
        grow(branch, part, depth - 1)
