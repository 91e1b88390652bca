"""A guide for proofs: exact values where a search finds them at once, to try good moves first."""

from collections.abc import Callable

from zermelo.errors import PlayError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.learn.prover import Guide
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.base import Clock, Limits, Thinker, last

NODES = 100_000
"""Nodes of a search for one position; what takes more is judged by what was found by then."""
DEPTH_OF_GUIDE = 200
"""Moves that a search looks ahead: where positions come again, nodes alone would not stop it."""
HASTE = 1e-3
"""What a move less is worth: quick wins have short proofs."""


def guide_of(game: CompiledGame, check: Callable[[], None]) -> Guide:
    """Return a guide by alpha-beta, with one table for all positions.

    `check` is called before every search: what it raises ends the work.
    """
    thinker: list[Thinker] = []
    known: dict[State, tuple[tuple[float, ...], int]] = {}

    def guide(state: State, role: int) -> float:
        if state not in known:
            check()
            if game.terminal(state):
                known[state] = tuple(float(goal or 0.0) for goal in game.goals(state)), 0
            else:
                if not thinker:
                    thinker.append(Alphabeta().start(game, Role(0), Clock()))
                known[state] = judged(thinker[0], state)
        values, length = known[state]
        return values[role] - HASTE * length

    return guide


def judged(thinker: Thinker, state: State) -> tuple[tuple[float, ...], int]:
    """Return what a search finds a state to be worth, and the length of its line.

    All is alike where roles choose at once, or one has no move: no search has a value for that.
    """
    try:
        found = last(thinker(state, Clock(Limits(nodes=NODES, depth=DEPTH_OF_GUIDE))))
    except (UnsuitedError, PlayError):
        return (0.0, 0.0), 0
    assert found is not None, "a search has a result at once"
    return found.values, len(found.line)
