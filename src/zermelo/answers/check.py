"""What `zermelo check` answers: problems of a text, and what went wrong in play."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from zermelo.answers.answer import ABSENT, NOT_IN_JSON, Absent, CommandAnswer, SpelledLine
from zermelo.rules.check import Problem

if TYPE_CHECKING:
    from zermelo.sampling.random_check import Fault


@dataclass(frozen=True, slots=True)
class SpelledProblem:
    """A problem with its place; one that showed in play has none, but the moves that led there."""

    line: int | None
    column: int | None
    code: str
    message: str
    severity: str
    hint: str
    moves: SpelledLine | Absent | None = ABSENT
    place: str = field(default="", metadata=NOT_IN_JSON)  # with the name of the file
    picture: str = field(default="", metadata=NOT_IN_JSON)  # the line, with carets below it


@dataclass(frozen=True, slots=True)
class CheckAnswer(CommandAnswer):
    """All problems of a text; it is ok with warnings only."""

    ok: bool
    problems: Sequence[SpelledProblem]
    file: str = field(metadata=NOT_IN_JSON)


def spelled_problem(problem: Problem) -> SpelledProblem:
    """Return a problem of a text."""
    return SpelledProblem(
        line=problem.line,
        column=problem.column,
        code=problem.code,
        message=problem.message,
        severity=problem.severity,
        hint=problem.hint,
        place=str(problem.span) if problem.span else "",
        picture=problem.span.picture() if problem.span else "",
    )


def spelled_fault(fault: "Fault") -> SpelledProblem:
    """Return what went wrong in play."""
    return SpelledProblem(
        line=None,
        column=None,
        code=fault.code,
        message=fault.message,
        severity="error",
        hint="",
        moves=fault.line,
    )
