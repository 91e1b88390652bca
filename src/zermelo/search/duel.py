"""A game as max and min see it: one number, the worth for one role, and turns.

Turns need not alternate, and a role may have nothing to choose: who decides is asked in every
state. A game of one role is a duel without a min.
"""

from dataclasses import dataclass, field
from math import isclose

from zermelo.errors import UnsuitedError
from zermelo.evaluate.base import Guess
from zermelo.position.game import Game, Joint, Role, State, Values


@dataclass(slots=True)
class Duel:
    """Turns and worth for `role`, who maximises; the other role minimises."""

    game: Game
    role: Role
    guess: Guess
    total: float | None = field(
        default=None
    )  # what both roles get together; found at the first end

    def children(self, state: State) -> list[tuple[Joint, State]]:
        """Return every joint move with where it leads, in the order of the mover's moves."""
        legal = [self.game.legal(state, Role(role)) for role in range(len(self.game.roles))]
        choosing = [role for role, moves in enumerate(legal) if len(moves) > 1]
        if len(choosing) > 1:
            names = " and ".join(self.game.roles[role] for role in choosing)
            raise UnsuitedError(f"{self.game.name} has simultaneous moves: {names} choose at once")
        first = [moves[0] for moves in legal]
        mover = choosing[0] if choosing else 0
        found = []
        for move in legal[mover]:
            joint = (*first[:mover], move, *first[mover + 1 :])
            found.append((joint, self.game.next(state, joint)))
        return found

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
        mine = goals[self.role]
        if mine is None:
            raise UnsuitedError(
                f"{self.game.name}: {self.game.roles[self.role]} has no goal at an end"
            )
        if len(goals) > 1:
            total = sum(goal or 0.0 for goal in goals)
            if self.total is None:
                self.total = total
            elif not isclose(total, self.total, abs_tol=1e-6):  # floats
                sums = f"{self.total:g} and {total:g}"
                raise UnsuitedError(
                    f"{self.game.name} is not constant-sum: its ends share out {sums}"
                )
        return float(mine)

    def guessed(self, state: State) -> float:
        """Return what `role` may expect of a state that is not the end."""
        return float(self.guess(state)[self.role])

    def values(self, worth: float) -> Values:
        """Return the worth for each role."""
        if len(self.game.roles) == 1:
            return (worth,)
        other = (100.0 if self.total is None else self.total) - worth
        return (worth, other) if self.role == 0 else (other, worth)
