"""`zermelo show`: a position, drawn."""

from typing import TYPE_CHECKING

from zermelo.answers.answer import shown_value
from zermelo.apps import options, output
from zermelo.apps.opening import opened_game, started

if TYPE_CHECKING:
    from zermelo.answers.show import ShowAnswer
    from zermelo.game.position import Position

SHOWN_MOVES = 60
"""How many legal moves of a role are listed."""


def show(
    game: options.GameName,
    moves: options.Moves = None,
    state: options.StateFile = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Draw a position: the board, whose turn it is, the legal moves.

    Of an explicit tree, what is below the position is drawn.

    Examples:
      zermelo show tictactoe
      zermelo show chess --moves '(move e 2 e 4)'
      zermelo show tictactoe --moves '(mark 2 2) noop; noop (mark 1 1)' --json
    """
    from zermelo.answers.show import show_answer, show_tree_answer
    from zermelo.game.position import Position
    from zermelo.game.tree_game import TreeGame

    played = opened_game(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    start = started(played, moves, state)
    if isinstance(played, TreeGame):
        answer = show_tree_answer(played, start)
        if as_json:
            output.print_json(answer)
        else:
            show_tree(answer)
        return
    assert played.compiled is not None, "what is no tree was compiled"
    position = Position(played.compiled, start)
    if as_json:
        output.print_json(show_answer(game, position))
    else:
        show_position(position)


def show_position(position: "Position") -> None:
    """Print a position for people."""
    from rich.text import Text

    from zermelo.apps.drawing import drawn

    console = output.console()
    lines = console.encoding.lower().startswith("utf")
    for part in drawn(position.game, position.state, lines=lines, width=console.width):
        console.print(part)
        console.print()
    console.print(Text(position.status, style="bold"))
    if position.terminal:
        return
    for role, moves in position.legal.items():
        if role in position.turn or not position.turn:
            more = f" ... and {len(moves) - SHOWN_MOVES} more (--json has all)"
            shown = " ".join(moves[:SHOWN_MOVES]) + (more if len(moves) > SHOWN_MOVES else "")
            console.print(Text().append(f"{role}: ", style="cyan").append(shown))


def show_tree(node: "ShowAnswer") -> None:
    """Print a node of an explicit tree with all that is below it."""
    print(node.board)
    if node.terminal:
        goals = ", ".join(f"{role} {shown_value(goal)}" for role, goal in node.goals.items())
        print(f"\nover: {goals}")
    for role in node.turn:
        print(f"\n{role} to move: {' '.join(node.legal[role])}")
