"""Series of matches: played with progress on stderr, kept, and shown as people and JSON want it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.table import Table

from zermelo.answers.answer import shown_value
from zermelo.answers.match import MatchAnswer, seated
from zermelo.apps import output
from zermelo.game.game import Game
from zermelo.play.match import errors_of
from zermelo.play.recorded import write_record
from zermelo.play.standings import SeriesMatch
from zermelo.play.store import MatchStore
from zermelo.writing import sweep


def play_series(
    terms: Callable[..., Iterator[SeriesMatch]],
    game: Game,
    searches: list[str],
    total: int,
    place: Path | None,
    folder: Path | None,
) -> list[SeriesMatch]:
    """Return all matches of a series, kept in a store and in a folder, if there are some.

    What was in the store before is not played again.
    """
    found: list[SeriesMatch] = []
    if place is not None:
        place.parent.mkdir(parents=True, exist_ok=True)
    if folder is not None:
        sweep(folder, "*.json.*.part")
    with (
        nullcontext() if place is None else MatchStore(place) as store,
        output.progress(total) as shown,
    ):
        shown.report("the first match", 0)
        for each in terms(store=store):
            if store is not None:
                if not each.known and found and found[-1].known:
                    shown.say(f"{len(found)} of {total} matches are in {place} already; going on")
                if folder is not None and not (each.known and is_there(folder, each.name)):
                    write_record(store.record(each.name), folder)
                if not each.known:
                    # Only now, when it is on the disk: whoever reads this may count on it.
                    shown.say(f"{each.number + 1} of {total}: {line_of(game, searches, each)}")
            found.append(each)
            shown.report(f"{len(found)} matches", len(found))
        if found and found[-1].known:
            shown.say(f"all {total} matches are in {place} already")
    return found


def is_there(folder: Path, name: str) -> bool:
    """Tell whether a match has been written into a folder."""
    return (folder / f"{name}.json").exists()


def line_of(game: Game, searches: list[str], played: SeriesMatch) -> str:
    """Return a match that is over as a line."""
    goals = ", ".join(
        f"{role} {name} {shown_value(goal)}"
        for (role, name), goal in zip(
            seated(game, searches, played).items(), played.match.goals, strict=True
        )
    )
    turns = sum(turn.joint is not None for turn in played.match.turns)
    wrong = sum(1 for _ in errors_of(played.match))
    errors = f", {wrong} errors" if wrong else ""
    problem = f"; {played.match.error}" if played.match.error else ""
    return f"{played.name}: {goals}; {turns} moves{errors}{problem}"


def show(answer: MatchAnswer, searches: list[str], played: Sequence[SeriesMatch]) -> None:
    """Print the table for people, and what went wrong."""
    wrong = any(row.errors for row in answer.table)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("search", style="bold cyan", no_wrap=True)
    headings = ("games", "won", "drawn", "lost", "score", "95% interval")
    for heading in (*headings, *(["errors"] if wrong else [])):
        table.add_column(heading, justify="right")
    for row in answer.table:
        counts = map(str, (row.games, row.wins, row.draws, row.losses))
        scored = ("", "")
        if row.score is not None and row.interval is not None:
            low, high = row.interval
            scored = (f"{row.score:.3f}", f"{low:.3f} to {high:.3f}")
        errors = [f"{row.errors} of {row.decisions}"] if wrong else []
        table.add_row(row.search, *counts, *scored, *errors)
    output.console().print(table)
    print(f"{answer.games} matches of {answer.game}, {answer.distinct} of them different.")
    for error, count in Counter(each.match.error for each in played if each.match.error).items():
        print(f"{count} without a result: {error}")
    for (search, error), problems in problems_of(searches, played).items():
        moves = f"{len(problems)} moves" if len(problems) > 1 else "1 move"
        said = "; the first: " if len(problems) > 1 else ": "
        print(f"{moves} made at random for {search}: {error}{said}{problems[0]}")


def problems_of(
    searches: list[str], played: Sequence[SeriesMatch]
) -> dict[tuple[str, str], list[str]]:
    """Return what went wrong, by search and kind of error."""
    found: dict[tuple[str, str], list[str]] = {}
    for each in played:
        for _, role, decision in errors_of(each.match):
            seat = each.seats[role]
            search = "random" if seat is None else searches[seat]
            kind = decision.error.split()[0]
            found.setdefault((search, kind), []).append(decision.problem)
    return found
