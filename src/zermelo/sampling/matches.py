"""Random matches that can be looked at: hundreds at once, every state on the way to be seen.

`playouts` is much faster, but only counts. This is for questions about single states: what was
wrong there, and how one gets there.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints, Views, Words
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State

MOST_LEGAL_BITS = 1 << 18
"""How many bits the legal moves of all matches may take: more would cost more than it shows."""


@dataclass(frozen=True, slots=True)
class MatchLayer:
    """All matches that have come as far as `step`."""

    step: int
    lanes: Ints  # [matches] the number of each
    rows: Words  # [matches, words] the states
    views: Views
    counts: Ints  # [matches, roles] how many legal moves there are
    going: NDArray[np.bool_]  # [matches] neither ended nor stuck


class RandomMatchBatch:
    """A batch of random matches from one state; iterate once."""

    def __init__(self, game: CompiledGame, seed: int, start: State | None = None) -> None:
        """Set up as many matches as the size of the game allows, 1024 at most."""
        self.game = game
        self.start = game.initial if start is None else start
        self.random = np.random.default_rng(seed)
        moves = max(1, game.dimensions.moves)
        self.size = max(16, min(1024, MOST_LEGAL_BITS // moves))
        self.history: list[tuple[Ints, Ints]] = []

    def __iter__(self) -> Iterator[MatchLayer]:
        """Yield layer after layer until every match has ended or is stuck."""
        machine = self.game.engine
        rows = np.repeat(self.game.row(self.start)[None], self.size, axis=0)
        lanes = np.arange(self.size, dtype=np.int32)
        while len(rows):
            views = machine.view(rows)
            picked, counts = self.choose(views)
            going = ~views.ended & (counts > 0).all(axis=1)
            yield MatchLayer(len(self.history), lanes, rows, views, counts, going)
            lanes, joints = lanes[going], picked[going]
            self.history.append((lanes, joints))
            rows = machine.step(rows[going], joints)

    def choose(self, views: Views) -> tuple[Ints, Ints]:
        """Return a random legal move for each role of each match, and how many there were."""
        bounds = self.game.dimensions.firsts
        size = int(bounds[-1])
        bits = np.unpackbits(views.legal.view(np.uint8), axis=1, count=size, bitorder="little")
        picked = np.zeros((len(bits), len(self.game.roles)), np.int32)
        counts = np.zeros_like(picked)
        for role in range(len(self.game.roles)):
            legal = bits[:, bounds[role] : bounds[role + 1]]
            if legal.shape[1] == 0:
                continue
            upto = np.cumsum(legal, axis=1, dtype=np.int32)
            counts[:, role] = upto[:, -1]
            number = (self.random.random(len(bits)) * counts[:, role]).astype(np.int32)
            picked[:, role] = (upto > number[:, None]).argmax(axis=1)
        return picked, counts

    def line(self, lane: int, step: int) -> tuple[tuple[str, ...], ...]:
        """Return the first `step` joint moves of a match, in KIF."""
        line = []
        for lanes, joints in self.history[:step]:
            joint = joints[int(np.searchsorted(lanes, lane))]
            spelled = [self.game.spell(Role(r), Move(int(m))) for r, m in enumerate(joint)]
            line.append(tuple(spelled))
        return tuple(line)


def goal_table(game: CompiledGame, views: Views) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how many goals each role has in each state, and their sums: [states, roles] each."""
    roles = np.arange(len(game.roles))
    of_role = (game.dimensions.goal_roles[:, None] == roles).astype(np.int64)
    holds = views.goals.astype(np.int64)
    return holds @ of_role, holds @ (of_role * game.dimensions.goal_values[:, None])
