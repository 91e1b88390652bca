"""Texts of moves and of states -> the states that they mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from zermelo.errors import PlayError
from zermelo.game.game import Game, Joint, Move, Role, State
from zermelo.ground.fixed import require_fixed
from zermelo.text.kif import Bracket, brackets
from zermelo.text.load import load_source
from zermelo.text.source import Source, Span

SHOWN_MOVES = 12
"""How many legal moves a message lists."""


@dataclass(frozen=True, slots=True)
class SpelledJoint:
    """A joint move as written, and where."""

    moves: tuple[str, ...]
    span: Span


def read_moves(given: str) -> list[SpelledJoint]:
    """Return the joint moves of a file or a text: one a line, in a text also between `;`.

    >>> [line.moves for line in read_moves("(mark 1 1) noop; noop (mark 2 2)")]
    [('(mark 1 1)', 'noop'), ('noop', '(mark 2 2)')]
    """
    return moves_of(load_source(given)) if is_file(given) else moves_in(given)


def moves_in(text: str) -> list[SpelledJoint]:
    """Return the joint moves of a text, which is never taken for the name of a file.

    >>> [line.moves for line in moves_in("rock; ../paper")]
    [('rock',), ('../paper',)]
    """
    return moves_of(Source("moves", text.replace(";", "\n")))


def moves_of(source: Source) -> list[SpelledJoint]:
    """Return the joint moves of a source, one a line."""
    lines: list[SpelledJoint] = []
    for _, group in groupby(brackets(source), key=lambda node: source.place(node.start)[0]):
        nodes = list(group)
        texts = tuple(source.text[node.start : node.end] for node in nodes)
        lines.append(SpelledJoint(texts, Span(source, nodes[0].start, nodes[-1].end)))
    return lines


def is_file(given: str) -> bool:
    """Tell whether the name of a file was given, not moves.

    >>> is_file("games/opening.txt"), is_file("noop"), is_file("(move a.1 b/2)")
    (True, False, False)
    """
    if "(" in given or "\n" in given:
        return False
    return given == "-" or "/" in given or "." in given or Path(given).is_file()


def after(game: Game, state: State, lines: Sequence[SpelledJoint]) -> State:
    """Return the state after these moves; PlayError at the first that cannot be made."""
    for joint in joints_of(game, state, lines):
        state = game.next(state, joint)
    return state


def joints_of(game: Game, state: State, lines: Sequence[SpelledJoint]) -> list[Joint]:
    """Return these moves as joint moves; PlayError at the first that cannot be made."""
    joints = []
    for line in lines:
        try:
            joint = joint_of(game, state, line.moves)
        except PlayError as error:
            raise PlayError(f"{line.span}: {error}\n{line.span.picture()}") from None
        state = game.next(state, joint)
        joints.append(joint)
    return joints


def joint_of(game: Game, state: State, texts: Sequence[str]) -> Joint:
    """Return the joint move that texts spell: of all roles in order, or of those with a choice.

    Raises:
        PlayError: the match is over, a move is not legal, or there are too few or too many.
    """
    if game.terminal(state):
        raise PlayError("the match is over: no role can move")
    legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
    choosing = [role for role, moves in enumerate(legal) if len(moves) > 1]
    if len(texts) == len(game.roles):
        return tuple(chosen(game, state, Role(role), text) for role, text in enumerate(texts))
    if len(texts) != len(choosing) or not all(legal):
        roles = f"{len(game.roles)} ({', '.join(game.roles)})"
        if len(choosing) != len(game.roles):
            names = ", ".join(game.roles[role] for role in choosing)
            roles += f", or {len(choosing)}{f' ({names})' if names else ''}"
        raise PlayError(f"{len(texts)} moves where {roles} should be")
    given = dict(zip(choosing, texts, strict=True))
    return tuple(
        chosen(game, state, Role(role), given[role]) if role in given else moves[0]
        for role, moves in enumerate(legal)
    )


def chosen(game: Game, state: State, role: Role, text: str) -> Move:
    """Return the legal move that `text` spells."""
    legal = game.legal(state, role)
    try:
        move = game.read(role, text)
    except PlayError as error:
        raise PlayError(f"{error}{instead(game, role, legal)}") from None
    if move not in legal:
        here = f"{game.roles[role]} cannot play {game.spell(role, move)} here"
        raise PlayError(f"{here}{instead(game, role, legal)}")
    return move


def instead(game: Game, role: Role, legal: Sequence[Move]) -> str:
    """Return what a message says on the moves that there are."""
    if not legal:
        return f"; {game.roles[role]} has no legal move at all"
    more = f" and {len(legal) - SHOWN_MOVES} more" if len(legal) > SHOWN_MOVES else ""
    return f"; legal: {' '.join(game.spell(role, move) for move in legal[:SHOWN_MOVES])}{more}"


def read_state(game: Game, path: str) -> State:
    """Return the state whose fluents a file lists in KIF, with or without brackets around all."""
    source = load_source(path)
    nodes = brackets(source)
    if len(nodes) == 1 and isinstance(nodes[0], Bracket):
        items = nodes[0].items
        if items and isinstance(items[0], Bracket):
            nodes = items
    state = 0
    for node in nodes:
        try:
            state |= game.state_of([source.text[node.start : node.end]])
        except PlayError as error:
            span = Span(source, node.start, node.end)
            raise PlayError(f"{span}: {error}\n{span.picture()}") from None
    if (compiled := game.compiled) is not None and compiled.sheet is not None:
        require_fixed(compiled.sheet, game.describe(game.initial), game.describe(State(state)))
    return State(state)
