"""Getting a search ready before its first move: kernels are loaded, and the game is bound."""

from zermelo.web.tasks.think import thinker_for
from zermelo.web.worker_state import Answer, Order, WorkerState


def run(worker: WorkerState, order: Order) -> Answer:
    """Start the search of an order; it is then there when the match asks for it."""
    thinker_for(worker, order)
    return {}
