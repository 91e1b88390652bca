"""`zermelo audit`: check the claims of a certificate, without any code of the provers."""

from typing import Annotated

import typer

from zermelo.apps import guard, options, output

LARGEST_FILE = 256 << 20
CONFLICTS = 1_000_000


def audit(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A certificate (.json), or a strategy with one in it (.lp)."
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game that it must be about."),
    ] = None,
    conflicts: Annotated[
        int,
        typer.Option(
            "--conflicts", metavar="N", min=1, help="Conflicts that clingo may take for a claim."
        ),
    ] = CONFLICTS,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    as_json: options.AsJson = False,
) -> None:
    """Check every claim of a certificate.

    The checker reads and grounds the rules in the file, and proves each claim again in small steps
    with plain Python and clingo; it uses no other code of Zermelo. Write certificates with
    `solve --certificate`, `analyse --certificate` and `learn`. Exit code 1 if a claim is refuted
    or not supported, 3 if the file cannot be read or is about another game, 4 if a limit was hit.

    Examples:
      zermelo solve tictactoe --certificate ttt.json && zermelo audit ttt.json
      zermelo analyse nim --certificate nim.json && zermelo audit nim.json --game nim --json
    """
    from zermelo.answers.audit import audit_answer
    from zermelo.audit.audit import audit as audited
    from zermelo.audit.certificate import read_certificate
    from zermelo.audit.theory import Effort
    from zermelo.errors import UnsuitedError
    from zermelo.process.limits import Allowance
    from zermelo.text.load import load_text

    source = load_text(file, LARGEST_FILE, "certificate")
    certificate = read_certificate(source, Allowance(max_seconds, max_memory))
    if game is not None:
        from zermelo.game.load import read_rules

        if read_rules(game).rules != certificate.sheet.rules:
            raise UnsuitedError(f"{file} is about other rules than those of {game}")
    with output.progress() as progress:
        progress.report(f"checking {len(certificate.claims):,} claims ...")
        verdict = audited(certificate, Effort(conflicts, megabytes=max_memory))
    program = certificate.program
    first = {program.fluents[number] for number in program.initial} == set(certificate.base)
    answer = audit_answer(verdict, first)
    output.show(answer, as_json=as_json)
    if verdict.wrong:
        raise typer.Exit(guard.NO)
