"""`zermelo compare`: several searches, the same question, side by side."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.guard import exit_code
from zermelo.apps.opening import opened_game, ready, started
from zermelo.errors import ZermeloError

if TYPE_CHECKING:
    from zermelo.game.game import Game, State
    from zermelo.search.base import Search


def compare(
    game: options.GameName,
    search: Annotated[
        list[str] | None,
        typer.Option("--search", metavar="SPEC", help="A search; give several of these."),
    ] = None,
    moves: options.Moves = None,
    state: options.StateFile = None,
    depth: options.Depth = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Ask several searches the same question, side by side.

    Nodes are states that were entered, leaves those whose value was looked up or guessed, cuts the
    nodes at which children were left out. Where the tree is uniform, the leaves of the minimal tree
    are shown too: nothing proves the value with fewer, unless a table knows states that come again.

    Examples:
      zermelo compare tictactoe --search minimax --search alphabeta --depth 3
      zermelo compare nim --search alphabeta --search scout --search mtd --depth 3 --json
    """
    from zermelo.answers.compare import CompareAnswer, ComparedSearch, RefusedSearch
    from zermelo.answers.think import spelled_thought
    from zermelo.play.thought import role_in_turn, thought
    from zermelo.search.base import Limits
    from zermelo.search.spec import parse

    specs = search or ["minimax", "alphabeta"]
    searches = [parse(spec) for spec in specs]
    answered: list[Search] = []
    played = opened_game(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    start = started(played, moves, state)
    role = role_in_turn(played, start)
    limits = Limits(depth, nodes, seconds, max_memory << 20)
    rows: list[ComparedSearch | RefusedSearch] = []
    refused: list[ZermeloError] = []
    with output.progress(len(specs)) as shown:
        for number, (spec, each) in enumerate(zip(specs, searches, strict=True)):
            begin = output.thinking(spec, shown, number)
            try:
                ready([each], played, start)
                found = thought(played, each, start, role, limits, begin=begin)
                rows.append(ComparedSearch(spec, spelled_thought(played, role, found)))
                answered.append(each)
            except ZermeloError as error:
                rows.append(RefusedSearch(spec, str(error)))
                refused.append(error)
    if len(specs) == 1 and refused:
        raise refused[0]
    fewest = fewest_leaves(played, start, answered, depth)
    answer = CompareAnswer(game, played.roles[role], rows, fewest, played.roles)
    output.show(answer, as_json=as_json)
    if not answered:
        raise typer.Exit(exit_code(refused[0]))


def fewest_leaves(
    game: "Game", state: "State", searches: list["Search"], depth: int | None
) -> int | None:
    """Return the leaves of the minimal tree; None if depths differ or the tree is not uniform."""
    from zermelo.errors import UnsuitedError
    from zermelo.search.parts.minimal import minimal

    if len(game.roles) > 2 or not searches:
        return None
    own = {getattr(search, "depth", None) for search in searches}
    depths = {min((d for d in (each, depth) if d is not None), default=None) for each in own}
    if len(depths) > 1:
        return None
    try:
        return minimal(game, state, depths.pop())
    except UnsuitedError:  # several roles choose at once
        return None
