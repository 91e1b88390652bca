"""What can be said of one position once every position is solved: its moves, and the best line."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from zermelo.game.game import Game, Joint, State, joints, mover
from zermelo.search.worth import Worth

Lookup = Callable[[State], Worth]
Best = Callable[[Game, State, "list[MoveValue]"], "list[MoveValue]"]


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A joint move, and what the position after it is worth."""

    joint: Joint
    state: State
    worth: Worth


def choices(game: Game, worth_of: Lookup, state: State) -> list[MoveValue]:
    """Return every joint move of a position with what it is worth, in the order of moves."""
    found = [(joint, game.next(state, joint)) for joint in joints(game, state)]
    return [MoveValue(joint, child, worth_of(child)) for joint, child in found]


def best_of(game: Game, state: State, found: list[MoveValue]) -> list[MoveValue]:
    """Return the moves that the role to move may choose: of the best value, in the best time."""
    role = mover(game, state) or 0
    ranks = [rank(choice.worth, role) for choice in found]
    best = max(ranks, default=None)
    return [choice for choice, own in zip(found, ranks, strict=True) if own == best]


def rank(worth: Worth, role: int) -> tuple[float, float]:
    """Return what `role` wants more of: value, then haste if it gets half or more, else delay.

    >>> quick, slow = Worth((100, 0), 3), Worth((100, 0), 5)
    >>> rank(quick, 0) > rank(slow, 0), rank(quick, 1) > rank(slow, 1)
    (True, False)
    """
    if worth.values is None:
        return -inf, 0
    distance = inf if worth.distance is None else worth.distance
    hurries = len(worth.values) == 1 or 2 * worth.values[role] >= sum(worth.values)
    return worth.values[role], -distance if hurries else distance


def best_line(
    game: Game, worth_of: Lookup, state: State, best: Best = best_of
) -> tuple[Joint, ...]:
    """Return best play to the end, of equal moves the first; empty if there is no end."""
    line: list[Joint] = []
    while not game.terminal(state) and worth_of(state).distance is not None:
        chosen = best(game, state, choices(game, worth_of, state))[0]
        line.append(chosen.joint)
        state = chosen.state
    return tuple(line)
