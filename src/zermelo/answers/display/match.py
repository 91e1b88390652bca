"""How a series of matches is shown: the table, and what went wrong."""

from collections import Counter
from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from zermelo.answers.match import MatchAnswer


def parts(answer: MatchAnswer) -> Iterator[RenderableType]:
    """Yield the table, how many matches there were, and what went wrong."""
    yield table(answer)
    yield f"{answer.games} matches of {answer.game}, {answer.distinct} of them different."
    yield from unfinished(answer)
    yield from replaced(answer)


def table(answer: MatchAnswer) -> Table:
    """Return what each search came to."""
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
    return table


def unfinished(answer: MatchAnswer) -> Iterator[str]:
    """Yield why matches came to no result, and how many."""
    problems = Counter(
        fault.message for result in answer.results for fault in result.errors if fault.role is None
    )
    for problem, count in problems.items():
        yield f"{count} without a result: {problem}"


def replaced(answer: MatchAnswer) -> Iterator[str]:
    """Yield whose moves were replaced by random ones, by search and kind of error."""
    found: dict[tuple[str, str], list[str]] = {}
    for result in answer.results:
        for fault in result.errors:
            if fault.role is not None and fault.error:
                key = result.roles[fault.role], fault.error.split()[0]
                found.setdefault(key, []).append(fault.message)
    for (search, error), problems in found.items():
        moves = f"{len(problems)} moves" if len(problems) > 1 else "1 move"
        said = "; the first: " if len(problems) > 1 else ": "
        yield f"{moves} made at random for {search}: {error}{said}{problems[0]}"
