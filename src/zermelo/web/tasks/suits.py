"""Finding out which searches suit a game."""

from zermelo.search.suitability import suiting
from zermelo.web.worker_state import Answer, Mind, Order


def run(mind: Mind, order: Order) -> Answer:
    """Return the names of the searches."""
    return {"suits": suiting(mind.known(order))}
