"""A match -> its frames: the boards of each state, and what the move before has changed."""

from collections.abc import Iterable
from dataclasses import dataclass

from zermelo.boards.board import Board, Place, changed
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.drawing import drawing_of
from zermelo.game.game import Joint, Role, State

LINES = 8
"""Lines of a frame, at most, for what is on no board."""
LONGEST_CAPTION = 34
"""Characters of such a line; the rest is cut off."""


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """One state of a match, and the move that led there."""

    number: int
    move: str
    boards: tuple[tuple[Board, frozenset[Place]], ...]  # with the cells that have changed
    lines: tuple[str, ...]  # whatever else holds
    last: bool


def strip(game: CompiledGame, start: State, line: Iterable[Joint]) -> list[FilmFrame]:
    """Return the frames of a match, the first being its start.

    Lines that stay the same all the way are left out where there are boards to look at.
    """
    drawing = drawing_of(game)
    states, moves = [start], [""]
    for joint in line:
        moves.append(" ".join(game.spell(Role(role), move) for role, move in enumerate(joint)))
        states.append(game.next(states[-1], joint))
    boards = [drawing.boards(game.lexicon.holding(state)) for state in states]
    rests = [split(drawing.rest(game.lexicon.holding(state))) for state in states]
    same = frozenset.intersection(*map(frozenset, rests)) if boards[0] else frozenset()
    return [
        FilmFrame(
            number,
            moves[number],
            tuple(
                (board, changed(old, board))
                for old, board in zip(boards[max(0, number - 1)], boards[number], strict=True)
            ),
            tuple(shortened(text) for text in rests[number] if text not in same)[:LINES],
            number == len(states) - 1,
        )
        for number in range(len(states))
    ]


def split(rest: Iterable[str]) -> list[str]:
    """Return what is on no board, a line each where several things are said of one fluent.

    >>> split(["on: 1 left, 2 right", "step: 1"])
    ['on: 1 left', 'on: 2 right', 'step: 1']
    """
    found = []
    for text in rest:
        name, colon, values = text.partition(": ")
        found += [f"{name}{colon}{value}" for value in values.split(", ")] if colon else [text]
    return found


def shortened(text: str) -> str:
    """Return a text that fits into a frame."""
    return text if len(text) <= LONGEST_CAPTION else text[: LONGEST_CAPTION - 1] + "…"
