"""A game as many see it: a vector with the worth for every role, and turns as they come.

Turns need not go round: a role may move twice, or have nothing to choose. Who decides is asked in
every state.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from zermelo.errors import PlayError, UnsuitedError
from zermelo.evaluate.base import Guess
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Game, Joint, Role, State, Values

REMEMBERED = 1 << 16
"""Guesses that are not made again: the order of moves asks for them, and then the leaves do."""
MOST_ENDS = 1 << 17
Children = list[tuple[Joint, State]]


@dataclass(frozen=True, slots=True)
class Turn:
    """Who chooses, and from what; nobody where all roles have one move only."""

    mover: Role | None
    children: Children


class Company:
    """The roles of a game around its states."""

    def __init__(
        self, game: Game, guess: Guess, share: Callable[[Values], Values] | None = None
    ) -> None:
        """Sit down; `share` brings guesses to the scale of the goals, if they need that."""
        self.game = game
        self.guessed = lru_cache(maxsize=REMEMBERED)(
            (lambda state: tuple(map(float, guess(state))))
            if share is None
            else (lambda state: share(tuple(map(float, guess(state)))))
        )
        self.ends: dict[State, bool] = {}  # of states that were seen as children

    def terminal(self, state: State) -> bool:
        """Whether the match is over; children were asked all together."""
        known = self.ends.get(state)
        return self.game.terminal(state) if known is None else known

    def turn(self, state: State) -> Turn:
        """Return who chooses in a state that is not the end, and where each move leads.

        Raises:
            UnsuitedError: two roles have a choice at once.
            PlayError: a role has no move.
        """
        game = self.game
        legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
        choosing = [role for role, moves in enumerate(legal) if len(moves) > 1]
        if len(choosing) > 1:
            names = " and ".join(game.roles[role] for role in choosing)
            raise UnsuitedError(f"{game.name} has simultaneous moves: {names} choose at once")
        for name, moves in zip(game.roles, legal, strict=True):
            if not moves:
                where = " ".join(game.describe(state))
                raise PlayError(f"{game.name}: {name} has no move before the end: {where}")
        mover = choosing[0] if choosing else 0
        first = [moves[0] for moves in legal]
        joints = [(*first[:mover], move, *first[mover + 1 :]) for move in legal[mover]]
        return Turn(Role(mover) if choosing else None, self.following(state, joints))

    def following(self, state: State, joints: list[Joint]) -> Children:
        """Return where joint moves lead: in two passes for all, where the game is compiled."""
        game = self.game
        if not isinstance(game, CircuitGame):
            return [(joint, game.next(state, joint)) for joint in joints]
        before = np.repeat(game.row(state)[None], len(joints), axis=0)
        rows = game.machine.step(before, np.array(joints, np.int32))
        states = [game.state(row) for row in rows]
        if len(self.ends) > MOST_ENDS:
            self.ends.clear()
        self.ends.update(zip(states, game.machine.view(rows).ended.tolist(), strict=True))
        return list(zip(joints, states, strict=True))

    def worth(self, state: State) -> Values:
        """Return what every role gets at the end.

        Raises:
            UnsuitedError: a goal is not defined.
        """
        goals = self.game.goals(state)
        for role, goal in zip(self.game.roles, goals, strict=True):
            if goal is None:
                where = " ".join(self.game.describe(state))
                raise UnsuitedError(f"{self.game.name}: {role} has no goal at an end: {where}")
        return tuple(float(goal or 0.0) for goal in goals)
