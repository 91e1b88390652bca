"""`zermelo think`: one search, one position, one move."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened_game, ready, started

if TYPE_CHECKING:
    from zermelo.search.events import Event


def think(
    game: options.GameName,
    search: options.OneSearch = "alphabeta",
    moves: options.Moves = None,
    state: options.StateFile = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    role: Annotated[
        str | None,
        typer.Option("--role", metavar="R", help="Who thinks; else who has a choice."),
    ] = None,
    tree: options.TreeFile = None,
    explain: Annotated[
        bool,
        typer.Option("--why", help="Say by which rule, what the others are worth, the best line."),
    ] = False,
    strategy: Annotated[
        str | None,
        typer.Option("--strategy", metavar="FILE", help="--why: the rules of a strategy to go by."),
    ] = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    as_json: options.AsJson = False,
) -> None:
    """Let a search choose a move, and say why.

    Limits may be given in seconds, nodes or moves of depth; a search that runs out of them answers
    with the best that it has found. With --tree, what it did is drawn. With --why, the move is
    explained: by the rule of a strategy that applies, by exact values where the rest of the game is
    small, else by the search's own line.

    Examples:
      zermelo think tictactoe --search alphabeta --moves '(mark 2 2); (mark 1 2)'
      zermelo think nim --search minimax --depth 2 --json
      zermelo think connect_four --search random --seconds 1
      zermelo think tictactoe --why --moves '(mark 1 1); (mark 1 2); (mark 2 2); (mark 2 1)'
    """
    from zermelo.errors import UsageError
    from zermelo.play.thought import (
        as_object,
        is_chance,
        only_chance_chooses,
        role_in_turn,
        thought,
    )
    from zermelo.search.base import Limits
    from zermelo.search.spec import parse

    if tree is not None:
        from zermelo.apps.trees.write import check_tree_path

        check_tree_path(tree)
    if strategy is not None and not explain:
        raise UsageError("--strategy is for --why; to play by it, --search strategy:file=FILE")
    chosen = parse(search)
    played = opened_game(
        game, seconds=max_seconds, megabytes=max_memory, no_cache=no_cache, kernel="view"
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
        found = thought(played, chosen, start, thinker, limits, watch, begin)
    if tree is not None:
        from zermelo.apps.trees.write import write_tree

        write_tree(events, played, tree, thinker, f"{search} on {game}")
    answer = {"game": game, "search": search, **as_object(played, thinker, found)}
    if by_chance:
        answer["note"] = "nobody but chance has a choice here"
        answer["line"] = []  # it would tell what chance does next
        if role is None:
            answer |= {"role": None, "move": None}
    elif explain:
        from zermelo.play.why import why

        with output.progress() as shown:
            shown.report("looking for exact values ...")
            told = why(played, start, thinker, strategy=strategy, result=found.result)
        answer["why"] = told.as_object()
    if as_json:
        output.print_json(answer)
    else:
        show(answer, tree)


def show(answer: dict[str, Any], tree: str | None) -> None:
    """Print a decision for people."""
    from rich.text import Text

    console = output.console()
    values = ", ".join(f"{role} {output.worth(value)}" for role, value in answer["values"].items())
    if answer["role"] is None:
        console.print(Text(f"{answer['note'].capitalize()}.", style="bold"))
        console.print(Text(f"worth: {values}"))
    elif answer["move"] is None:
        console.print(Text(f"The match is over: {values}", style="bold"))
    else:
        said = Text().append(f"{answer['role']} plays ").append(answer["move"], style="bold")
        console.print(said)
        proven = " (proven)" if answer["proven"] else ""
        bound = "" if answer["bound"] == "exact" else f"{answer['bound']}, for {answer['role']}: "
        console.print(Text(f"worth: {bound}{values}{proven}"))
    if answer.get("note") and answer["role"] is not None:
        console.print(Text(answer["note"]))
    why = answer.get("why", {})
    for text in why.get("text", ()):
        console.print(Text().append("why: ", style="cyan").append(text))
    if answer["line"] and not why.get("line"):
        line = "; ".join(" ".join(joint) for joint in answer["line"])
        console.print(Text().append("line: ", style="cyan").append(line))
    counts = f"{answer['nodes']:,} nodes, {answer['leaves']:,} leaves, {answer['cuts']:,} cuts"
    depth = f"depth {answer['depth']}, " if answer["depth"] else ""
    console.print(Text(f"{depth}{counts}, {answer['seconds']:.3f} s", style="dim"))
    if tree is not None:
        console.print(Text(f"drawn in {tree}", style="dim"))
