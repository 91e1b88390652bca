"""`zermelo learn`: a strategy as short rules, proved by a solver."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.best_moves import learn_best_moves, unfinished
from zermelo.apps.guard import INTERRUPTED
from zermelo.apps.learn_preferences import learn_preferring
from zermelo.apps.opening import opened, started
from zermelo.writing import require_writable, write_text

if TYPE_CHECKING:
    from zermelo.learn.learning import LearnedStrategy

METHODS = ("lemmas", "preferences", "tree")


def learn(
    game: options.GameName,
    out: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Where the strategy goes.")
    ],
    method: Annotated[
        str, typer.Option("--method", metavar="NAME", help=f"How: {', '.join(METHODS)}.")
    ] = "lemmas",
    moves: options.Moves = None,
    state: options.StateFile = None,
    seconds: options.Seconds = None,
    every: Annotated[
        bool, typer.Option("--all", help="Keep every lemma, not only those to play by.")
    ] = False,
    partial: Annotated[
        bool, typer.Option("--partial", help="Write what was proved even if a limit is hit.")
    ] = False,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="lemmas: start from the strategy of another instance; its rules are proved again.",
        ),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(
            "--role", metavar="R", help="preferences: who plays well; else who moves first."
        ),
    ] = None,
    reach: Annotated[
        str,
        typer.Option(
            "--reach", metavar="WORD", help="preferences: examples on one line, at best play, all."
        ),
    ] = "line",
    modes: Annotated[
        str | None,
        typer.Option("--modes", metavar="FILE", help="preferences: mode declarations to use."),
    ] = None,
    las: Annotated[
        str | None,
        typer.Option("--las", metavar="FILE", help="preferences: the examples, for ILASP."),
    ] = None,
    ilasp: Annotated[
        bool, typer.Option("--ilasp", help="preferences: let ILASP learn, if it is installed.")
    ] = False,
    gdl: Annotated[
        str | None,
        typer.Option("--gdl", metavar="FILE", help="tree: the rules in GDL, by its ending."),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option("--time", metavar="FILE", help="tree: the rules with explicit time."),
    ] = None,
    tree: options.TreeFile = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Learn a strategy as rules, each proved by a solver.

    A rule says what to do in all positions with a few features; it is proved for all of them, not
    only for those that were looked at. If --seconds run out, the exit code is 4 and FILE is left as
    it was, unless --partial asks for what was proved by then; Ctrl-C keeps that too. The strategy
    for other parameters of the game is a start: its lemmas (--all keeps those that the others rest
    on) are proved again, and those that are not true are left out. Other methods learn preferences,
    as weak constraints, and the best moves of a search that a solver prunes.

    Examples:
      zermelo learn tictactoe -o tictactoe.lp
      zermelo learn nim_capped --seconds 60 --partial -o nim.lp --json
      zermelo learn nim_capped:pile1=2,pile2=2,pile3=3,pile4=0 --method tree -o best.lp
      zermelo learn chomp --all -o chomp.lp && zermelo learn chomp:rows=4 --from chomp.lp -o more.lp
    """
    from zermelo.answers.answer import ABSENT
    from zermelo.answers.learn import SHOWN_RULES, BorrowedRules, LearnAnswer
    from zermelo.errors import UsageError
    from zermelo.learn.learning import learn as learnt
    from zermelo.learn.selection import rules_to_play_by
    from zermelo.learn.strategy_file import strategy_text
    from zermelo.learn.transfer import load_lemmas
    from zermelo.strategies.wording import in_words

    if method not in METHODS:
        raise UsageError(f"no method is called {method!r}; there is {', '.join(METHODS)}")
    if source is not None and method != "lemmas":
        raise UsageError(f"--from is for --method lemmas, not for {method}")
    if role is not None and method != "preferences":
        raise UsageError(f"--role is for --method preferences: {method} learns for all roles")
    played = opened(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    start = started(played, moves, state)
    if method == "preferences":
        learn_preferring(
            played,
            start,
            out,
            role=role,
            seconds=seconds,
            reach=reach,
            modes=modes,
            las=las,
            ilasp=ilasp,
            partial=partial,
            as_json=as_json,
        )
        return
    if method == "tree":
        learn_best_moves(
            played,
            start,
            out,
            seconds=seconds,
            gdl=gdl,
            time=time,
            tree=tree,
            partial=partial,
            as_json=as_json,
        )
        return
    borrowed = None if source is None else load_lemmas(played, source)
    require_writable(out)
    with output.progress() as progress:
        found = learnt(played, start, borrowed=borrowed, seconds=seconds, tell=progress.report)
        progress.report("choosing the rules to play by ...")
        left = None if seconds is None else seconds - found.seconds
        chosen = found.lemmas if every else tuple(rules_to_play_by(played, found, left))
    written = partial or not found.cut
    if written:
        write_text(out, strategy_text(played, found, chosen, game))
    answer = LearnAnswer(
        game=game,
        method=method,
        file=out if written else None,
        rules=len(chosen),
        lemmas=len(found.lemmas),
        nodes=found.nodes,
        calls=found.calls,
        seconds=found.seconds,
        values=dict(zip(played.roles, found.values, strict=True)),
        complete=found.exact,
        proven=True,
        rests_on=found.rests_on,
        from_=ABSENT if source is None else BorrowedRules(source, **asdict(found.taken)),
        sure=found.ends,
        doubt=doubt(found),
        shown=[in_words(lemma, played) for lemma in chosen[:SHOWN_RULES]],
    )
    output.show(answer, as_json=as_json)
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)
    if found.cut:
        raise unfinished(out, written=written)


def doubt(found: "LearnedStrategy") -> str:
    """Explain why the value of a role may be higher than what was proved; empty if it is not."""
    from zermelo.learn.learning import DEEPEST_SEARCH

    if found.exact:
        return ""
    if found.cut or found.interrupted:
        return "learning was cut off: a role may be able to force more"
    if found.complete:
        return (
            "an endless match counts as half of the total for each role, so the value of a role "
            "may be higher than what it can force at an end"
        )
    return (
        f"positions may repeat, and not every goal was decided within {DEEPEST_SEARCH} moves: "
        "a role may be able to force more"
    )
