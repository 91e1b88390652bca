"""A guide for proofs: exact values where a search finds them at once, to try good moves first."""

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.errors import PlayError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.learn.prover import Guide
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.base import Clock, Limits, Thinker, last

KERNEL = Alphabeta.kernels[0]
NODES = 100_000
"""Nodes of a search for one position; what takes more is judged by what was found by then."""
DEPTH_OF_GUIDE = 200
"""Moves that a search looks ahead: where positions come again, nodes alone would not stop it."""
FEW_NODES = 20_000
"""Nodes of all searches together up to which the readable search is sooner done than a compiler."""
HASTE = 1e-3
"""What a move less is worth: quick wins have short proofs."""


@dataclass(slots=True)
class Judge:
    """Alpha-beta with one table for all positions, by kernels where they are compiled.

    Until then its readable twin searches, as long as little is asked: both find the same.
    """

    game: CompiledGame
    thinker: Thinker | None = None
    readable: bool = False
    nodes: int = 0

    def judged(self, state: State) -> tuple[tuple[float, ...], int]:
        """Return the value of a state by a search, and the length of its line.

        All is alike where roles choose at once, or one has no move: no search has a value for that.
        """
        if self.thinker is None or (self.readable and self.nodes > FEW_NODES):
            self.readable = self.thinker is None and is_missing(KERNEL)
            search = Alphabeta(kernel="off" if self.readable else "auto")
            self.thinker = search.start(self.game, Role(0), Clock())
        clock = Clock(Limits(nodes=NODES, depth=DEPTH_OF_GUIDE))
        try:
            found = last(self.thinker(state, clock))
        except (UnsuitedError, PlayError):
            return (0.0, 0.0), 0
        finally:
            self.nodes += clock.count.nodes
        assert found is not None, "a search has a result at once"
        return found.values, len(found.line)


def is_missing(kernel: str) -> bool:
    """Whether plain Python would have to run a kernel, as it is not compiled yet."""
    from zermelo.kernels.background import background
    from zermelo.kernels.kernel import is_compiled

    return background.answers and not is_compiled(kernel)


def guide_of(game: CompiledGame, check: Callable[[], None]) -> Guide:
    """Return a guide by alpha-beta.

    `check` is called before every search: what it raises ends the work.
    """
    judge = Judge(game)
    known: dict[State, tuple[tuple[float, ...], int]] = {}

    def guide(state: State, role: int) -> float:
        if state not in known:
            check()
            if game.terminal(state):
                known[state] = tuple(float(goal or 0.0) for goal in game.goals(state)), 0
            else:
                known[state] = judge.judged(state)
        values, length = known[state]
        return values[role] - HASTE * length

    return guide
