"""`zermelo evaluate`: the value of a position by an evaluator, and why."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened_game, started
from zermelo.writing import write_text

if TYPE_CHECKING:
    from zermelo.evaluate.base import Guess
    from zermelo.evaluate.heat import Heat
    from zermelo.game.game import Game, Role, State

DEEPEST_SHOWN = 4
"""Levels of terms that people are shown, unless they ask for more."""


def evaluate(
    game: options.GameName,
    evaluator: Annotated[
        str,
        typer.Option(
            "--evaluator",
            metavar="SPEC",
            help="An evaluator with its options: fuzzy:tau=0.8; `zermelo algorithms` lists them.",
        ),
    ] = "fuzzy",
    moves: options.Moves = None,
    state: options.StateFile = None,
    depth: Annotated[
        int, typer.Option("--depth", metavar="D", min=0, help="Levels of terms that are shown.")
    ] = DEEPEST_SHOWN,
    heat: Annotated[
        str | None,
        typer.Option("--heat", metavar="FILE", help="Draw the gain of each cell: a file .svg."),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(
            "--role", metavar="R", help="Role to show heat for (default: the role to move)."
        ),
    ] = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Evaluate a position for each role, and explain the values.

    The terms are what a value is made of. The heat of a cell is its gain: the most that the value
    could rise if only this cell were changed.

    Examples:
      zermelo evaluate tictactoe --moves '(mark 1 1); (mark 1 2); (mark 3 3)'
      zermelo evaluate connect_four --evaluator mobility --json
      zermelo evaluate breakthrough --evaluator 'sum(0.5*material,0.5*mobility)'
    """
    from zermelo.answers.evaluate import EvaluateAnswer, role_heat, spelled_terms
    from zermelo.errors import UsageError
    from zermelo.evaluate.term import Explaining
    from zermelo.play.thought import role_in_turn
    from zermelo.search.spec import parse_evaluator

    if heat is not None and not heat.endswith(".svg"):
        raise UsageError(f"{heat}: heat is drawn into a file .svg")
    chosen = parse_evaluator(evaluator)
    played = opened_game(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    start = started(played, moves, state)
    guess = chosen.start(played)
    terms = chosen.terms(played, start) if isinstance(chosen, Explaining) else ()
    whose = role_in_turn(played, start, role)
    maps = heat_of(played, guess, start, whose)
    name = played.roles[whose]
    if heat is not None:
        from zermelo.pictures.heat import svg_text

        title = f"{evaluator} on {game}, for {name}"
        write_text(heat, svg_text(maps, title))
    answer = EvaluateAnswer(
        game=game,
        evaluator=evaluator,
        values=dict(zip(played.roles, guess(start), strict=True)),
        terms=spelled_terms(played.roles, terms),
        heat=role_heat(name, maps),
        explained=terms,
        maps=maps,
        depth=depth,
    )
    output.show(answer, as_json=as_json)


def heat_of(game: "Game", guess: "Guess", state: "State", role: "Role") -> "list[Heat]":
    """Return the heat of all boards; none of what has no board, or is over."""
    from zermelo.evaluate.heat import heat

    if (compiled := game.compiled) is None or game.terminal(state):
        return []
    return heat(compiled, guess, state, role)
