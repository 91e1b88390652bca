"""A game of one role as a puzzle: where moves lead, what ends are worth, and what is best."""

from dataclasses import dataclass
from functools import cached_property

from zermelo.errors import PlayError, UnsuitedError
from zermelo.game.game import Game, Joint, Role, State
from zermelo.game.tree_game import TreeGame

PLAYER = Role(0)
HIGHEST_GOAL = 100.0
"""The highest goal that GDL allows."""
ENDLESS = 0.0
"""What a match counts that never ends."""


@dataclass(frozen=True)
class Puzzle:
    """Moves and ends of a game of one role."""

    game: Game

    def __post_init__(self) -> None:
        """Refuse a game of several roles; `suit.require` looks before."""
        if len(self.game.roles) != 1:
            names = ", ".join(self.game.roles)
            raise UnsuitedError(
                f"{self.game.name} is no puzzle: it has {len(self.game.roles)} roles: {names}"
            )

    @cached_property
    def worths(self) -> tuple[float, ...]:
        """What an end may be worth by the rules, the best first; not all need be reachable."""
        if (compiled := self.game.compiled) is not None:
            values = {float(value) for value in compiled.dimensions.goal_values.tolist()}
        elif isinstance(self.game, TreeGame):
            values = {float(node.values[0]) for node in self.game.nodes if node.values}
        else:
            values = {HIGHEST_GOAL}
        return tuple(sorted(values, reverse=True)) or (HIGHEST_GOAL,)

    @property
    def least(self) -> float:
        """The least that a match can bring, whether it ends or not."""
        return min(ENDLESS, self.worths[-1])

    def children(self, state: State) -> list[tuple[Joint, State]]:
        """Return every move with where it leads, in the order of moves.

        Raises:
            PlayError: there is no move, though the match is not over.
        """
        moves = self.game.legal(state, PLAYER)
        if not moves:
            where = " ".join(self.game.describe(state))
            name = self.game.roles[PLAYER]
            raise PlayError(f"{self.game.name}: {name} has no move before the end: {where}")
        return [((move,), self.game.next(state, (move,))) for move in moves]

    def worth(self, state: State) -> float | None:
        """Return what an end is worth; None if the state is no end.

        Raises:
            UnsuitedError: the rules give it no goal, or two.
        """
        if not self.game.terminal(state):
            return None
        goal = self.game.goals(state)[PLAYER]
        if goal is None:
            where = " ".join(self.game.describe(state))
            name = self.game.roles[PLAYER]
            raise UnsuitedError(f"{self.game.name}: {name} has no goal at an end: {where}")
        return float(goal)
