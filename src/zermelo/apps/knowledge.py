"""What is known of a game, as JSON has it and as people read it."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.evaluate.impact import Impact
from zermelo.logic.knowledge import Knowledge
from zermelo.logic.latches import Kind, Latch
from zermelo.logic.sample import Example
from zermelo.logic.symmetry.symmetries import Symmetries, Symmetry
from zermelo.logic.symmetry.words import order_in_words
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Finding, Joint, Role, Trait
from zermelo.position.measures import Measures

LISTED = 8
"""Items of one kind that people are shown."""
LARGEST = 10**4000
CYCLES = 4
NAMES = {
    Trait.TURNS: "turn_taking",
    Trait.CONSTANT_SUM: "constant_sum",
    Trait.ALTERNATES: "alternating",
    Trait.ENDS: "terminating",
}
COLOURS = {"proved": "green", "unrefuted": "yellow", "refuted": "red", "unknown": "dim"}


def as_object(
    game: CircuitGame,
    found: Knowledge,
    measures: Measures,
    impact: tuple[str, Impact] | None,
    asked: Sequence[str],
) -> dict[str, Any]:
    """Return everything as JSON has it; of the fluents `asked`, why they are no latches."""
    known = found.invariants
    latches = found.latches
    return {
        "latches": {
            "positive": [latch.text for latch in latches.proved(positive=True)],
            "negative": [latch.text for latch in latches.proved(positive=False)],
            "without_invariants": {
                "positive": len(latches.proved(positive=True, invariants=False)),
                "negative": len(latches.proved(positive=False, invariants=False)),
            },
            "last": [each.text for each in latches.claims if each.kind is Kind.LAST],
            "complete": latches.complete,
            "asked": [verdict(game, each) for each in latches.claims if each.text in set(asked)],
        },
        "constants": list(latches.constants),
        "invariants": [each.text for each in (*known.groups, *known.pairs)],
        "step_counters": [counter.text for counter in known.counters],
        "inhibitors": [
            {
                "latch": each.latch.text,
                "positive": each.latch.positive,
                "inhibits": [game.lexicon.fluents[fluent] for fluent in others],
            }
            for each in found.inhibitors.inhibitors
            # That what stays false does not come back is what the latch says itself.
            if (others := [fluent for fluent in each.fluents if fluent != each.latch.fluent])
        ],
        "dead_goals": [
            {
                "role": game.roles[goal.role],
                "value": goal.value,
                "latch": goal.latch.text if goal.latch else None,
                "positive": goal.latch.positive if goal.latch else None,
            }
            for goal in found.inhibitors.dead_goals
        ],
        "symmetries": group(game, found.symmetries)
        | {"with_exchange": group(game, found.exchanges)},
        **{NAMES[trait]: trait_object(game, found, trait) for trait in NAMES},
        "playable": proof_object(game, found, "playable"),
        "opponent_impact": None
        if impact is None
        else {
            "evaluator": impact[0],
            "mean": impact[1].mean,
            "low": impact[1].low,
            "high": impact[1].high,
            "states": impact[1].states,
        },
        "branching": {
            role: None if spread is None else asdict(spread)
            for role, spread in zip(game.roles, measures.branching, strict=True)
        },
        "length": None if measures.length is None else asdict(measures.length),
        "unfinished": measures.unfinished,
        "cut": cut(found),
        "seconds": found.seconds,
    }


def verdict(game: CircuitGame, latch: Latch) -> dict[str, Any]:
    """Return what is known of a claim that a fluent is a latch."""
    return {
        "fluent": latch.text,
        "direction": "positive" if latch.positive else "negative",
        "verdict": latch.verdict.value,
        "counter_example": None if latch.example is None else example(game, latch.example),
    }


def example(game: CircuitGame, step: Example) -> dict[str, Any]:
    """Return a step that refutes something; `line` leads there from the start, if that is known."""

    def spelled(joint: Joint) -> list[str]:
        return [game.spell(Role(role), move) for role, move in enumerate(joint)]

    return {
        "before": game.describe(step.before),
        "moves": spelled(step.joint),
        "after": game.describe(step.after),
        "reachable": step.reachable,
        "line": None if step.line is None else [spelled(joint) for joint in step.line],
    }


def group(game: CircuitGame, found: Symmetries) -> dict[str, Any]:
    """Return symmetries: how many there are, and of which all are made."""
    return {
        # Beyond some thousand digits, neither Python nor a reader of JSON takes a number.
        "order": found.order if found.order < LARGEST else None,
        "order_text": order_in_words(found.order),
        "generators": [cycles(game, symmetry) for symmetry in found.generators],
        "complete": found.complete,
    }


def cycles(game: CircuitGame, symmetry: Symmetry) -> str:
    """Return what a symmetry does to roles and fluents, the first cycles of it."""
    parts = list(written(symmetry.roles, game.roles))
    parts += written(symmetry.fluents, game.lexicon.fluents)
    more = len(parts) - CYCLES
    return " ".join(parts[:CYCLES]) + (f" and {more} more" if more > 0 else "")


def written(images: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    """Yield the cycles of a permutation, `a -> b -> a` as `[a b]`."""
    seen: set[int] = set()
    for start, to in enumerate(images):
        if start in seen or to == start:
            continue
        cycle = [start]
        while images[cycle[-1]] != start:
            cycle.append(images[cycle[-1]])
        seen.update(cycle)
        yield f"[{' '.join(names[each] for each in cycle)}]"


def trait_object(game: CircuitGame, found: Knowledge, trait: Trait) -> dict[str, Any]:
    """Return what is known of a trait: evidence, playouts, why, and a counter-example."""
    finding: Finding = found.traits[trait]
    told: dict[str, Any] = {
        "evidence": finding.evidence.value,
        "playouts": finding.playouts,
        "because": finding.because,
    }
    if finding.example:
        told["example"] = finding.example
    proof = found.proofs.get((trait.name or "").lower())
    if proof and proof.most is not None and proof.proved:
        told["most_moves"] = proof.most
    if proof and proof.counter_example:
        told["unproved"] = example(game, proof.counter_example)
    return told


def proof_object(game: CircuitGame, found: Knowledge, name: str) -> dict[str, Any]:
    """Return what the solver has found out about something that has no trait of its own."""
    proof = found.proofs.get(name)
    if proof is None:
        return {"evidence": "unknown", "because": ""}
    told: dict[str, Any] = {
        "evidence": "proved" if proof.proved else "unknown",
        "because": proof.because,
    }
    if proof.counter_example:
        told["unproved"] = example(game, proof.counter_example)
    return told


def cut(found: Knowledge) -> list[str]:
    """Return what there was not time enough for."""
    parts = {
        "latches": found.latches.complete,
        "inhibitors": found.inhibitors.complete,
        "symmetries": found.symmetries.complete and found.exchanges.complete,
    }
    traits = {"turns", "playable", "alternates", "constant_sum", "ends"} - found.proofs.keys()
    return [
        *(f"invariants: {name}" for name in found.invariants.cut),
        *(name for name, complete in parts.items() if not complete),
        *sorted(f"proof: {name}" for name in traits),
    ]


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
        yield Text(f"there was no time for all of: {', '.join(answer['cut'])}", style="yellow")


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
        table.add_row("opponent impact", f"{impact['mean']:.2f} ({span}), by {impact['evaluator']}")
    return table


def listed(title: str, items: list[str], *, counted: bool = True) -> Text:
    """Return a title and some of the items below it."""
    text = Text(f"{title}: {len(items):,}" if counted else title, style="cyan")
    for item in items[:LISTED]:
        text.append(f"\n  {item}", style="default")
    if len(items) > LISTED:
        text.append(f"\n  ... and {len(items) - LISTED:,} more (--json has all)", style="dim")
    return text


def inhibitor_text(told: dict[str, Any]) -> str:
    """Return an inhibitor in words."""
    state = "once" if told["positive"] else "once no more"
    names = told["inhibits"]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{state} {told['latch']}: never again {', '.join(names[:3])}{more}"


def dead_goal_text(told: dict[str, Any]) -> str:
    """Return a dead goal in words."""
    goal = f"goal {told['value']} of {told['role']}"
    if told["latch"] is None:
        return f"{goal}: no match ends with it"
    state = "once" if told["positive"] else "once no more"
    return f"{goal}: dead {state} {told['latch']}"


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
