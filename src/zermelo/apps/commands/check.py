"""`zermelo check`: every problem of a rule sheet at once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import guard, options, output
from zermelo.apps.opening import tell_of_kernels

if TYPE_CHECKING:
    from zermelo.rules.check import Problem
    from zermelo.sampling.random_check import Fault

MOST_SHOWN_STEPS = 9
"""How many steps of a match are shown."""


def check(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file of rules, a library name, or - for stdin.")
    ],
    syntax: Annotated[
        str | None,
        typer.Option(
            metavar="kif|infix|asp", help="How it is written; by default, the file's ending says."
        ),
    ] = None,
    play: Annotated[
        float | None,
        typer.Option(
            metavar="S", min=0.01, help="Also play for S seconds and say what went wrong."
        ),
    ] = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    as_json: options.AsJson = False,
) -> None:
    """Report all problems of a rule sheet.

    Each with line, column and a hint. Ends with 1 if the rules are wrong, with 0 if there are
    warnings at most, and with 3 if the file is no text at all.

    Examples:
      zermelo check tictactoe
      zermelo check tictactoe --play 0.2 --json
      zermelo convert tictactoe --to kif | zermelo check -
    """
    from zermelo.answers.check import CheckAnswer, spelled_fault, spelled_problem
    from zermelo.apps.checking import checked

    found = checked(file, syntax)
    faults: list[Fault] = []
    if play is not None and found.sheet is not None and found.ok:
        from zermelo.game.compile import compiled
        from zermelo.game.load import compiled_game
        from zermelo.process.limits import Allowance
        from zermelo.rules.parameters import instantiate
        from zermelo.sampling.random_check import faults as faults_of

        allowance = Allowance(max_seconds, max_memory)
        sheet = instantiate(found.sheet, {})
        result = compiled(sheet, allowance, output.tell, keep=not no_cache)
        tell_of_kernels()
        faults = faults_of(compiled_game(file, result), play)
    ok = found.ok and not faults
    if as_json:
        problems = [*map(spelled_problem, found.problems), *map(spelled_fault, faults)]
        output.print_json(CheckAnswer(ok, problems))
    elif found.unreadable:
        for problem in found.problems:
            where = f"{problem.span}: " if problem.span else ""
            picture = f"\n{problem.span.picture()}" if problem.span else ""
            output.tell(f"zermelo: {where}{problem.message}{picture}")
    else:
        show(file, found.problems, faults)
    if not ok:
        raise typer.Exit(guard.BAD_INPUT if found.unreadable else guard.NO)


def show(file: str, problems: Sequence["Problem"], faults: Sequence["Fault"]) -> None:
    """Print the problems, each with its line and a caret."""
    from rich.text import Text

    console = output.console()
    for problem in problems:
        colour = "bold red" if problem.severity == "error" else "bold yellow"
        line = Text().append(f"{problem.span}: " if problem.span else f"{file}: ", style="bold")
        line.append(f"{problem.severity}: ", style=colour)
        line.append(f"{problem.message} ").append(f"[{problem.code}]", style="dim")
        console.print(line)
        if problem.span:
            text, carets = problem.span.picture().split("\n")
            console.print(Text(f"  | {text}\n  | ").append(carets, style=colour))
        if problem.hint:
            console.print(Text(f"  = {problem.hint}", style="dim"))
        console.print()
    for fault in faults:
        line = Text().append(f"{file}: ", style="bold").append("in play: ", style="bold red")
        console.print(line.append(f"{fault.message} ").append(f"[{fault.code}]", style="dim"))
        if fault.line is not None:
            steps = [" ".join(joint) for joint in fault.line]
            shown = (
                "; ".join(steps)
                if len(steps) <= MOST_SHOWN_STEPS
                else f"... {'; '.join(steps[-3:])}"
            )
            console.print(Text(f"  | after {len(steps)} steps: {shown}\n", style="dim"))
    errors = sum(problem.severity == "error" for problem in problems) + len(faults)
    warnings = len(problems) + len(faults) - errors
    counts = f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}"
    mark = Text("wrong", style="bold red") if errors else Text("ok", style="bold green")
    console.print(Text(f"{file}: ").append(mark).append(f" ({counts})"))
