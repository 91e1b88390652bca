"""Playing a game at random to see what its rules leave undone."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from zermelo.position.circuit_game import CircuitGame
from zermelo.position.playouts import STEP_LIMIT, play_out
from zermelo.position.sample import Layer, Matches, goal_table
from zermelo.rules.information import RANDOM

Line = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that should not happen in a match, and the joint moves that lead there."""

    code: str
    message: str
    line: Line | None = None


def faults(game: CircuitGame, seconds: float, seed: int = 0) -> list[Fault]:
    """Return what went wrong in `seconds` of random matches, each fault once."""
    begin = time.perf_counter()
    found: dict[str, Fault] = {}
    for batch in count():
        matches = Matches(game, seed + batch)
        for layer in matches:
            for code, message, where in layer_faults(game, layer):
                if message not in found:
                    line = matches.line(int(layer.lanes[where]), layer.step)
                    found[message] = Fault(code, message, line)
            if time.perf_counter() - begin > seconds / 2 or layer.step >= STEP_LIMIT:
                break
        if time.perf_counter() - begin > seconds / 2:
            break
    result = play_out(game, seconds=seconds / 2, seed=seed)
    if result.cut:
        message = f"{result.cut:,} random matches were not over after {STEP_LIMIT:,} steps"
        found[message] = Fault("endless", message)
    elif not result.playouts and not result.stuck:
        message = f"no random match ended within {seconds / 2:g} s"
        found[message] = Fault("endless", message)
    return list(found.values())


def layer_faults(game: CircuitGame, layer: Layer) -> Iterator[tuple[str, str, int]]:
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
