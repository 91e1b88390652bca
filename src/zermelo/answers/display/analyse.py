"""How what is known of a game is shown."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.answers.analyse import AnalyseAnswer
from zermelo.answers.latches import LatchClaim
from zermelo.answers.trait_claims import PLAYABLE, TRAIT_NAMES, TraitReport

LISTED = 8
"""Items of one kind that people are shown."""
COLOURS = {"proved": "green", "unrefuted": "yellow", "refuted": "red", "unknown": "dim"}


def parts(answer: AnalyseAnswer) -> Iterator[RenderableType]:
    """Yield everything for people."""
    yield Text(answer.game, style="bold")
    yield traits_table(answer)
    yield listed("invariants", answer.invariants)
    yield listed("step counters", answer.step_counters)
    latches, alone = answer.latches, answer.latches.without_invariants
    title = f"latches that stay true ({alone.positive} of them without invariants)"
    yield listed(title, latches.positive)
    title = f"latches that stay false ({alone.negative} of them without invariants)"
    yield listed(title, latches.negative)
    yield listed("never change", answer.constants)
    yield listed("inhibitors", [each.text for each in answer.inhibitors])
    yield listed("dead goals", [each.text for each in answer.dead_goals])
    own, with_exchange = answer.symmetries.own, answer.symmetries.with_exchange
    order = f"symmetries: {own.order_text}, with exchange of roles {with_exchange.order_text}"
    yield listed(order, with_exchange.generators, counted=False)
    for claim in latches.asked:
        yield claim_text(claim)
    yield measures_table(answer)
    if answer.cut:
        yield Text(f"not settled: {', '.join(answer.cut)}", style="yellow")


def traits_table(answer: AnalyseAnswer) -> Table:
    """Return the traits, each with how it is known."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(style="dim")
    for name in (*TRAIT_NAMES.values(), PLAYABLE):
        claim: TraitReport = getattr(answer, name)
        why = claim.because
        if claim.evidence == "unrefuted":
            why = f"in {claim.playouts or 0:,} random matches"
        evidence = Text(claim.evidence, style=COLOURS[claim.evidence])
        table.add_row(name.replace("_", " "), evidence, why)
    return table


def measures_table(answer: AnalyseAnswer) -> Table:
    """Return what random matches measured."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for role, spread in answer.branching.items():
        if spread:
            text = f"{spread.mean:.1f} on average, {spread.least} to {spread.most}"
            table.add_row(f"moves of {role}", text)
    if answer.length:
        spread = answer.length
        text = f"{spread.mean:.1f} moves on average, {spread.least} to {spread.most}"
        table.add_row("length", text)
    impact = answer.opponent_impact
    if impact:
        span = f"{impact.low:.2f} to {impact.high:.2f}"
        by = f"by {impact.evaluator} and moves left"
        table.add_row("opponent impact", f"{impact.mean:.2f} ({span}), {by}")
    if answer.suggestion:
        table.add_row("suggested", f"{answer.suggestion.search}: {answer.suggestion.why}")
    return table


def listed(title: str, items: Sequence[str], *, counted: bool = True) -> Text:
    """Return a title and some of the items below it."""
    text = Text(f"{title}: {len(items):,}" if counted else title, style="cyan")
    for item in items[:LISTED]:
        text.append(f"\n  {item}", style="default")
    if len(items) > LISTED:
        text.append(f"\n  ... and {len(items) - LISTED:,} more (--json has all)", style="dim")
    return text


def claim_text(claim: LatchClaim) -> Text:
    """Return why a fluent is a latch or none, with the step that shows it."""
    stays = "stays true" if claim.direction == "positive" else "stays false"
    text = Text(f"{claim.fluent} {stays}: {claim.verdict}", style="bold")
    step = claim.counter_example
    if step is None:
        return text
    where = "made up by the solver: matches may never come there"
    if step.reachable:
        line = "; ".join(" ".join(joint) for joint in step.line or ())
        where = f"after {line}" if line else "in the initial state"
    text.append(f"\n  {where}", style="dim")
    text.append(f"\n  before  {' '.join(step.before)}", style="default")
    text.append(f"\n  moves   {' '.join(step.moves)}", style="default")
    return text.append(f"\n  after   {' '.join(step.after)}", style="default")
