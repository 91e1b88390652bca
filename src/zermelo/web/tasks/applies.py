"""Finding positions in which a rule of a strategy applies."""

from zermelo.errors import UsageError
from zermelo.game.spelling import joints_of, moves_in
from zermelo.web.strategies.description import reading
from zermelo.web.strategies.preferring import preferred
from zermelo.web.strategies.where_applies import firing_object, firings
from zermelo.web.worker_state import Answer, Order, WorkerState

SECONDS = 4.0


def run(worker: WorkerState, order: Order) -> Answer:
    """Return some of them, with the cells that the rule is about."""
    game, start = worker.known(order), worker.position(order)
    before = tuple(joints_of(game, game.initial, moves_in(order["moves"])))
    number = order["rule"]
    if order["method"] == "preferences":
        return {"examples": preferred(game, order["text"], number, start, before)}
    read = reading(game, order["text"])
    if number >= len(read.strategy.lemmas):
        raise UsageError(f"there is no rule {number}: there are {len(read.strategy.lemmas)}")
    found = firings(read, number, start, worker.clock(SECONDS))
    return {"examples": [firing_object(read, one, before) for one in found]}
