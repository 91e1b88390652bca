"""What random matches show of a game before anything is proved: states, and steps between them.

A claim that a match refutes need not be asked of a solver, and is refuted for good: the line of
moves that leads there can be played. What no match refutes is only a guess.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Move, State
from zermelo.sampling.matches import MatchLayer, RandomMatchBatch

Bits = NDArray[np.uint8]
POSITIONS = 200_000
"""Positions that are looked at; more would hardly refute more."""
WORK = 1_500_000_000
"""Positions times the size of the circuit, about a second: of large games, fewer are looked at."""
LONGEST_MATCH = 2000
"""Moves after which a match is left: some never end."""
KEPT_STATES = 8192
"""States that are kept for guessing."""
KEPT_OF_LAYER = 128


@dataclass(frozen=True, slots=True)
class Refutation:
    """A step that refutes a claim; with the line of joint moves that leads there, if known."""

    before: State
    joint: Joint
    after: State
    line: tuple[Joint, ...] | None = None  # from the initial state to `before`

    @property
    def reachable(self) -> bool:
        """Whether matches are known to come to this state."""
        return self.line is not None


@dataclass(frozen=True, slots=True, eq=False)
class StateSample:
    """States of random matches, the initial one first, and a step for each change of a fluent."""

    states: Bits  # [states, fluents] 1 where it holds
    steps: NDArray[np.int32]  # [states] moves from the start
    going: NDArray[np.bool_]  # [states] whether the match goes on from there
    fell: dict[int, Refutation]  # by fluent: it held, and did not hold next
    rose: dict[int, Refutation]
    positions: int  # that were looked at


@dataclass(slots=True)
class Changes:
    """Where each fluent was first seen to change in one direction."""

    known: Words
    places: list[tuple[int, int, int, State, State]] = field(default_factory=list)
    """Fluent, match and step of the change, and the states before and after it."""

    def note(self, game: CompiledGame, layer: MatchLayer, changed: Words, before: Words) -> None:
        """Remember changes of fluents [matches, words] that are new; `before` has the states."""
        fresh = np.bitwise_or.reduce(changed, axis=0) & ~self.known
        self.known |= fresh
        for fluent in np.flatnonzero(np.unpackbits(fresh.view(np.uint8), bitorder="little")):
            word, bit = divmod(int(fluent), 64)
            row = int(np.flatnonzero(changed[:, word] >> np.uint64(bit) & np.uint64(1))[0])
            states = game.state(before[row]), game.state(layer.rows[row])
            self.places.append((int(fluent), int(layer.lanes[row]), layer.step, *states))

    def examples(self, matches: RandomMatchBatch) -> Iterator[tuple[int, Refutation]]:
        """Return fluents with their examples, and forget the places: their matches end here."""
        lines: dict[int, list[Joint]] = {}
        ends: dict[int, int] = {}
        for _, lane, step, _, _ in self.places:
            ends[lane] = max(step, ends.get(lane, 0))
        for lane, end in ends.items():
            lines[lane] = [
                tuple(map(Move, joints[int(np.searchsorted(lanes, lane))].tolist()))
                for lanes, joints in matches.history[:end]
            ]
        for fluent, lane, step, before, after in self.places:
            line = tuple(lines[lane][: step - 1])
            yield fluent, Refutation(before, lines[lane][step - 1], after, line)
        self.places.clear()


def sample(
    game: CompiledGame,
    *,
    positions: int = POSITIONS,
    seed: int = 0,
) -> StateSample:
    """Return what some positions of random matches show; fewer of them if the game is large."""
    positions = min(positions, 1 + WORK // (1 + game.dimensions.work))
    falling, rising = Changes(nothing(game)), Changes(nothing(game))
    fell: dict[int, Refutation] = {}
    rose: dict[int, Refutation] = {}
    kept: list[tuple[Words, NDArray[np.int32], NDArray[np.bool_]]] = []
    looked, done = 0, False
    for batch in count():
        matches = RandomMatchBatch(game, seed + batch)
        before = game.row(game.initial)[None][:0]
        for layer in matches:
            if len(before):
                falling.note(game, layer, before & ~layer.rows, before)
                rising.note(game, layer, ~before & layer.rows, before)
            some = slice(0, 1 if layer.step == 0 else KEPT_OF_LAYER)
            steps = np.full(len(layer.rows[some]), layer.step, np.int32)
            kept.append((layer.rows[some], steps, layer.going[some]))
            before = layer.rows[layer.going]
            looked += len(layer.rows) if layer.step else 1
            done = looked >= positions
            if done or layer.step >= LONGEST_MATCH:
                break
        fell.update(falling.examples(matches))
        rose.update(rising.examples(matches))
        # One layer each: the initial state is terminal, and all matches are the same.
        if done or len(matches.history) <= 1:
            break
    rows, steps, going = (np.concatenate(parts) for parts in zip(*kept, strict=True))
    if len(rows) > KEPT_STATES:
        others = (
            np.random.default_rng(seed).choice(len(rows) - 1, KEPT_STATES - 1, replace=False) + 1
        )
        chosen = np.concatenate([[0], np.sort(others)])
        rows, steps, going = rows[chosen], steps[chosen], going[chosen]
    size = game.dimensions.fluents
    bits = np.unpackbits(rows.view(np.uint8), axis=1, count=size, bitorder="little")
    return StateSample(bits, steps, going, fell, rose, looked)


def nothing(game: CompiledGame) -> Words:
    """Return a state without fluents as a row of words."""
    return np.zeros(game.words, np.uint64)
