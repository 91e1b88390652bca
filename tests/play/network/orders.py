"""Orders to the children of a player, given in this process, and an inbox for them."""

import time
from collections import deque
from typing import Any, cast

from zermelo.game.load import read_rules
from zermelo.process.inside import Inbox, Order
from zermelo.text.spell import spell

TICTACTOE = spell(read_rules("tictactoe"), "kif")
OPENING = [["(mark 2 2)", "noop"], ["noop", "(mark 1 2)"]]


class Quiet:
    """An inbox into which nothing is thrown."""

    def __init__(self) -> None:
        self.orders: deque[Order] = deque()
        self.waited: list[str] = []

    def waiting(self, *but: str) -> bool:
        return any(order["do"] not in but for order in self.orders)

    def wait_for(self, kind: str) -> None:
        self.waited.append(kind)


def start(rules: str = TICTACTOE, role: str = "x", **more: Any) -> Order:
    """An order to start."""
    moment = time.monotonic()
    return {
        "do": "start",
        "rules": rules,
        "syntax": "kif",
        "role": role,
        "number": 1,
        "moves": [],
        "until": moment + 60,
        "ground": 60.0,
        "megabytes": 6144,
        "table": 1 << 26,
    } | more


def turn(moves: list[list[str]], number: int = 2) -> Order:
    return {"do": "turn", "number": number, "moves": moves, "until": time.monotonic() + 60}


def box() -> Inbox:
    return cast(Inbox, Quiet())


SLOW = "(role a) (init s) (<= (legal a (go ?x)) (true ?x)) (<= (next s) (true s)) (goal a 0) "
SLOW += "(<= terminal (true (never s)))"
