"""Filling in: every move settles something that the goal needs, and nothing is ever taken back.

A grid is to be filled with numbers, a board with queens. Of all that the goal needs and that is
still open, that is settled next for which fewest moves are left, and only these are tried; where
one has none, the way here was wrong (Haralick and Elliott, Increasing tree search efficiency for
constraint satisfaction problems, 1980: fail first). For other puzzles, whose moves make new ones
possible, that is too strict: they are soon given up, so that nothing but time is lost.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from zermelo.engine.engine import Words
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, State
from zermelo.search.base import Clock
from zermelo.search.heuristics.pattern import needed_fluents
from zermelo.search.plan.progress import Standing

NAME = "filling in"
LARGEST_GAME = 1 << 31
"""Fluents by gates: what finding out about the goal may cost, a few seconds."""
TURN = 64
"""States before others have their turn."""


@dataclass(frozen=True, slots=True)
class Needed:
    """What the goal needs: those of the fluents `matter` hold that are in `hold`."""

    matter: int
    hold: int

    def open(self, state: State) -> int:
        """Return the fluents that are not yet as they have to be."""
        return (state ^ self.hold) & self.matter


@dataclass(frozen=True, slots=True)
class FillingNode:
    """A state, the moves that are legal there, as bits, and those that led there."""

    row: Words
    legal: int
    made: tuple[Move, ...]


@dataclass(slots=True)
class Filling:
    """One search; what a move settles is taken to be the same wherever it is made."""

    game: CompiledGame
    needed: Needed
    known: int = 0  # moves of which it is known what they settle, as bits
    settling: dict[int, int] = field(default_factory=dict)  # by fluent: moves that settle it

    def learn(self, node: FillingNode) -> None:
        """Find out what moves settle that were never legal before."""
        new = list(bits(node.legal & ~self.known))
        if not new:
            return
        self.known |= node.legal
        before = self.needed.open(self.game.state(node.row))
        for move, row in zip(new, self.after(node, new), strict=True):
            for fluent in bits(before & ~self.needed.open(self.game.state(row))):
                self.settling[fluent] = self.settling.get(fluent, 0) | 1 << move

    def choices(self, node: FillingNode) -> list[int]:
        """Return the moves that settle what has fewest of them; none if something has none."""
        self.learn(node)
        left = self.needed.open(self.game.state(node.row))
        settling = [node.legal & self.settling.get(fluent, 0) for fluent in bits(left)]
        return list(bits(min(settling, key=int.bit_count, default=node.legal)))

    def after(self, node: FillingNode, moves: list[int]) -> Words:
        """Return the states after some moves."""
        joints = np.array(moves, np.int32)[:, None]
        return self.game.engine.step(np.repeat(node.row[None], len(moves), axis=0), joints)

    def opened(self, node: FillingNode) -> list[FillingNode]:
        """Return what is behind the choices of a state."""
        moves = self.choices(node)
        return self.nodes(self.after(node, moves), node.made, moves) if moves else []

    def nodes(self, rows: Words, made: tuple[Move, ...], moves: list[int]) -> list[FillingNode]:
        """Return states with their legal moves; those of an end are none."""
        views = self.game.engine.view(rows)
        return [
            FillingNode(
                row, 0 if over else int.from_bytes(legal.tobytes(), "little"), (*made, Move(move))
            )
            for row, legal, over, move in zip(rows, views.legal, views.ended, moves, strict=True)
        ]


def filling(standing: Standing, clock: Clock) -> Iterator[None]:
    """Look for a match that brings the best goal; what is found is noted in the standing.

    Yields between states, for others to work.
    """
    needed = needed_for(standing.game, standing.ceiling)
    yield
    if needed is None or not needed.open(standing.state):
        return
    search = Filling(standing.game, needed)
    root = standing.game.row(standing.state)[None]
    stack = [replace(node, made=()) for node in search.nodes(root, (), [0])]
    seen: set[bytes] = set()
    while stack and not standing.proven:
        node = stack.pop()
        if (key := node.row.tobytes()) in seen:
            continue
        seen.add(key)
        clock.tick()
        if not node.legal:
            standing.found(node.made, NAME)
        stack += reversed(search.opened(node))
        if len(seen) % TURN == 0:
            yield


def needed_for(game: CompiledGame, target: float) -> Needed | None:
    """Return what every end worth at least `target` needs; None if it costs too much to know."""
    if game.dimensions.fluents * game.dimensions.wires > LARGEST_GAME:
        return None
    found = needed_fluents(game.engine.rails, game.dimensions.fluents, target)
    matter = sum(1 << fluent for fluent in found)
    return Needed(matter, sum(1 << fluent for fluent, wanted in found.items() if wanted))


def bits(word: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low
