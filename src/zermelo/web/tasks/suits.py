"""Finding out which searches suit a game."""

from zermelo.search.suitability import suiting
from zermelo.web.worker_state import Answer, Order, WorkerState


def run(worker: WorkerState, order: Order) -> Answer:
    """Return the names of the searches."""
    return {"suits": suiting(worker.known(order))}
