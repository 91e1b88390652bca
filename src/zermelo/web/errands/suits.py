"""Finding out which searches suit a game."""

from zermelo.search.suit import suiting
from zermelo.web.mind import Answer, Mind, Order


def run(mind: Mind, order: Order) -> Answer:
    """Return the names of the searches."""
    return {"suits": suiting(mind.known(order))}
