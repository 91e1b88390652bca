"""How the problems of a text are shown."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from zermelo.answers.answer import Absent, SpelledLine
from zermelo.answers.check import CheckAnswer, SpelledProblem

MOST_SHOWN_STEPS = 9
"""How many steps of a match are shown."""


def parts(answer: CheckAnswer) -> Iterator[RenderableType]:
    """Yield the problems, each with its line and a caret, and how many there are."""
    for problem in answer.problems:
        if isinstance(problem.moves, Absent):
            yield from problem_parts(answer.file, problem)
        else:
            yield from fault_parts(answer.file, problem, problem.moves)
    errors = sum(problem.severity == "error" for problem in answer.problems)
    warnings = len(answer.problems) - errors
    counts = f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}"
    mark = Text("wrong", style="bold red") if errors else Text("ok", style="bold green")
    yield Text(f"{answer.file}: ").append(mark).append(f" ({counts})")


def problem_parts(file: str, problem: SpelledProblem) -> Iterator[RenderableType]:
    """Yield a problem of a text."""
    colour = "bold red" if problem.severity == "error" else "bold yellow"
    line = Text().append(f"{problem.place or file}: ", style="bold")
    line.append(f"{problem.severity}: ", style=colour)
    yield line.append(f"{problem.message} ").append(f"[{problem.code}]", style="dim")
    if problem.picture:
        text, carets = problem.picture.split("\n")
        yield Text(f"  | {text}\n  | ").append(carets, style=colour)
    if problem.hint:
        yield Text(f"  = {problem.hint}", style="dim")
    yield ""


def fault_parts(
    file: str, fault: SpelledProblem, moves: SpelledLine | None
) -> Iterator[RenderableType]:
    """Yield what went wrong in play, and the moves that led there."""
    line = Text().append(f"{file}: ", style="bold").append("in play: ", style="bold red")
    yield line.append(f"{fault.message} ").append(f"[{fault.code}]", style="dim")
    if moves is not None:
        steps = [" ".join(joint) for joint in moves]
        few = len(steps) <= MOST_SHOWN_STEPS
        shown = "; ".join(steps) if few else f"... {'; '.join(steps[-3:])}"
        yield Text(f"  | after {len(steps)} steps: {shown}\n", style="dim")
