"""`zermelo audit`: check the claims of a certificate, without any code of the provers."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import guard, options, output

if TYPE_CHECKING:
    from zermelo.answers.audit import AuditAnswer

SHOWN_CLAIMS = 5
"""Wrong claims that people are shown."""
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
    if as_json:
        output.print_json(answer)
    else:
        show(answer)
    if verdict.wrong:
        raise typer.Exit(guard.NO)


def show(verdict: "AuditAnswer") -> None:
    """Print a verdict for people."""
    import json

    from rich.text import Text

    from zermelo.text.plural import several

    console = output.console()
    if not verdict.claims:
        console.print(Text(f"this {verdict.kind} claims nothing: there is nothing to check"))
        return
    if not verdict.initial:
        console.print(Text("from another position than the initial one:", style="yellow"))
    if not verdict.wrong:
        text = f"accepted: {several(verdict.claims, 'claim')} of this {verdict.kind} checked"
        console.print(Text(text, style="green"))
        return
    refuted = f"{several(len(verdict.wrong), 'claim')} of {verdict.claims:,} refuted"
    console.print(Text(f"{refuted}, {verdict.checked:,} checked", style="red"))
    for wrong in verdict.wrong[:SHOWN_CLAIMS]:
        console.print(Text(f"  {json.dumps(wrong.claim)}"))
        for key, value in wrong.counterexample.items():
            told = value if isinstance(value, str) else json.dumps(value)
            console.print(Text(f"    {key}: {told}", style="dim"))
    if len(verdict.wrong) > SHOWN_CLAIMS:
        console.print(Text(f"  ... and {len(verdict.wrong) - SHOWN_CLAIMS:,} more", style="dim"))
