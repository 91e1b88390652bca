"""How a position is shown: the board, whose turn it is, the legal moves."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from zermelo.answers.answer import shown_value
from zermelo.answers.show import ShowAnswer
from zermelo.game.position import Position
from zermelo.pictures.terminal.boards import DrawnState

SHOWN_MOVES = 60
"""How many legal moves of a role are listed."""


def parts(answer: ShowAnswer) -> Iterator[RenderableType]:
    """Yield a position, or a node of an explicit tree."""
    if answer.position is None:
        return node_parts(answer)
    return position_parts(answer, answer.position)


def position_parts(answer: ShowAnswer, position: Position) -> Iterator[RenderableType]:
    """Yield the boards, whose turn it is, and the legal moves."""
    yield DrawnState(position.game, position.state, spaced=True)
    yield Text(position.status, style="bold")
    if answer.terminal:
        return
    for role, moves in answer.legal.items():
        if role in answer.turn or not answer.turn:
            more = f" ... and {len(moves) - SHOWN_MOVES} more (--json has all)"
            shown = " ".join(moves[:SHOWN_MOVES]) + (more if len(moves) > SHOWN_MOVES else "")
            yield Text().append(f"{role}: ", style="cyan").append(shown)


def node_parts(answer: ShowAnswer) -> Iterator[RenderableType]:
    """Yield a node of an explicit tree with all that is below it."""
    yield answer.board
    if answer.terminal:
        goals = ", ".join(f"{role} {shown_value(goal)}" for role, goal in answer.goals.items())
        yield f"\nover: {goals}"
    for role in answer.turn:
        yield f"\n{role} to move: {' '.join(answer.legal[role])}"
