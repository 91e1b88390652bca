"""A search is watched, and what it did becomes a picture; the last few are remembered.

A page asks for the same tree again whenever something is unfolded. The worker that made it still
has it; another one searches anew, and comes to the same, as all that is traced is repeatable.
"""

import hashlib
import json
from collections import OrderedDict
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.answers.render.json import plain
from zermelo.answers.think import spelled_thought
from zermelo.errors import PlayError, UsageError
from zermelo.game.game import Game
from zermelo.game.spelling import after, moves_in
from zermelo.pictures.trees.picture import Picture, picture_of
from zermelo.play.network.orders import Heedful
from zermelo.play.thought import Thought, role_in_turn
from zermelo.search.base import Limits, OutOfTimeError, Result, Search, Spent
from zermelo.search.events import MOST_EVENTS, Event
from zermelo.search.spec import parse
from zermelo.search.suitability import require
from zermelo.text.plural import several
from zermelo.web.forms import forms, safe
from zermelo.web.orders import TraceOrder
from zermelo.web.trees.drawn import tree_of
from zermelo.web.trees.view import PictureView
from zermelo.web.worker_state import MEMORY, WorkerState

SILENT = frozenset({"auto", "dfpn", "exact", "mustplay", "nested", "plan", "pns", "random", "solo"})
"""Searches that tell nothing of their way, or only of the last bit of it."""
KEPT_TRACES = 4
"""Traces that a worker remembers."""
ASKED = ("source", "moves", "spec", "depth", "nodes")
"""What a trace depends on."""


@dataclass(frozen=True, slots=True)
class TracedSearch:
    """What a watched search did, found, and spent."""

    view: PictureView
    search: str
    result: Result | None
    count: Spent
    seconds: float
    stopped: str  # why it did not come to its end, in words
    digest: str  # of everything that happened: the same search, the same digest


def traceable() -> list[dict[str, Any]]:
    """Return the searches whose way can be shown, with their options."""
    return [
        # A watched search runs its readable version, so nobody is asked about compiled code.
        form | {"options": [option for option in form["options"] if option["name"] != "kernel"]}
        for form in forms()
        if form["name"] not in SILENT
    ]


def tracer(spec: str) -> Search:
    """Return the search that a page wants to see; UsageError if it cannot be shown."""
    search = safe(spec)
    name = spec.partition(":")[0]
    if name in SILENT:
        others = ", ".join(form["name"] for form in traceable())
        raise UsageError(f"{name} does not tell where it looks; these do: {others}")
    return search


class TraceCache:
    """The traces that were looked at last."""

    def __init__(self) -> None:
        """Begin with none."""
        self.traces: OrderedDict[str, TracedSearch] = OrderedDict()

    def trace(self, worker: WorkerState, order: TraceOrder) -> TracedSearch:
        """Return what an order asks for, searched only if it is not here."""
        asked = {name: value for name, value in order.items() if name in ASKED}
        key = json.dumps(asked, sort_keys=True)
        if key not in self.traces:
            while len(self.traces) >= KEPT_TRACES:
                self.traces.popitem(last=False)
            self.traces[key] = traced(worker, order)
        self.traces.move_to_end(key)
        return self.traces[key]


TRACES = TraceCache()
"""Of this worker."""


def traced(worker: WorkerState, order: TraceOrder) -> TracedSearch:
    """Search and watch.

    Raises:
        PlayError: a move cannot be made, the match is over, or nothing was told.
        UnsuitedError: the search does not suit the game.
    """
    source = order["source"]
    game: Game = tree_of(source["tree"]) if "tree" in source else worker.game_of(source)
    state = after(game, game.initial, moves_in(order["moves"]))
    if game.terminal(state):
        raise PlayError("the match is over here: there is nothing to search; take a move back")
    search = parse(order["spec"])
    require(search, game)
    role = role_in_turn(game, state)
    limits = Limits(order["depth"], order["nodes"], order["seconds"], MEMORY)
    events: list[Event] = []
    thinker = search.start(game, role, Heedful(limits, worker.inbox), events.append)
    clock = Heedful(limits, worker.inbox)
    best, stopped = None, ""
    try:
        for result in thinker(state, clock):
            best = result
    except OutOfTimeError:
        stopped = because(order, clock)
    if worker.inbox.orders:
        raise PlayError("nobody waits for this tree any more")
    if not events:
        raise PlayError(f"{order['spec']} told nothing of its way; another search may")
    if len(events) >= MOST_EVENTS:
        stopped = f"Only its first {MOST_EVENTS:,} steps are shown; a smaller depth shows all."
    picture = picture_of(events, game, role, order["spec"])
    spent = clock.count, clock.seconds
    return TracedSearch(PictureView(picture), order["spec"], best, *spent, stopped, digest(picture))


def because(order: TraceOrder, clock: Heedful) -> str:
    """Return why a search ended before it was done."""
    if order["nodes"] is not None and clock.count.nodes >= order["nodes"]:
        limit = f"its limit of {several(order['nodes'], 'node')}"
    else:
        limit = f"its limit of {order['seconds']:g} s"
    return f"Stopped at {limit}: the tree is what it had seen until then."


def digest(picture: Picture) -> str:
    """Return a short text that tells one picture from another."""
    told = [(step.kind.value, step.spot, step.value) for step in picture.steps]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def found(trace: TracedSearch) -> dict[str, Any]:
    """Return what a search came to, as JSON has it; without a result only what it has spent."""
    picture, count, seconds = trace.view.picture, trace.count, round(trace.seconds, 2)
    if trace.result is None:
        return asdict(count) | {"seconds": seconds}
    thought = Thought(trace.result, count, seconds)
    answer: dict[str, Any] = plain(spelled_thought(picture.game, picture.role, thought))
    return answer
