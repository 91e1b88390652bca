"""Why a match ended as it did: which rules of `terminal` and `goal` held, and where."""

from collections.abc import Mapping
from typing import Any

from zermelo.errors import PlayError
from zermelo.play.ending import Reason, ending
from zermelo.text.ground_term import ground_terms
from zermelo.web.orders import PositionOrder
from zermelo.web.settings import ServerSettings
from zermelo.web.strategies.highlights import places
from zermelo.web.task import Task
from zermelo.web.worker_state import Answer, WorkerState

LONGEST_RULE = 600
"""Characters of a rule that are shown."""


def asked(_: Mapping[str, Any], __: ServerSettings) -> dict[str, Any]:
    """Return what else an order needs: nothing."""
    return {}


def run(worker: WorkerState, order: PositionOrder) -> Answer:
    """Return the reasons."""
    game, state = worker.known(order), worker.position(order)
    if not game.terminal(state):
        raise PlayError("the match is not over here")
    found = ending(game, state)

    def as_object(reason: Reason | None) -> Answer | None:
        """Return a reason as JSON has it, with the places that it names."""
        if reason is None:
            return None
        text = (
            reason.rule if len(reason.rule) <= LONGEST_RULE else f"{reason.rule[:LONGEST_RULE]} ..."
        )
        told = ground_terms(" ".join(reason.fluents))
        fluents = [term for term in told if term.name != "control" or not term.args]
        return {"said": reason.said, "rule": text, "places": places(game, state, fluents)}

    goals = map(as_object, found.goals)
    return {
        "terminal": as_object(found.terminal),
        "goals": dict(zip(game.roles, goals, strict=True)),
    }


tasks = {"ending": Task(run, asked)}
