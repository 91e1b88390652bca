"""How the size and the traits of a game are shown."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.answers.info import InfoAnswer

COLOURS = {"proved": "green", "unrefuted": "yellow", "refuted": "red", "unknown": "dim"}
"""How sure a trait is."""


def parts(answer: InfoAnswer) -> Iterator[RenderableType]:
    """Yield what the game is, its size, and its traits."""
    yield Text(answer.title or answer.name, style="bold")
    if answer.description:
        yield Text(answer.description, style="dim")
    yield ""
    yield size_table(answer)
    yield ""
    yield traits_table(answer)


def size_table(answer: InfoAnswer) -> Table:
    """Return how large the game is, and how long it took to compile."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    seconds = answer.seconds
    table.add_row("roles", ", ".join(answer.roles))
    chance = "chance (the role random)" if answer.chance else "deterministic"
    hidden = "hidden information (sees)" if answer.hidden else "perfect information"
    table.add_row("kind", f"{chance}, {hidden}")
    table.add_row("fluents", f"{answer.fluents:,}")
    table.add_row("moves", ", ".join(f"{role} {n:,}" for role, n in answer.moves.items()))
    table.add_row("ground rules", f"{answer.ground_rules:,}")
    table.add_row("gates", f"{answer.gates:,} in {answer.slots:,} slots")
    times = f"read {seconds.read:.3f} s, ground {seconds.ground:.3f} s"
    table.add_row("compiled in", f"{times}, build {seconds.build:.3f} s")
    return table


def traits_table(answer: InfoAnswer) -> Table:
    """Return the traits, each with how it is known."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(style="dim")
    for trait, finding in answer.traits.items():
        why = finding.because or ""
        if finding.evidence == "unrefuted":
            why = f"in {finding.playouts:,} random matches"
        elif finding.example:
            why += f", after {len(finding.example)} steps"
        name = trait.replace("_", " ")
        table.add_row(name, Text(finding.evidence, style=COLOURS[finding.evidence]), why)
    return table
