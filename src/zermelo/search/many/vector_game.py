"""A game as many see it: a vector with the worth for every role, and turns as they come.

Turns need not go round: a role may move twice, or have nothing to choose. Who decides is asked in
every state. Where a game is compiled, all children of a state are asked at once: one pass over the
circuit says which of them are ends, another what an evaluator guesses at the others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from zermelo.engine.engine import Words
from zermelo.errors import PlayError, UnsuitedError
from zermelo.evaluate.base import Evaluator, Guess, arrays_of
from zermelo.evaluate.batch import Scoring, scoring
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Joint, Role, State, Values
from zermelo.sampling.matches import goal_table
from zermelo.search.many.exact import Vector, goal_number

REMEMBERED = 1 << 16
"""Guesses that are not made again: the order of moves asks for them, and then the leaves do."""
MOST_ENDS = 1 << 17
Children = list[tuple[Joint, State]]
Leaf = tuple[Vector, bool]
"""The value of a state for each role, and whether that is no guess: then it is exact."""
Share = Callable[[Values], Vector]
"""Brings guesses to the scale of the goals."""


@dataclass(frozen=True, slots=True)
class VectorTurn:
    """Who chooses, and from what; nobody where all roles have one move only."""

    mover: Role | None
    children: Children


class VectorGame:
    """The roles of a game around its states."""

    def __init__(
        self, game: Game, guess: Guess, share: Share | None = None, many: Scoring | None = None
    ) -> None:
        """Sit down; `share` is for guesses of another scale, `many` guesses at many states."""
        self.game = game
        self.compiled = game.compiled
        self.share: Share = share or tuple
        self.many = many
        self.guessed = lru_cache(maxsize=REMEMBERED)(
            lambda state: self.share(tuple(map(float, guess(state))))
        )
        self.ends: dict[State, bool] = {}  # of states that were seen as children

    def terminal(self, state: State) -> bool:
        """Whether the match is over; children were asked all together."""
        known = self.ends.get(state)
        return self.game.terminal(state) if known is None else known

    def turn(self, state: State) -> VectorTurn:
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
        return VectorTurn(Role(mover) if choosing else None, self.following(state, joints))

    def following(self, state: State, joints: list[Joint]) -> Children:
        """Return where joint moves lead: in two passes for all, where the game is compiled."""
        game = self.game
        if (compiled := self.compiled) is None:
            return [(joint, game.next(state, joint)) for joint in joints]
        before = np.repeat(compiled.row(state)[None], len(joints), axis=0)
        rows = compiled.engine.step(before, np.array(joints, np.int32))
        states = [compiled.state(row) for row in rows]
        self.see(compiled, states, rows)
        return list(zip(joints, states, strict=True))

    def over(self, states: Sequence[State]) -> list[bool]:
        """Return in which states the match is over: what is not known is asked all together."""
        known = [self.ends.get(state) for state in states]
        if None in known and (compiled := self.compiled) is not None:
            self.see(compiled, states, np.stack([compiled.row(state) for state in states]))
        return [self.terminal(state) for state in states]

    def see(self, game: CompiledGame, states: Sequence[State], rows: Words) -> None:
        """Note which states of a compiled game are ends."""
        if len(self.ends) > MOST_ENDS:
            self.ends.clear()
        self.ends.update(zip(states, game.engine.view(rows).ended.tolist(), strict=True))

    def worth(self, state: State) -> Vector:
        """Return what every role gets at the end, exactly.

        Raises:
            UnsuitedError: a goal is not defined.
        """
        goals = self.game.goals(state)
        for role, goal in zip(self.game.roles, goals, strict=True):
            if goal is None:
                where = " ".join(self.game.describe(state))
                raise UnsuitedError(f"{self.game.name}: {role} has no goal at an end: {where}")
        return tuple(goal_number(goal or 0) for goal in goals)

    def leaf(self, state: State) -> Leaf:
        """Return what a state is worth by its goals at the end, by a guess before."""
        if self.terminal(state):
            return self.worth(state), True
        return self.guessed(state), False

    def leaves(self, children: Children) -> list[Leaf]:
        """Return what each child is worth, if nobody looks beyond it."""
        game = self.compiled
        if self.many is None or game is None:
            return [self.leaf(child) for _, child in children]
        states = [child for _, child in children]
        rows = np.stack([game.row(state) for state in states])
        guesses = self.many(rows).tolist()
        ended = self.over(states)
        if not any(ended):
            return [(self.share(tuple(values)), False) for values in guesses]
        numbers, totals = goal_table(game, game.engine.view(rows))
        wrong = ended & (numbers != 1).any(axis=1)
        if wrong.any():
            self.worth(states[int(wrong.argmax())])
        return [
            (tuple(goals), True) if end else (self.share(tuple(values)), False)
            for end, goals, values in zip(ended, totals.tolist(), guesses, strict=True)
        ]


def vector_game_of(
    game: Game, evaluator: Evaluator, share: Share | None = None, *, batches: bool = True
) -> VectorGame:
    """Return a game as all its roles see it, with the guesses of an evaluator."""
    many = None
    if batches and (compiled := game.compiled) is not None:
        score = arrays_of(evaluator, compiled)
        many = None if score is None else scoring(compiled, score)
    return VectorGame(game, evaluator.start(game), share, many)
