"""Negamax: alpha-beta with one side only, on one state that is changed and changed back.

Every node returns what it is worth for its own mover, so that there is only a maximum; what is good
for the one is bad for the other (Knuth and Moore, 1975). The usual text turns the sign at every
move. Here it turns where the mover does: a role may move twice, or have nothing to choose. Moves
are executed and undone as in Heineman, Pollice and Selkow, Algorithms in a Nutshell, chapter 7.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import ClassVar

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Joint, Role, State, Trait
from zermelo.search.base import DUEL, Clock, Result, Thinker, option
from zermelo.search.events import Trail, Watch
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.endgames import ENDGAMES, endgames_of
from zermelo.search.parts.proved import LEMMAS, proved_by
from zermelo.search.parts.root import (
    deep_calls,
    depth_limit,
    first_result,
    result,
    window_prospects,
)

Line = tuple[Joint, ...]


@dataclass(frozen=True, slots=True)
class Negamax:
    """Alpha-beta from the point of view of whoever moves."""

    needs: ClassVar[Trait] = DUEL
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    lemmas: str | None = option(None, LEMMAS)
    endgames: str | None = option(None, ENDGAMES)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        proved = None if self.lemmas is None else proved_by(game, role, self.lemmas)
        endgames = None if self.endgames is None else endgames_of(game, role, self.endgames)
        duel = Duel(game, role, self.evaluator.start(game), proved=proved, endgames=endgames)
        return partial(think, duel, self.depth, watch)


def think(
    duel: Duel, depth: int | None, watch: Watch | None, state: State, clock: Clock
) -> Iterator[Result]:
    """Yield any legal move, then the best."""
    yield first_result(duel, state)
    limit = depth_limit(duel.game, depth, clock)
    board, trail = MutableState(duel, state), Trail(clock, watch)
    with deep_calls(duel.game, limit):
        value, line, proven = negamax(board, trail, None, limit, -inf, inf)
    every = window_prospects(duel.role, trail.roots) if board.sign() > 0 else ()
    yield result(duel, state, board.sign() * value, line, limit, proven, prospects=every)


@dataclass(slots=True)
class MutableState:
    """A state that moves change; what they changed can be undone."""

    duel: Duel
    state: State
    before: list[State] = field(default_factory=list)

    def moves(self) -> list[Joint]:
        """Return the joint moves that the mover can choose from."""
        return self.duel.joints(self.state)

    def execute(self, joint: Joint) -> None:
        """Make a move."""
        self.before.append(self.state)
        self.state = self.duel.game.next(self.state, joint)

    def undo(self) -> None:
        """Take the last move back."""
        self.state = self.before.pop()

    def sign(self) -> int:
        """Return 1 if the role that thinks is the mover, or nobody is, else -1."""
        return 1 if self.duel.maximising(self.state) else -1


def negamax(
    board: MutableState,
    trail: Trail,
    joint: Joint | None,
    depth: int | None,
    low: float,
    high: float,
) -> tuple[float, Line, bool]:
    """Return what the state on the board is worth for its mover, its line, and whether it is sure.

    v <= low: the worth is at most v. v >= high: the worth is at least v. Else it is v.
    """
    duel, sign = board.duel, board.sign()
    trail.enter(board.state, joint, *window(sign, low, high))
    best: tuple[float, Line] | None = None
    floor, ceiling = -inf, inf
    proven = True
    if duel.game.terminal(board.state):
        best = sign * duel.worth(board.state), ()
        trail.leaf(sign * best[0])
    elif (settled := duel.settled(board.state, *window(sign, low, high))) is not None:
        best = sign * settled.value, settled.line
        trail.lemma(settled.value, settled.why)
    elif depth == 0:
        best, proven = (sign * duel.guessed(board.state), ()), False
        trail.leaf(sign * best[0])
    else:
        moves = board.moves()
        entered = window(sign, low, high)
        bounds = duel.bounds(board.state)
        floor, ceiling = window(sign, bounds.low, bounds.high)
        low, high = max(low, floor), min(high, ceiling)
        if (assured := duel.assured(board.state, sign > 0)) is not None:
            best = sign * assured[0], assured[1]
        for number, move in enumerate(moves):
            board.execute(move)
            # The same mover again sees the child with the same eyes and the same window.
            turn = sign * board.sign()
            below = None if depth is None else depth - 1
            # Not as *window(...): such calls take a piece of the C stack each, and lines are long.
            child_low, child_high = window(turn, low, high)
            worth, rest, sure = negamax(board, trail, move, below, child_low, child_high)
            worth = turn * worth
            board.undo()
            proven = proven and sure
            if joint is None:
                trail.roots.append((sign * worth, (move, *rest)))
            if best is None or worth > best[0]:
                best = worth, (move, *rest)
                low = max(low, worth)
                trail.best(sign * worth, *window(sign, low, high))
            if low >= high and number + 1 < len(moves):
                told = trail.watch is not None
                proof = duel.proof_of_cut(board.state, sign > 0, entered) if told else ""
                trail.cut(sign * best[0], sign > 0, tuple(moves[number + 1 :]), proof)
                break
    assert best is not None, "moves are never none"
    # A guess may say more than what is proved to be possible.
    best = min(max(best[0], floor), ceiling), best[1]
    trail.leave(sign * best[0])
    return *best, proven


def window(sign: int, low: float, high: float) -> tuple[float, float]:
    """Return a window as the other side sees it, if the sign says so."""
    return (low, high) if sign > 0 else (-high, -low)
