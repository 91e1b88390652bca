"""Playouts: a match to its end by quick choices, which may learn from the playouts before.

MAST (Bjornsson and Finnsson 2009) knows how every move of every role fared in all playouts so far,
wherever it was made; NST (Tak, Winands, Bjornsson 2012) also how it fared right after the joint
move before it. Along the moves, the best first, a coin is thrown for each, whether to make it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from zermelo.evaluate.base import Guess
from zermelo.game.game import Game, Joint, Move, Role, State
from zermelo.search.mcts.node import Rewards, rewarded

BEST = 48
"""Moves that habit may take, the best ones."""
FEW_PLAYOUTS = 8.0
"""Playouts from which on what a move did in them is believed more than that it is like others."""
OFTEN = 7
"""Visits from which on a pair of moves is believed more than the move alone."""


@dataclass(slots=True)
class Fared:
    """How often something was done, and the rewards of who did it."""

    visits: float = 0.0
    total: float = 0.0

    @property
    def mean(self) -> float:
        """The mean reward; what was never done is worth a try."""
        return self.total / self.visits if self.visits else 1.0


@dataclass(slots=True)
class Habits:
    """What playouts have learnt, for all roles."""

    trust: float = 0.0  # that playouts have in it
    pairs: bool = False
    learning: bool = True
    moves: dict[tuple[int, Move], Fared] = field(default_factory=dict)
    after: dict[tuple[int, Joint, Move], Fared] = field(default_factory=dict)
    roles: dict[int, Fared] = field(default_factory=dict)

    def choose(
        self, role: int, legal: Sequence[Move], before: Joint | None, generator: Random
    ) -> Move:
        """Return a move of a role: from the best on, each is taken with the chance of trust."""
        if len(legal) > 1 and self.trust > 0.0:
            for move in sorted(legal, key=lambda one: -self.worth(role, one, before))[:BEST]:
                if generator.random() < self.trust:
                    return move
        return generator.choice(legal)

    def worth(self, role: int, move: Move, before: Joint | None) -> float:
        """Return how well a move fared for a role."""
        alone = self.moves.get((role, move), Fared())
        if not self.pairs or before is None:
            return alone.mean
        paired = self.after.get((role, before, move), Fared())
        if paired.visits < OFTEN:
            return alone.mean
        return (alone.mean + paired.mean) / 2

    def lean(self, role: int, move: Move) -> float:
        """Return by how much a move fared better than its role usually does, if tried."""
        fared = self.moves.get((role, move), Fared())
        usual = self.roles.get(role, Fared()).mean
        return (fared.total - usual * fared.visits) / (fared.visits + FEW_PLAYOUTS)

    def learn(self, joints: Sequence[Joint], rewards: Rewards) -> None:
        """Take in a whole simulation."""
        if not self.learning:
            return
        before: Joint | None = None
        for joint in joints:
            for role, move in enumerate(joint):
                add(self.moves.setdefault((role, move), Fared()), rewards[role])
                add(self.roles.setdefault(role, Fared()), rewards[role])
                if self.pairs and before is not None:
                    add(self.after.setdefault((role, before, move), Fared()), rewards[role])
            before = joint

    def fade(self, decay: float) -> None:
        """Believe all that is known less, now that a move was made."""
        for fared in (*self.moves.values(), *self.after.values(), *self.roles.values()):
            fared.visits *= decay
            fared.total *= decay


def add(fared: Fared, reward: float) -> None:
    """Count one more."""
    fared.visits += 1
    fared.total += reward


@dataclass(frozen=True, slots=True)
class Playout:
    """How matches are played to their end."""

    game: Game
    habits: Habits
    generator: Random
    cutoff: int  # moves after which a state is guessed at
    guess: Guess
    decisive: bool

    def play(self, state: State, before: Joint | None) -> tuple[Rewards, list[Joint]]:
        """Return the rewards of a match that goes on from a state, and its joint moves."""
        made: list[Joint] = []
        while not self.game.terminal(state):
            joint = None if len(made) >= self.cutoff else self.joint(state, before)
            if joint is None:
                return tuple(map(rewarded, self.guess(state))), made
            made.append(joint)
            before = joint
            state = self.game.next(state, joint)
        return tuple(map(rewarded, self.game.goals(state))), made

    def joint(self, state: State, before: Joint | None) -> Joint | None:
        """Return moves for all roles; None if one has none."""
        legal = [self.game.legal(state, Role(role)) for role in range(len(self.game.roles))]
        if not all(legal):
            return None
        if self.decisive:
            found = decisive_joint(self.game, state, legal)
            if found is not None:
                return found
        return tuple(
            self.habits.choose(role, moves, before, self.generator)
            for role, moves in enumerate(legal)
        )


def decisive_joint(game: Game, state: State, legal: Sequence[Sequence[Move]]) -> Joint | None:
    """Return a move that wins at once for the only role with a choice (Teytaud, Teytaud 2010)."""
    choosers = [role for role, moves in enumerate(legal) if len(moves) > 1]
    if len(choosers) != 1:
        return None
    (role,) = choosers
    for move in legal[role]:
        joint = tuple(move if other == role else moves[0] for other, moves in enumerate(legal))
        end = game.next(state, joint)
        if game.terminal(end) and rewarded(game.goals(end)[role]) == 1.0:
            return joint
    return None
