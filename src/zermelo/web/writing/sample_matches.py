"""Random matches as films: every position as it is drawn, the moves between, and the end.

More matches are played than are shown, so that what goes wrong in few of them is found as well.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from statistics import fmean
from typing import Any

from zermelo.answers.outcome import in_words
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Role, State
from zermelo.play.running_match import RunningMatch
from zermelo.rules.information import RANDOM
from zermelo.web.position import moves_made
from zermelo.web.scene.scene import stage_of

SHOWN_MATCHES = 6
"""Matches that are shown."""
LONGEST_MATCH = 300
"""Steps after which a match is given up."""
LARGEST_FILMS = 1 << 20
"""Characters that all films have together: a large board has shorter ones."""
MATCHES = 200
SECONDS_OF_COUNTING = 0.5
"""What the matches may take that are only counted."""


@dataclass(frozen=True, slots=True)
class SampleMatch:
    """A random match: the states it went through, and the moves between them."""

    seed: int
    states: tuple[State, ...]
    joints: tuple[Joint, ...]


def random_match(game: CompiledGame, seed: int) -> SampleMatch:
    """Play until the match is over, some role cannot move, or it has become too long."""
    chance = Random(seed)
    states = [game.initial]
    joints: list[Joint] = []
    while not game.terminal(states[-1]) and len(joints) < LONGEST_MATCH:
        legal = [game.legal(states[-1], Role(role)) for role in range(len(game.roles))]
        if not all(legal):
            break
        joints.append(tuple(chance.choice(moves) for moves in legal))
        states.append(game.next(states[-1], joints[-1]))
    return SampleMatch(seed, tuple(states), tuple(joints))


def films(game: CompiledGame, seed: int) -> dict[str, Any]:
    """Return some matches to look at, the first with that seed, and what showed in more of them."""
    begin = time.process_time()
    played: list[SampleMatch] = []
    for number in count(seed):
        played.append(random_match(game, number))
        if len(played) >= MATCHES or time.process_time() - begin > SECONDS_OF_COUNTING:
            break
    shown: list[dict[str, Any]] = []
    room = LARGEST_FILMS
    for match in played[:SHOWN_MATCHES]:
        film, size = film_of(game, match, room)
        if not film["frames"]:
            break
        shown.append(film)
        room -= size
    return {
        "roles": list(game.roles),
        "films": shown,
        "problems": list(faults(game, played)),
        "more": 0,
        "summary": summary(game, played),
    }


def film_of(game: CompiledGame, match: SampleMatch, room: int) -> tuple[dict[str, Any], int]:
    """Return a match as a film with as many frames as there is room for, and their size."""
    stage, session = stage_of(game), RunningMatch(game, match.states)
    frames: list[dict[str, Any]] = []
    size = 0
    for number, state in enumerate(match.states):
        before = match.states[number - 1] if number else None
        moves = moves_made(session, before, match.joints[number - 1]) if before is not None else []
        frame = {"scene": stage.scene(state, before), "moves": moves}
        size += len(json.dumps(frame))
        if size > room and frames:
            break
        frames.append(frame)
    whole = len(frames) == len(match.states)
    end = ending(game, match) if whole else f"It goes on for {len(match.joints)} moves in all."
    return {"seed": match.seed, "frames": frames, "end": end, "steps": len(match.joints)}, size


def ending(game: CompiledGame, match: SampleMatch) -> str:
    """Return how a match ended, in words."""
    last = match.states[-1]
    if game.terminal(last):
        return in_words(game, last)
    stuck = without_moves(game, last)
    if stuck:
        return f"{' and '.join(stuck)} cannot move, and the match is not over."
    return f"The match is not over after {LONGEST_MATCH} steps."


def without_moves(game: CompiledGame, state: State) -> list[str]:
    """Return the roles that have no legal move."""
    return [name for role, name in enumerate(game.roles) if not game.legal(state, Role(role))]


def faults(game: CompiledGame, played: list[SampleMatch]) -> Iterator[dict[str, Any]]:
    """Yield what went wrong in some match, each once, with the first match that shows it."""
    seen: set[str] = set()
    for match in played:
        for code, message, severity in faults_at(game, match):
            if message not in seen:
                seen.add(message)
                yield {
                    "line": None, "column": None, "start": None, "end": None, "hint": "",
                    "code": code, "message": message, "severity": severity,
                    "seed": match.seed, "step": len(match.joints),
                }  # fmt: skip


def faults_at(game: CompiledGame, match: SampleMatch) -> Iterator[tuple[str, str, str]]:
    """Yield code, message and severity of what is wrong with the end of a match."""
    last = match.states[-1]
    if not game.terminal(last):
        stuck = without_moves(game, last)
        for role in stuck:
            yield "no-move", f"{role} has no legal move, and the match is not over", "error"
        if not stuck:
            yield "long", f"a random match was not over after {LONGEST_MATCH} steps", "warning"
        return
    for number, goal in enumerate(game.goals(last)):
        if goal is None and game.roles[number].lower() != RANDOM:
            message = f"{game.roles[number]} has no goal, or several, at the end of a match"
            yield "no-goal", message, "error"


def summary(game: CompiledGame, played: list[SampleMatch]) -> str:
    """Return a sentence on how random matches go."""
    over = [match for match in played if game.terminal(match.states[-1])]
    many = f"{len(played)} random match{'es' * (len(played) != 1)}"
    if not over:
        return f"None of {many} came to an end."
    steps = fmean(len(match.joints) for match in over)
    parts = [f"{many}: {steps:.3g} move{'s' * (steps != 1)} on average"]
    for number, name in enumerate(game.roles):
        goals = [
            goal for match in over if (goal := game.goals(match.states[-1])[number]) is not None
        ]
        if goals and name.lower() != RANDOM:
            parts.append(f"{name} gets {fmean(goals):.3g}")
    return ", ".join(parts) + "."
