"""Matches that come back to a position: whether there are any among the first few thousand."""

from collections.abc import Iterator

from zermelo.position.game import Game, Joint, State, joints

LOOKED_AT = 2000
"""Positions that are looked at; of larger games nothing is said."""


def comes_back(game: Game, state: State) -> bool:
    """Whether a match from a state is seen to come back to a position it has been in.

    By depth-first search: a move to a position on the current line closes a cycle.
    """
    on_the_line, seen = {state}, {state}
    line: list[tuple[State, Iterator[Joint]]] = [(state, joints(game, state))]
    while line:
        here, left = line[-1]
        joint = next(left, None)
        if joint is None:
            line.pop()
            on_the_line.remove(here)
            continue
        child = game.next(here, joint)
        if child in on_the_line:
            return True
        if child not in seen:
            if len(seen) == LOOKED_AT:
                return False
            seen.add(child)
            on_the_line.add(child)
            line.append((child, joints(game, child)))
    return False
