"""`zermelo convert`: rules from one syntax to another."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.errors import UsageError
from zermelo.writing import write_text

if TYPE_CHECKING:
    from zermelo.process.limits import Allowance

HORIZON = 20
"""Steps of a match in the explicit-time program, if nobody says how many."""


def convert(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file of rules, a library name, or - for stdin.")
    ],
    to: Annotated[
        str,
        typer.Option(
            metavar="kif|infix|asp|time",
            help="The syntax to write; time is the explicit-time program for clingo.",
        ),
    ],
    horizon: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="With time: at most N steps (20).")
    ] = None,
    maximize: Annotated[
        str | None,
        typer.Option(metavar="ROLE", help="With time: choose matches, the best for ROLE first."),
    ] = None,
    minimize: Annotated[
        str | None,
        typer.Option(metavar="ROLE", help="With time: choose matches, the worst for ROLE first."),
    ] = None,
    syntax: Annotated[
        str | None,
        typer.Option(
            metavar="kif|infix|asp", help="How it is written; by default, the file's ending says."
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE", help="Write to a file instead.")
    ] = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    as_json: options.AsJson = False,
) -> None:
    """Write the rules of a game in another syntax.

    KIF and infix have no arithmetic: what a sheet in ASP syntax calculates becomes facts. With
    --to time and a role to maximize or minimize, the program is complete: each of its models in
    plain clingo is a match, and the optimum is the best, or worst, that all roles together can
    bring about.

    Examples:
      zermelo convert tictactoe --to kif
      zermelo convert nim:pile1=2 --to infix
      zermelo convert tictactoe --to time --horizon 9 --maximize x
    """
    from zermelo.answers.convert import ConvertAnswer
    from zermelo.process.limits import Allowance

    allowance = Allowance(max_seconds, max_memory)
    text = converted(
        file, syntax, to, allowance, horizon=horizon, maximize=maximize, minimize=minimize
    )
    if out is not None:
        write_text(out, text)
    if as_json or out is None:
        output.show(ConvertAnswer(file, to, text, out), as_json=as_json)


def converted(
    file: str,
    syntax: str | None,
    to: str,
    allowance: "Allowance",
    *,
    horizon: int | None,
    maximize: str | None,
    minimize: str | None,
) -> str:
    """Return the rules of `file` in the syntax `to`."""
    from zermelo.apps.checking import sheet_of
    from zermelo.apps.converting import respelled_within
    from zermelo.rules.time import explicit_time
    from zermelo.text.read import syntax_named

    if to not in ("kif", "infix", "asp", "time"):
        raise UsageError(f"--to {to}: no such syntax; there are kif, infix, asp and time")
    if to != "time":
        if horizon is not None or maximize is not None or minimize is not None:
            raise UsageError("--horizon, --maximize and --minimize go with --to time")
        sheet = sheet_of(file, syntax)
        return respelled_within(sheet, file, syntax, syntax_named(to), allowance)
    if horizon is None:
        output.tell(f"no --horizon was given: matches of at most {HORIZON} steps")
        horizon = HORIZON
    return explicit_time(sheet_of(file, syntax), horizon, maximize, minimize)
