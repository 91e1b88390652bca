"""A game as max and min see it: one number, the worth for one role, and turns.

Turns need not alternate, and a role may have nothing to choose: who decides is asked in every
state. A game of one role is a duel without a min.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from zermelo.errors import PlayError, UnsuitedError
from zermelo.evaluate.base import Guess
from zermelo.game.game import Game, Joint, Role, State, Values
from zermelo.game.proof import exact
from zermelo.search.parts.endgames import Endgames
from zermelo.search.parts.proved import UNBOUNDED, Proved, ProvedBounds, Ruling


@dataclass(frozen=True, slots=True)
class Settled:
    """What lemmas or endgames say of a state: a bound that settles its window, or its worth."""

    value: float
    line: tuple[Joint, ...]  # the first move, where the lemma has one for the mover
    why: str


@dataclass(slots=True)
class Duel:
    """Turns and worth for `role`, who maximises; the other role minimises."""

    game: Game
    role: Role
    guess: Guess
    total: Fraction | float | None = None  # what both get together; found at the first end
    expected: float = 100.0  # the same, as guessed, until an end is found
    proved: Proved | None = None  # what lemmas say
    endgames: Endgames | None = None  # what a table says

    def __post_init__(self) -> None:
        """Refuse what no search could make sense of; `suit.require` looks closer."""
        if len(self.game.roles) > 2:
            names = ", ".join(self.game.roles)
            raise UnsuitedError(f"{self.game.name} has more than two roles: {names}")

    def over(self, state: State) -> bool:
        """Whether a match ends here."""
        return self.game.terminal(state)

    def joints(self, state: State) -> list[Joint]:
        """Return the joint moves that the mover can choose from, in the order of its moves.

        Raises:
            UnsuitedError: two roles have a choice at once.
            PlayError: a role has no move.
        """
        legal = [self.game.legal(state, Role(role)) for role in range(len(self.game.roles))]
        choosing = [role for role, moves in enumerate(legal) if len(moves) > 1]
        if len(choosing) > 1:
            names = " and ".join(self.game.roles[role] for role in choosing)
            raise UnsuitedError(f"{self.game.name} has simultaneous moves: {names} choose at once")
        for name, moves in zip(self.game.roles, legal, strict=True):
            if not moves:
                where = " ".join(self.game.describe(state))
                raise PlayError(f"{self.game.name}: {name} has no move before the end: {where}")
        first = [moves[0] for moves in legal]
        mover = choosing[0] if choosing else 0
        return [(*first[:mover], move, *first[mover + 1 :]) for move in legal[mover]]

    def children(self, state: State) -> list[tuple[Joint, State]]:
        """Return every joint move with where it leads, in the order of the mover's moves."""
        return [(joint, self.game.next(state, joint)) for joint in self.joints(state)]

    def joint_with(self, state: State, move: int, firsts: Sequence[int]) -> Joint | None:
        """Return the joint move that contains a move, or None if `move` is -1.

        The move is numbered among those of all roles; `firsts` has the first one of each role.
        """
        if move < 0:
            return None
        role = max(role for role, first in enumerate(firsts[:-1]) if first <= move)
        return next(one for one in self.joints(state) if one[Role(role)] == move - firsts[role])

    def maximising(self, state: State) -> bool:
        """Whether `role` decides here; also where nobody has a choice."""
        return all(
            role == self.role or len(self.game.legal(state, Role(role))) < 2
            for role in range(len(self.game.roles))
        )

    def worth(self, state: State) -> float:
        """Return what `role` gets at the end.

        Raises:
            UnsuitedError: the goals are not defined, or do not have the same sum as before.
        """
        goals = self.game.goals(state)
        for role, goal in zip(self.game.roles, goals, strict=True):
            if goal is None:
                where = " ".join(self.game.describe(state))
                raise UnsuitedError(f"{self.game.name}: {role} has no goal at an end: {where}")
        numbers = [float(goal or 0.0) for goal in goals]
        total = sum(map(exact, numbers), Fraction(0))
        if self.total is None:
            self.total = total
        elif len(numbers) > 1 and total != self.total:
            sums = f"{float(self.total):g} and {float(total):g}"
            raise UnsuitedError(f"{self.game.name} is not constant-sum: its ends share out {sums}")
        return numbers[self.role]

    def bounds(self, state: State) -> ProvedBounds:
        """Return what lemmas prove of a state that is not the end."""
        return UNBOUNDED if self.proved is None else self.proved.bounds(state)

    def settled(self, state: State, low: float, high: float) -> Settled | None:
        """Return what a table or lemmas say of a state before the end, if it settles a window."""
        if self.endgames is not None and (known := self.endgames.worth(state)) is not None:
            return Settled(known, (), f"is {known:g} by the table of endgames")
        if self.proved is None:
            return None
        bounds = self.proved.bounds(state)
        exact = bounds.low == bounds.high
        if exact or bounds.low >= high:
            value, by = bounds.low, bounds.low_by or bounds.high_by
            line = self.first_by(bounds.low_by, state)
            if exact:
                line = line or self.first_by(bounds.high_by, state)
        elif bounds.high <= low:
            value, by = bounds.high, bounds.high_by
            line = self.first_by(by, state)
        else:
            return None
        sign = "is" if exact else "at least" if value >= high else "at most"
        why = f"{sign} {value:g} by a lemma: {self.proved.reason(by, state)}"
        return Settled(value, line, why)

    def assured(self, state: State, maximising: bool) -> tuple[float, tuple[Joint, ...]] | None:
        """Return what a lemma of the mover promises it, and its move; None if there is none."""
        bounds = self.bounds(state)
        by = bounds.low_by if maximising else bounds.high_by
        line = self.first_by(by, state)
        return (by.worth, line) if by is not None and line else None

    def proof_of_cut(self, state: State, maximising: bool, window: tuple[float, float]) -> str:
        """Return by what lemma there is no more to be had; nothing if it is not for a lemma."""
        bounds, (low, high) = self.bounds(state), window
        by = bounds.high_by if maximising else bounds.low_by
        narrower = bounds.high < high if maximising else bounds.low > low
        return self.proved.reason(by, state) if self.proved and narrower else ""

    def first_by(self, ruling: Ruling | None, state: State) -> tuple[Joint, ...]:
        """Return the move of a lemma as a line, if its side has a choice."""
        if ruling is None or ruling.move not in self.game.legal(state, ruling.side):
            return ()
        legal = [self.game.legal(state, Role(role)) for role in range(len(self.game.roles))]
        if len(legal[ruling.side]) < 2:
            return ()
        first = [moves[0] for moves in legal]
        first[ruling.side] = ruling.move
        return (tuple(first),)

    def guessed(self, state: State) -> float:
        """Return what `role` may expect of a state that is not the end."""
        return float(self.guess(state)[self.role])

    def values(self, worth: float) -> Values:
        """Return the worth for each role."""
        if len(self.game.roles) == 1:
            return (worth,)
        other = self.expected - worth
        if isinstance(self.total, Fraction) and isfinite(worth):
            other = float(self.total - exact(worth))
        return (worth, other) if self.role == 0 else (other, worth)
