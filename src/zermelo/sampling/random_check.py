"""Playing a game at random to see what its rules leave undone.

How much is played at least is counted in matches and steps, so that the answer does not depend on
how fast the machine is, or how long it took to load anything; seconds only add to it.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from zermelo.game.compiled_game import CompiledGame
from zermelo.rules.information import RANDOM
from zermelo.sampling.matches import MatchLayer, RandomMatchBatch, goal_table
from zermelo.sampling.playouts import STEP_LIMIT, play_out

LEAST_STEPS = 1000
"""How far the first batch of matches is played, however little time there is."""
BATCHES = 50
"""How many more are played to show how matches get stuck, once it is known that some do."""
Line = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that should not happen in a match, and the joint moves that lead there."""

    code: str
    message: str
    line: Line | None = None


def faults(game: CompiledGame, seconds: float, seed: int = 0) -> list[Fault]:
    """Return what went wrong in a batch of random matches and as many as `seconds` allow.

    Each fault is there once.
    """
    found: dict[str, Fault] = {}
    game.engine.view(game.row(game.initial)[None])  # loads its kernels: no part of the time
    until = time.perf_counter() + seconds / 2
    ended = False
    for batch in count():
        least = LEAST_STEPS if batch == 0 else 0
        ended |= note_faults(game, RandomMatchBatch(game, seed + batch), found, least, until)
        if time.perf_counter() > until:
            break
    result = play_out(game, seconds=seconds / 2, seed=seed)
    if result.stuck and not any(fault.code == "no-move" for fault in found.values()):
        note_how_stuck(game, seed + batch + 1, result.stuck, found)
    if result.cut:
        message = f"{result.cut:,} random matches were not over after {STEP_LIMIT:,} steps"
        found[message] = Fault("endless", message)
    elif not (ended or result.playouts or result.stuck):
        message = f"no random match was over after {LEAST_STEPS:,} steps"
        found[message] = Fault("endless", message)
    return list(found.values())


def note_faults(
    game: CompiledGame, matches: RandomMatchBatch, found: dict[str, Fault], least: int, until: float
) -> bool:
    """Add what goes wrong in a batch of matches; return whether one was over, or got stuck.

    After `least` steps it stops when the time is `until`.
    """
    over = False
    for layer in matches:
        over = over or not layer.going.all()
        for code, message, where in layer_faults(game, layer):
            if message not in found:
                line = matches.line(int(layer.lanes[where]), layer.step)
                found[message] = Fault(code, message, line)
        late = layer.step >= least and time.perf_counter() > until
        if late or layer.step >= STEP_LIMIT:
            break
    return over


def note_how_stuck(game: CompiledGame, seed: int, stuck: int, found: dict[str, Fault]) -> None:
    """Add how matches get stuck, and how many do; without the moves if it happens too rarely."""
    for batch in range(BATCHES):
        note_faults(game, RandomMatchBatch(game, seed + batch), found, LEAST_STEPS, 0.0)
        if any(fault.code == "no-move" for fault in found.values()):
            return
    message = f"a role has no legal move in {stuck:,} random matches, and they are not over"
    found[message] = Fault("no-move", message)


def layer_faults(game: CompiledGame, layer: MatchLayer) -> Iterator[tuple[str, str, int]]:
    """Yield code, message and place of the faults in one layer of matches."""
    ended = layer.views.ended
    goals, _ = goal_table(game, layer.views)
    for index, role in enumerate(game.roles):
        stuck = np.flatnonzero(~ended & (layer.counts[:, index] == 0))
        if len(stuck):
            message = f"{role} has no legal move, and the match is not over"
            yield "no-move", message, int(stuck[0])
        if role.lower() == RANDOM:
            continue  # chance wants nothing
        missing = np.flatnonzero(ended & (goals[:, index] == 0))
        if len(missing):
            yield "no-goal", f"{role} has no goal at the end", int(missing[0])
        double = np.flatnonzero(ended & (goals[:, index] > 1))
        if len(double):
            yield "two-goals", f"{role} has several goals at the end", int(double[0])
