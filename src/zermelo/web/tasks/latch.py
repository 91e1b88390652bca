"""Asking of one fluent whether it stays once it holds, and whether it stays away: with boards."""

from collections.abc import Mapping
from typing import Any

from zermelo.errors import PlayError
from zermelo.proofs.invariants import invariants
from zermelo.proofs.latches import latches
from zermelo.proofs.sample import sample
from zermelo.web.analysing.boards import latch_object
from zermelo.web.answering import text_in
from zermelo.web.orders import LatchOrder
from zermelo.web.settings import ServerSettings
from zermelo.web.task import Task
from zermelo.web.worker_state import Answer, WorkerState

SECONDS_PER_PROOF = 4.0
"""For each of the proofs."""


def asked(found: Mapping[str, Any], _: ServerSettings) -> dict[str, Any]:
    """Return the fluent that is asked about."""
    return {"fluent": text_in(found, "fluent", 300).strip()}


def run(worker: WorkerState, order: LatchOrder) -> Answer:
    """Return both verdicts; PlayError if there is no such fluent."""
    game, fluent = worker.known(order), order["fluent"]
    names = {name: name for name in game.lexicon.fluents}
    names |= {name.strip("()"): name for name in names}
    if fluent not in names:
        raise PlayError(f"{fluent} is no fluent of {game.name}; the lists of this page spell some")
    assert game.program is not None, "a game of the server has rules"
    worker.tell({"text": "looking for a proof ..."})
    seen = sample(game)
    known = invariants(game, game.program, seconds=SECONDS_PER_PROOF, seen=seen)
    found = latches(game, game.program, known, seconds=SECONDS_PER_PROOF, seen=seen)
    claims = [one for one in found.claims if one.text == names[fluent]]
    return {"claims": [latch_object(game, one) for one in claims]}


tasks = {"latch": Task(run, asked)}
