"""A census of random matches: how long they last, how many moves there are, who gets what.

Matches are begun 1024 at once and played to their end before others begin, so that short ones are
not counted more often than long ones. `playouts` only sums up; here everything is counted by step.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import RandomMatches
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State

MATCHES = 1_000_000
STEP_LIMIT = 2000
"""Where a match is cut that does not end by itself."""
OFTEN = 0.25
"""Seconds between two looks at what was counted."""


@dataclass(frozen=True, slots=True)
class Census:
    """What was counted; matches that were cut or stuck have neither length nor goals."""

    matches: int
    lengths: Mapping[int, int]  # by number of joint moves: how many matches
    choices: tuple[Mapping[int, int], ...]  # by role and number of moves: how many states
    by_step: tuple[
        tuple[float, ...], ...
    ]  # by role and step: moves on average, where it has a choice
    goals: tuple[Mapping[int, int], ...]  # by role
    cut: int  # at the step limit
    stuck: int  # because a role had no move
    unfinished: int  # were going on when the time was up
    seconds: float


@dataclass(eq=False)
class Counting:
    """What is counted up to now."""

    game: CompiledGame
    lengths: Counter[int] = field(default_factory=Counter)
    choices: list[Counter[int]] = field(init=False)
    goals: list[Counter[int]] = field(init=False)
    moves: list[list[tuple[int, int]]] = field(default_factory=list)
    """[step][role] legal moves of all matches with a choice there, and how many these are."""
    totals: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Begin with nothing."""
        self.choices = [Counter() for _ in self.game.roles]
        self.goals = [Counter() for _ in self.game.roles]

    def look(self, step: int, counts: NDArray[np.int64]) -> None:
        """Count the legal moves [roles, matches] of all matches that go on at a step."""
        if step == len(self.moves):
            self.moves.append([(0, 0)] * len(self.game.roles))
        for role, numbers in enumerate(counts):
            total, size = self.moves[step][role]
            for number, often in enumerate(np.bincount(numbers).tolist()):
                if number > 1 and often:
                    self.choices[role][number] += often
                    total, size = total + number * often, size + often
            self.moves[step][role] = total, size

    def add(self, other: "Counting") -> None:
        """Take in what a whole batch has counted."""
        self.lengths += other.lengths
        self.totals += other.totals
        for role in range(len(self.game.roles)):
            self.choices[role] += other.choices[role]
            self.goals[role] += other.goals[role]
        for step, numbers in enumerate(other.moves):
            if step == len(self.moves):
                self.moves.append([(0, 0)] * len(numbers))
            self.moves[step] = [
                (total + more, size + further)
                for (total, size), (more, further) in zip(self.moves[step], numbers, strict=True)
            ]

    def told(self, seconds: float) -> Census:
        """Return all of it."""
        return Census(
            matches=self.lengths.total(),
            lengths=dict(sorted(self.lengths.items())),
            choices=tuple(dict(sorted(one.items())) for one in self.choices),
            by_step=tuple(
                tuple(step[role][0] / max(1, step[role][1]) for step in self.moves)
                for role in range(len(self.game.roles))
            ),
            goals=tuple(dict(sorted((+one).items())) for one in self.goals),
            cut=self.totals["cut"],
            stuck=self.totals["stuck"],
            unfinished=self.totals["unfinished"],
            seconds=seconds,
        )


def census(
    game: CompiledGame,
    *,
    matches: int = MATCHES,
    seconds: float | None = None,
    seed: int = 0,
    start: State | None = None,
    step_limit: int = STEP_LIMIT,
) -> Iterator[Census]:
    """Yield what was counted, now and then, until there are enough matches or the time is up.

    There are whole batches of 1024 matches, so that some more may be played. A batch that the time
    cuts off counts only if it is the first: its short matches have ended, its long ones not.
    """
    row = game.row(game.initial if start is None else start)
    bits = np.unpackbits(row.view(np.uint8), count=game.dimensions.fluents, bitorder="little")
    lanes = game.engine.matches(bits.astype(np.int32), seed, step_limit)
    lanes.play(0)  # compiles, so that it is not part of the time
    found = Counting(game)
    begin = said = time.perf_counter()
    deadline = None if seconds is None else begin + seconds
    while True:
        batch = counted(game, lanes, deadline)
        over = deadline is not None and time.perf_counter() >= deadline
        if not batch.totals["unfinished"] or not found.lengths:
            found.add(batch)
        over |= found.lengths.total() + found.totals["cut"] + found.totals["stuck"] >= matches
        now = time.perf_counter()
        if over or now - said > OFTEN:
            said = now
            yield found.told(now - begin)
        if over:
            return


def counted(game: CompiledGame, lanes: RandomMatches, deadline: float | None) -> Counting:
    """Return what a batch of matches counts: one for each lane, all from the start."""
    found = Counting(game)
    lanes.totals[:] = 0
    lanes.goals[:] = 0
    step = 0
    while True:
        before = int(lanes.totals[0])
        found.look(step, lanes.legal(every=step == 0))
        lanes.play(1, closing=step > 0)
        ended = int(lanes.totals[0]) - before
        if ended:
            found.lengths[step] += ended
        step += 1
        going, _ = lanes.going_on()
        over = deadline is not None and time.perf_counter() >= deadline
        if not going or over:
            break
    found.totals.update(cut=int(lanes.totals[2]), stuck=int(lanes.totals[3]), unfinished=int(going))
    held = game.dimensions.goal_roles, game.dimensions.goal_values, lanes.goals
    for role, value, count in zip(*held, strict=True):
        found.goals[role][int(value)] += int(count)
    return found
