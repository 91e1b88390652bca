"""`zermelo check`: every problem of a rule sheet at once."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import guard, options, output
from zermelo.apps.opening import tell_of_kernels

if TYPE_CHECKING:
    from zermelo.sampling.random_check import Fault


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
    problems = [*map(spelled_problem, found.problems), *map(spelled_fault, faults)]
    if found.unreadable and not as_json:  # an error, and no answer
        for problem in problems:
            where = f"{problem.place}: " if problem.place else ""
            picture = f"\n{problem.picture}" if problem.picture else ""
            output.tell(f"zermelo: {where}{problem.message}{picture}")
    else:
        output.show(CheckAnswer(ok, problems, file), as_json=as_json)
    if not ok:
        raise typer.Exit(guard.BAD_INPUT if found.unreadable else guard.NO)
