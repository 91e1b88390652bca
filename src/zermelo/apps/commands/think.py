"""`zermelo think`: one search, one position, one move."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.guard import INTERRUPTED
from zermelo.apps.opening import opened_game, ready, started

if TYPE_CHECKING:
    from zermelo.search.events import Event

UNASKED = 1.0
"""Seconds that are thought for if neither a search nor a limit is given."""


def think(
    game: options.GameName,
    search: Annotated[
        str | None,
        typer.Option(
            "--search",
            metavar="SPEC",
            help="A search with its options, as alphabeta:depth=6; `zermelo algorithms` lists them "
            "(default: auto; with --tree alphabeta).",
        ),
    ] = None,
    moves: options.Moves = None,
    state: options.StateFile = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    role: Annotated[
        str | None,
        typer.Option("--role", metavar="R", help="Role to think for (default: the role to move)."),
    ] = None,
    tree: options.TreeFile = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--why", help="Explain the move: its rule, the values of the others, the best line."
        ),
    ] = False,
    strategy: Annotated[
        str | None,
        typer.Option("--strategy", metavar="FILE", help="--why: the rules of a strategy to go by."),
    ] = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Let a search choose a move, and say why.

    Limits may be given in seconds, nodes or moves of depth; a search that runs out of them answers
    with the best that it has found. Without a search and without limits, auto thinks for 1 second.
    Ctrl-C stops it: the best move so far is printed, and the exit code is 130. With --tree, what it
    did is drawn. With --why, the move is explained: by the rule of a strategy that applies, by
    exact values where the rest of the game is small, else by the search's own line.

    Examples:
      zermelo think connect_four
      zermelo think tictactoe --search alphabeta --moves '(mark 2 2); (mark 1 2)'
      zermelo think nim --search minimax --depth 2 --json
      zermelo think connect_four --search random --seconds 1
      zermelo think tictactoe --search alphabeta --engine plain
      zermelo think tictactoe --why --moves '(mark 1 1); (mark 1 2); (mark 2 2); (mark 2 1)'
    """
    from dataclasses import replace

    from zermelo.answers.think import ThinkAnswer, spelled_thought
    from zermelo.errors import UsageError
    from zermelo.play.thought import is_chance, only_chance_chooses, role_in_turn, thought
    from zermelo.search.base import Limits
    from zermelo.search.spec import parse

    if tree is not None:
        from zermelo.pictures.trees.write import check_tree_path

        check_tree_path(tree)
    if strategy is not None and not explain:
        raise UsageError("--strategy is for --why; to play by it, --search strategy:file=FILE")
    if search is None:
        search = "auto" if tree is None else "alphabeta"  # of auto there is little to draw
        if tree is None and seconds is None and nodes is None and depth is None:
            seconds = UNASKED
    chosen = parse(search)
    played = opened_game(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    start = started(played, moves, state)
    ready([chosen], played, start)
    thinker = role_in_turn(played, start, role)
    if is_chance(played, thinker):
        others = [name for name in played.roles if name.lower() != played.roles[thinker].lower()]
        there = f"choose --role {' or '.join(others)}" if others else "nobody else is there"
        raise UsageError(f"{played.roles[thinker]} is chance, which does not think; {there}")
    by_chance = only_chance_chooses(played, start)
    events: list[Event] = []
    limits = Limits(depth, nodes, seconds, max_memory << 20)
    watch = None if tree is None else events.append
    with output.progress() as shown:
        begin = output.thinking(search, shown)
        found = thought(played, chosen, start, thinker, limits, watch, begin, stoppable=True)
    if tree is not None:
        from zermelo.pictures.trees.write import write_tree

        write_tree(events, played, tree, thinker, f"{search} on {game}")
    answer = ThinkAnswer(game, search, spelled_thought(played, thinker, found))
    if by_chance:
        # The line would tell what chance does next.
        told = replace(answer.thought, note="nobody but chance has a choice here", line=())
        told = told if role is not None else replace(told, role=None, move=None)
        answer = replace(answer, thought=told)
    elif explain and not found.interrupted:
        from zermelo.answers.why import spelled_why
        from zermelo.play.why import why

        with output.progress() as shown:
            shown.report("looking for exact values ...")
            reasons = why(played, start, thinker, strategy=strategy, result=found.result)
        answer = replace(answer, why=spelled_why(reasons))
    output.show(answer, as_json=as_json)
    if tree is not None and not as_json:
        output.note(f"drawn in {tree}")
    if found.interrupted:
        output.tell("zermelo: interrupted: this was the best move so far")
        raise typer.Exit(INTERRUPTED)
