"""Series of matches: played with progress on stderr, and kept."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

from zermelo.answers.answer import shown_value
from zermelo.answers.match import seated
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
