"""Inhibitors: latches that keep other fluents from ever becoming true again; and dead goals.

Once there is an `o` on a cell, no `x` will ever be there: a line through that cell is lost. After
Genesereth and Thielscher, General Game Playing, chapters 12 and 16.4, who leave it at the idea.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.ground.program import Program
from zermelo.proofs.counts import Count, flattened
from zermelo.proofs.latches import Latch
from zermelo.proofs.tables import asked, limit_of
from zermelo.sampling.matches import RandomMatchBatch

STEPS_FOR_INHIBITORS = 12_000_000
"""Of the solver: see `Budget`."""
LOOKS = 4_000_000_000
"""Guesses that are compared with positions of random matches, and gates of these positions."""
STEP = 1_000_000
"""What a step of random matches costs beside that, in looks, however small the game is."""
MOST_PAIRS = 20_000_000
"""Pairs of latch and fluent that are looked at."""
LANES = 256
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Inhibitor:
    """While `latch` is on, and for ever after, none of `fluents` becomes true."""

    latch: Latch
    fluents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeadGoal:
    """While `latch` is on, no match ends with this goal; without a latch, no match ever does."""

    latch: Latch | None
    role: int
    value: int


@dataclass(frozen=True, slots=True)
class Inhibitors:
    """What was proved."""

    inhibitors: tuple[Inhibitor, ...]
    dead_goals: tuple[DeadGoal, ...]
    limit: str = (
        ""  # what has cut the proofs: `steps`, `time` or `memory`; nothing if they are whole
    )

    @property
    def complete(self) -> bool:
        """Whether every latch was asked about."""
        return not self.limit


def inhibitors(
    game: CompiledGame,
    program: Program,
    invariants: Sequence[Count],
    latches: Sequence[Latch],
    *,
    seconds: float | None = None,
    steps: int = STEPS_FOR_INHIBITORS,
    looks: int = LOOKS,
) -> Inhibitors:
    """Return what the latches of a game inhibit, proved under its invariants.

    A latch is on when its fluent holds, if it is positive, and when it does not, if it is negative.

    Args:
        game: the game of `program`, for random matches that refute most guesses.
        program: the rules to prove from.
        invariants: what may be assumed of every state.
        latches: that are proved.
        seconds: an outer limit to the proofs.
        steps: what the proofs may cost; without `seconds` it alone decides what is proved.
        looks: how much random matches may be looked at first.
    """
    chosen = list(latches)[: MOST_PAIRS // max(1, game.dimensions.fluents)]
    rising, dead = unrefuted(game, chosen, looks)
    if not chosen and not dead.any():
        return Inhibitors((), ())
    codes = [0, *(latch.fluent + 1 if latch.positive else -latch.fluent - 1 for latch in chosen)]
    message = {
        "counts": flattened(invariants),
        "latches": np.array(codes, np.int32),
        "rising": rising.astype(np.uint8).ravel(),
        "dead": dead.astype(np.uint8).ravel(),
    }
    try:
        function = "zermelo.proofs.inhibitor_proofs:prove"
        answer = asked(function, program, message, seconds, steps=steps)
    except LimitError as error:
        return Inhibitors((), (), limit_of(error))
    rows = answer["rising"].reshape(len(codes), -1)
    found = tuple(
        Inhibitor(latch, tuple(np.flatnonzero(fluents).tolist()))
        for latch, fluents in zip(chosen, rows[1:], strict=True)
        if fluents.any()
    )
    flags = answer["dead"].reshape(len(codes), -1)
    dead_goals = tuple(dead_among(program, chosen, flags))
    limit = answer["limit"] or ("" if len(chosen) == len(latches) else "steps")
    return Inhibitors(found, dead_goals, limit)


def dead_among(
    program: Program, latches: Sequence[Latch], flags: NDArray[np.uint8]
) -> Iterator[DeadGoal]:
    """Yield the goals that are dead at all, then those that a latch makes so."""
    places: dict[tuple[int, int], list[int]] = {}
    named = [(role, value) for role, own in enumerate(program.goals) for value, _ in own]
    for place, goal in enumerate(named):
        places.setdefault(goal, []).append(place)  # 50 and 050 are one value by two names
    dead = {goal: set(np.flatnonzero(flags[:, own].all(axis=1))) for goal, own in places.items()}
    for goal, rows in dead.items():
        if 0 in rows:
            yield DeadGoal(None, *goal)
    for row, latch in enumerate(latches, 1):
        for goal, rows in dead.items():
            if row in rows and 0 not in rows:
                yield DeadGoal(latch, *goal)


def unrefuted(game: CompiledGame, latches: Sequence[Latch], looks: int) -> tuple[Flags, Flags]:
    """Return guesses that random matches do not refute: [1 + latches, fluents or goals] each.

    Row 0 is for what always is so; of fluents, nothing is guessed there. Fluents that never became
    true in any match are not guessed at either: they would be inhibited by everything. But a latch
    that is on when its fluent does not hold inhibits that one itself.
    """
    size = game.dimensions.fluents
    number = np.array([latch.fluent for latch in latches], np.int64)
    holds = np.array([latch.positive for latch in latches], np.bool_)
    refuted = np.zeros((1 + len(latches), size), np.bool_)
    seen = np.zeros((1 + len(latches), game.dimensions.goals), np.bool_)
    refuted[0] = True
    # That what stays true does not become true is no news.
    refuted[1 + np.flatnonzero(holds), number[holds]] = True
    rose = np.zeros(size, np.bool_)
    each = game.dimensions.work + (1 + len(latches)) * size
    for batch in count():
        before: Flags | None = None
        for layer in RandomMatchBatch(game, seed=batch):
            few = layer.lanes < LANES
            rows = layer.rows[few].view(np.uint8)
            bits = np.unpackbits(rows, axis=1, count=size, bitorder="little").view(np.bool_)
            ended = layer.views.ended[few]
            if ended.any():
                goals = layer.views.goals[few][ended]
                on = np.c_[np.ones(int(ended.sum()), np.bool_), bits[ended][:, number] == holds]
                seen |= together(on, goals)
            if before is not None and len(latches):
                became = bits & ~before
                rose |= became.any(axis=0)
                refuted[1:] |= together(before[:, number] == holds, became)
            before = bits[layer.going[few]]
            looks -= STEP + each * len(layer.rows)
            if not len(before) or looks <= 0:
                break
        if looks <= 0 or batch > LANES:
            guesses = ~refuted & rose
            guesses[1 + np.flatnonzero(~holds), number[~holds]] = True
            return guesses, ~seen
    raise AssertionError("batches do not run out")


def together(first: Flags, second: Flags) -> Flags:
    """Return which columns are true at once in some row: [columns of first, columns of second]."""
    pairs: Flags = first.T.astype(np.float32) @ second.astype(np.float32) > 0
    return pairs


def inhibited(found: Inhibitors) -> Callable[[State], int]:
    """Return a function from states to the fluents, as bits, that can never hold again."""
    masks = [
        (inhibitor.latch.fluent, inhibitor.latch.positive, sum(1 << f for f in inhibitor.fluents))
        for inhibitor in found.inhibitors
    ]

    def mask(state: State) -> int:
        bits = 0
        for fluent, holds, inhibits in masks:
            if (state >> fluent & 1) == holds:
                bits |= inhibits
        return bits & ~state

    return mask
