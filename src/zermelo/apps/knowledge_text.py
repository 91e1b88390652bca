"""What is known of a game, as people read it."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.answers.knowledge import NAMES
from zermelo.answers.knowledge_words import dead_goal_text, inhibitor_text

LISTED = 8
"""Items of one kind that people are shown."""
COLOURS = {"proved": "green", "unrefuted": "yellow", "refuted": "red", "unknown": "dim"}


def shown(answer: dict[str, Any]) -> Iterator[RenderableType]:
    """Yield everything for people."""
    yield Text(answer["game"], style="bold")
    yield traits_table(answer)
    yield listed("invariants", answer["invariants"])
    yield listed("step counters", answer["step_counters"])
    latches = answer["latches"]
    for direction, meaning in (("positive", "stay true"), ("negative", "stay false")):
        alone = latches["without_invariants"][direction]
        title = f"latches that {meaning} ({alone} of them without invariants)"
        yield listed(title, latches[direction])
    yield listed("never change", answer["constants"])
    yield listed("inhibitors", list(map(inhibitor_text, answer["inhibitors"])))
    yield listed("dead goals", list(map(dead_goal_text, answer["dead_goals"])))
    symmetries = answer["symmetries"]
    with_exchange = symmetries["with_exchange"]
    order = (
        f"symmetries: {symmetries['order_text']}, "
        f"with exchange of roles {with_exchange['order_text']}"
    )
    yield listed(order, with_exchange["generators"], counted=False)
    for claim in latches["asked"]:
        yield claim_text(claim)
    yield measures_table(answer)
    if answer["cut"]:
        yield Text(f"not settled: {', '.join(answer['cut'])}", style="yellow")


def traits_table(answer: dict[str, Any]) -> Table:
    """Return the traits, each with how it is known."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(style="dim")
    for name in (*NAMES.values(), "playable"):
        told = answer[name]
        why = told["because"]
        if told["evidence"] == "unrefuted":
            why = f"in {told['playouts']:,} random matches"
        evidence = Text(told["evidence"], style=COLOURS[told["evidence"]])
        table.add_row(name.replace("_", " "), evidence, why)
    return table


def measures_table(answer: dict[str, Any]) -> Table:
    """Return what random matches measured."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for role, spread in answer["branching"].items():
        if spread:
            text = f"{spread['mean']:.1f} on average, {spread['least']} to {spread['most']}"
            table.add_row(f"moves of {role}", text)
    if answer["length"]:
        spread = answer["length"]
        text = f"{spread['mean']:.1f} moves on average, {spread['least']} to {spread['most']}"
        table.add_row("length", text)
    impact = answer["opponent_impact"]
    if impact:
        span = f"{impact['low']:.2f} to {impact['high']:.2f}"
        by = f"by {impact['evaluator']} and moves left"
        table.add_row("opponent impact", f"{impact['mean']:.2f} ({span}), {by}")
    if answer["suggestion"]:
        table.add_row(
            "suggested", f"{answer['suggestion']['search']}: {answer['suggestion']['why']}"
        )
    return table


def listed(title: str, items: list[str], *, counted: bool = True) -> Text:
    """Return a title and some of the items below it."""
    text = Text(f"{title}: {len(items):,}" if counted else title, style="cyan")
    for item in items[:LISTED]:
        text.append(f"\n  {item}", style="default")
    if len(items) > LISTED:
        text.append(f"\n  ... and {len(items) - LISTED:,} more (--json has all)", style="dim")
    return text


def claim_text(told: dict[str, Any]) -> Text:
    """Return why a fluent is a latch or none, with the step that shows it."""
    stays = "stays true" if told["direction"] == "positive" else "stays false"
    text = Text(f"{told['fluent']} {stays}: {told['verdict']}", style="bold")
    step = told["counter_example"]
    if step is None:
        return text
    where = "made up by the solver: matches may never come there"
    if step["reachable"]:
        line = "; ".join(" ".join(joint) for joint in step["line"])
        where = f"after {line}" if line else "in the initial state"
    text.append(f"\n  {where}", style="dim")
    text.append(f"\n  before  {' '.join(step['before'])}", style="default")
    text.append(f"\n  moves   {' '.join(step['moves'])}", style="default")
    return text.append(f"\n  after   {' '.join(step['after'])}", style="default")
