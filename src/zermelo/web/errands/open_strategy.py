"""Reading a strategy file that somebody brings: whether it is one for this game, and its rules."""

from zermelo.web.mind import Answer, Mind, Order
from zermelo.web.strategies.told import told


def run(mind: Mind, order: Order) -> Answer:
    """Return what the file says; ReadError or UnsuitedError if it is no strategy for the game."""
    return told(mind.known(order), order["text"], None)
