"""How a match that was kept is shown, board by board, and how a store is listed."""

from collections.abc import Iterator
from datetime import datetime

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.answers.answer import shown_value
from zermelo.answers.decision import spent
from zermelo.answers.replay import ReplayAnswer, ReplayedDecision, ReplayedStep, StoreAnswer
from zermelo.pictures.terminal.boards import DrawnState

LINE_SHOWN = 6
"""Moves of an expected line that are shown."""


def parts(answer: ReplayAnswer | StoreAnswer) -> Iterator[RenderableType]:
    """Yield a match, or the list of a store."""
    return store_parts(answer) if isinstance(answer, StoreAnswer) else match_parts(answer)


def store_parts(answer: StoreAnswer) -> Iterator[RenderableType]:
    """Yield what is in a store."""
    if not answer.matches:
        yield f"There is no match in {answer.path} yet."
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("match", style="bold cyan", no_wrap=True)
    for heading in ("players", "goals", "moves", "", "begun"):
        table.add_column(heading, justify="right" if heading == "moves" else "left")
    for one in answer.matches:
        players = ", ".join(map(" ".join, one.roles.items()))
        goals = " ".join(map(shown_value, (one.goals or {}).values()))
        table.add_row(one.id, players, goals, str(one.turns), one.outcome, day_of(one.started))
    yield table
    yield f"{len(answer.matches)} matches; --match shows one."


def day_of(time: int) -> str:
    """Return when something was, by the clock of this place."""
    return datetime.fromtimestamp(time / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


def match_parts(answer: ReplayAnswer) -> Iterator[RenderableType]:
    """Yield who played, the steps that were asked for, and how the match ended."""
    yield from heading(answer)
    for step in answer.steps:
        opening = ", the opening" if step.step < answer.opening else ""
        yield Text(f"\nstep {step.step} of {answer.length}{opening}\n", style="bold")
        position = step.position
        yield Text(step.board) if position is None else DrawnState(position.game, position.state)
        yield ""
        yield from moves_of(answer, step)
    if answer.steps and answer.steps[-1].step == answer.length:
        yield ending(answer)


def heading(answer: ReplayAnswer) -> Iterator[Text]:
    """Yield what is said before the first board."""
    yield Text(answer.match, style="bold cyan")
    for role, name in answer.roles.items():
        yield Text().append(f"{role}: ", style="cyan").append(name)
    said = [f"{name} {limit:g}" for name, limit in answer.limits.items()]
    clocks = (("start clock", answer.start_clock), ("play clock", answer.play_clock))
    said += [f"{name} {seconds:g} s" for name, seconds in clocks if seconds is not None]
    said.append(f"seed {answer.seed}")
    yield Text(f"{day_of(answer.started)}, {', '.join(said)}", style="dim")


def moves_of(answer: ReplayAnswer, step: ReplayedStep) -> Iterator[Text]:
    """Yield a line for each role that had something to decide, or moved in an opening."""
    for number, role in enumerate(answer.roles):
        if step.moves is None or role not in step.movers:
            continue
        text = Text().append(f"{role} ", style="cyan")
        text.append(step.moves[role], style="bold")
        decision = step.decisions.get(role)
        if decision is not None:
            text.append(f"  {spent(decision, number)}", style="dim")
            if decision.error:
                said = f"\n  {decision.error}: {decision.message}; a random move was made"
                text.append(said, style="red")
            if decision.line:
                text.append(f"\n  expects {line_text(decision)}", style="dim")
        yield text


def line_text(decision: ReplayedDecision) -> str:
    """Return the moves that a player expects, cut if there are many."""
    more = " ..." if len(decision.line) > LINE_SHOWN else ""
    return "; ".join(" ".join(joint) for joint in decision.line[:LINE_SHOWN]) + more


def ending(answer: ReplayAnswer) -> Text:
    """Return how the match ended."""
    if answer.outcome != "finished":
        return Text(answer.problem or "The match is not over yet.", style="bold")
    goals = ", ".join(f"{role} {shown_value(goal)}" for role, goal in answer.goals.items())
    return Text(f"over: {goals}", style="bold")
