"""A match that was kept, made again move by move: what the rules say of it, for its page."""

from collections.abc import Sequence
from typing import Any

from zermelo.answers.decision import spent
from zermelo.answers.outcome import in_words
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.play.match import Match, Turn
from zermelo.play.record import Record, clock_of, outcome_of
from zermelo.play.recorded import match_of
from zermelo.play.running_match import RunningMatch
from zermelo.search.suitability import suiting
from zermelo.web.orders import ReplayOrder
from zermelo.web.position import MoveMade, moves_made
from zermelo.web.practising.asking import practised
from zermelo.web.replaying.value_plot import course
from zermelo.web.scene.pieces import tones_of
from zermelo.web.task import Task
from zermelo.web.tasks.think import LINE
from zermelo.web.worker_state import Answer, WorkerState


def run(worker: WorkerState, order: ReplayOrder) -> Answer:
    """Return all turns of a match; RecordError if the rules do not lead where it says."""
    game = worker.known(order)
    record: Record = order["record"]
    match = match_of(game, record)
    tones = tones_of(game.roles)
    return {
        "states": [f"{turn.state:x}" for turn in match.turns],
        "roles": list(game.roles),
        "tones": tones,
        "practised": practised(game.roles, suiting(game)),
        "players": record["playerNamesFromHost"],
        "started": record["startTime"],
        "opening": record["opening"],
        "outcome": outcome_of(record),
        "words": words(game, record, match),
        "goals": list(match.goals),
        "clocks": {
            "start": clock_of(record, "startClock"),
            "play": clock_of(record, "playClock"),
        },
        "turns": list(turn_objects(game, match.turns)),
        "course": course(match.turns, game.roles, tones),
    }


def words(game: CompiledGame, record: Record, match: Match) -> str:
    """Return how a match ended, for people."""
    end = match.turns[-1].state
    if record["isCompleted"] and game.terminal(end):
        return in_words(game, end)
    return match.error or "The match is not over yet."


def turn_objects(game: CompiledGame, turns: Sequence[Turn]) -> list[dict[str, Any]]:
    """Return every turn: the moves made in it, what was thought, and the clocks after it."""
    clocks = dict.fromkeys(game.roles, 0.0)
    found = []
    for turn in turns:
        thoughts = []
        for role, decision in enumerate(turn.decisions):
            if decision is None:
                continue
            clocks[game.roles[role]] += decision.seconds
            thoughts.append(
                {
                    "role": game.roles[role],
                    "said": spent(decision, role),
                    "line": [list(joint) for joint in decision.line[:LINE]],
                    "error": f"{decision.error}: {decision.problem}" if decision.error else "",
                }
            )
        found.append(
            {
                "moves": moves_of(game, turn),
                "joint": spelled(game, turn),
                "thoughts": thoughts,
                "clocks": {name: round(seconds, 2) for name, seconds in clocks.items()},
                "time": turn.time,
            }
        )
    return found


def moves_of(game: CompiledGame, turn: Turn) -> list[MoveMade]:
    """Return the moves of a turn that the page shows."""
    if turn.joint is None:
        return []
    return moves_made(RunningMatch(game, (turn.state,)), turn.state, turn.joint)


def spelled(game: CompiledGame, turn: Turn) -> str:
    """Return the joint move of a turn, as an address has it."""
    if turn.joint is None:
        return ""
    return " ".join(game.spell(Role(role), move) for role, move in enumerate(turn.joint))


tasks = {"replay": Task(run)}
