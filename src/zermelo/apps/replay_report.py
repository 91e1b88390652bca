"""Matches that were kept, as people and JSON want to see them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from zermelo.answers.answer import shown_value
from zermelo.answers.decision import spent
from zermelo.answers.replay import board_of
from zermelo.apps import output
from zermelo.apps.drawing import drawn
from zermelo.game.game import Game, Role
from zermelo.play.match import Match, Turn
from zermelo.play.player import Decision
from zermelo.play.record import Record, clock_of
from zermelo.play.store import StoreEntry

LINE_SHOWN = 6
"""Moves of an expected line that are shown."""


def list_entries(entries: Sequence[StoreEntry], path: Path) -> None:
    """Print what is in a store."""
    if not entries:
        print(f"There is no match in {path} yet.")
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("match", style="bold cyan", no_wrap=True)
    for heading in ("players", "goals", "moves", "", "begun"):
        table.add_column(heading, justify="right" if heading == "moves" else "left")
    for entry in entries:
        players = ", ".join(map(" ".join, zip(entry.roles, entry.players, strict=True)))
        goals = " ".join(map(shown_value, entry.goals))
        table.add_row(
            entry.id, players, goals, str(entry.turns), entry.outcome, day_of(entry.started)
        )
    output.console().print(table)
    print(f"{len(entries)} matches; --match shows one.")


def day_of(time: int) -> str:
    """Return when something was, by the clock of this place."""
    return datetime.fromtimestamp(time / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


def show(game: Game, record: Record, match: Match, steps: Sequence[int]) -> None:
    """Print a match for people."""
    console = output.console()
    lines = console.encoding.lower().startswith("utf")
    for text in heading(record):
        console.print(text)
    last = len(match.turns) - 1
    for number in steps:
        turn = match.turns[number]
        opening = ", the opening" if number < record["opening"] else ""
        console.print(Text(f"\nstep {number} of {last}{opening}\n", style="bold"))
        if (compiled := game.compiled) is not None:
            for part in drawn(compiled, turn.state, lines=lines, width=console.width):
                console.print(part)
        else:
            console.print(Text(board_of(game, turn.state)))
        console.print()
        for text in moves_of(game, turn):
            console.print(text)
    if last in steps:
        console.print(ending(game, record, match))


def heading(record: Record) -> Iterator[Text]:
    """Yield what is said before the first board."""
    yield Text(record["matchId"], style="bold cyan")
    for role, name in zip(record["roles"], record["playerNamesFromHost"], strict=True):
        yield Text().append(f"{role}: ", style="cyan").append(name)
    limits = record.get("limits") or {}
    said = [
        f"{name} {limits[name]:g}" for name in ("depth", "nodes", "seconds") if limits.get(name)
    ]
    said += [
        f"{words} {seconds:g} s"
        for key, words in (("startClock", "start clock"), ("playClock", "play clock"))
        if (seconds := clock_of(record, key)) is not None
    ]
    said.append(f"seed {record['seed']}")
    yield Text(f"{day_of(record['startTime'])}, {', '.join(said)}", style="dim")


def moves_of(game: Game, turn: Turn) -> Iterator[Text]:
    """Yield a line for each role that had something to decide, or moved in an opening."""
    if turn.joint is None:
        return
    free = [len(game.legal(turn.state, Role(role))) > 1 for role in range(len(game.roles))]
    for role, name in enumerate(game.roles):
        if not free[role] and any(free):
            continue
        text = Text().append(f"{name} ", style="cyan")
        text.append(game.spell(Role(role), turn.joint[role]), style="bold")
        decision = turn.decisions[role] if turn.decisions else None
        if decision is not None:
            text.append(f"  {spent(decision, role)}", style="dim")
            if decision.error:
                said = f"\n  {decision.error}: {decision.problem}; a random move was made"
                text.append(said, style="red")
            if decision.line:
                text.append(f"\n  expects {spelled_line(decision)}", style="dim")
        yield text


def spelled_line(decision: Decision) -> str:
    """Return the moves that a player expects, cut if there are many."""
    more = " ..." if len(decision.line) > LINE_SHOWN else ""
    return "; ".join(" ".join(joint) for joint in decision.line[:LINE_SHOWN]) + more


def ending(game: Game, record: Record, match: Match) -> Text:
    """Return how the match ended."""
    if not record["isCompleted"]:
        return Text(match.error or "The match is not over yet.", style="bold")
    goals = ", ".join(
        f"{role} {shown_value(goal)}" for role, goal in zip(game.roles, match.goals, strict=True)
    )
    return Text(f"over: {goals}", style="bold")
