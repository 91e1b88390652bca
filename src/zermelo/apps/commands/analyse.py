"""`zermelo analyse`: what a solver can prove of a game, and what random matches measure."""

from typing import Annotated

import typer

from zermelo.apps import guard, options, output
from zermelo.apps.opening import tell_of_kernels


def analyse(
    game: options.GameName,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            min=0.5,
            help="Stop the proofs after this many seconds (default: when their steps are spent).",
        ),
    ] = None,
    effort: Annotated[
        float,
        typer.Option("--effort", metavar="X", min=0.01, help="Multiply the steps of the proofs."),
    ] = 1.0,
    latch: Annotated[
        list[str] | None,
        typer.Option("--latch", metavar="FLUENT", help="Say of this fluent why it is no latch."),
    ] = None,
    certificate: Annotated[
        str | None,
        typer.Option(
            "--certificate", metavar="FILE", help="Write a proof that `zermelo audit` can check."
        ),
    ] = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Prove properties of a game, and measure the rest.

    Invariants, latches, what they inhibit, symmetries and traits are proved from the rules. Each
    proof has a fixed number of steps, so the answer is the same on any machine; --effort 4 allows
    four times as many. Whatever could not be settled is listed. If --seconds cuts a proof short,
    the exit code is 4.

    Examples:
      zermelo analyse tictactoe
      zermelo analyse buttons_and_lights --latch p --json
      zermelo analyse connect_four --effort 2
    """
    from zermelo.answers.analyse import analyse_answer
    from zermelo.answers.impact import opponent_impact_of
    from zermelo.errors import PlayError
    from zermelo.game.compile import compiled
    from zermelo.game.load import compiled_game, read_rules
    from zermelo.process.limits import Allowance
    from zermelo.proofs.analysis_certificate import analysis_certificate
    from zermelo.proofs.goal_bounds import known_bounds
    from zermelo.proofs.knowledge import knowledge
    from zermelo.sampling.measures import measured
    from zermelo.writing import write_text

    sheet = read_rules(game)
    result = compiled(sheet, Allowance(max_seconds, max_memory), output.tell, keep=not no_cache)
    tell_of_kernels()
    played = compiled_game(game, result, engine)
    for fluent in latch or ():
        if fluent not in played.lexicon.fluents:
            raise PlayError(f"{fluent} is no fluent of {game}; `zermelo show` spells some")
    with output.progress() as progress:
        found = knowledge(
            played,
            result.program,
            seconds=seconds,
            effort=effort,
            tell=progress.report,
        )
        if certificate is not None:
            progress.report("writing the certificate ...")
            write_text(
                certificate, analysis_certificate(played, found, known_bounds(played, found))
            )
        progress.report("measuring ...")
        measures = measured(played)
        impact = opponent_impact_of(played)
    answer = analyse_answer(game, played, found, measures, impact, latch or ())
    output.show(answer, as_json=as_json)
    if "time" in found.limits.values():
        raise typer.Exit(guard.LIMIT_HIT)
