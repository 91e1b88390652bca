"""Thinking: a search finds a move, and says every better result on the way."""

import time
from typing import Any

from zermelo.errors import PlayError
from zermelo.play.ggp.inbox import Heedful
from zermelo.play.thought import spelled_line
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Role
from zermelo.search.base import Limits, OutOfTimeError, Result
from zermelo.search.spec import parse
from zermelo.search.suit import require
from zermelo.web.mind import MEMORY, Answer, Mind, Order

OFTEN = 0.1
"""Seconds between two reports."""
LINE = 12
"""Joint moves of an expected line that are told."""


def run(mind: Mind, order: Order) -> Answer:
    """Search; a search that is asked again for the same match goes on where it was."""
    game = mind.known(order)
    role = Role(game.roles.index(order["role"]))
    state = game.state_of(order["fluents"])
    limits = Limits(seconds=order["seconds"], memory=MEMORY)
    key = (order["spec"], order["role"], order["match"])
    if mind.thinker is None or mind.key != key:
        search = parse(order["spec"])
        require(search, game)
        mind.thinker = search.start(game, role, Heedful(limits, mind.inbox))
        mind.key = key
    clock = Heedful(limits, mind.inbox)
    best: Result | None = None
    said = 0.0
    ended = False
    try:
        for result in mind.thinker(state, clock):
            best = result
            if time.monotonic() - said > OFTEN:
                said = time.monotonic()
                mind.tell(told(game, role, best, clock))
        ended = True
    except OutOfTimeError:
        pass
    if not ended and mind.inbox.orders:
        mind.thinker = None  # it was stopped anywhere: nobody knows what it remembers
    if best is None or best.move is None:
        raise PlayError(f"{order['spec']} found no move in time; give it more seconds")
    return told(game, role, best, clock)


def told(game: CircuitGame, role: Role, result: Result, clock: Heedful) -> dict[str, Any]:
    """Return a result as JSON has it."""
    return {
        "role": game.roles[role],
        "move": None if result.move is None else game.spell(role, result.move),
        "values": dict(zip(game.roles, result.values, strict=True)),
        "line": spelled_line(game, result)[:LINE],
        "depth": result.depth,
        "nodes": clock.count.nodes,
        "seconds": round(clock.seconds, 2),
        "proven": result.proven,
        "note": result.note,
        "moves": [
            {"move": game.spell(role, one.move), "worth": one.worth, "visits": one.visits}
            for one in result.prospects
        ],
    }
