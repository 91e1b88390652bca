"""Reading a strategy file that somebody brings: whether it is one for this game, and its rules."""

from zermelo.web.strategies.description import told
from zermelo.web.worker_state import Answer, Order, WorkerState


def run(worker: WorkerState, order: Order) -> Answer:
    """Return what the file says; ReadError or UnsuitedError if it is no strategy for the game."""
    return told(worker.known(order), order["text"], None)
