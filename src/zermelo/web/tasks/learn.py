"""Learning a strategy: proved rules, or preferences, with progress meanwhile."""

import time

from zermelo.errors import UnsuitedError
from zermelo.learn.learning import learn
from zermelo.learn.selection import rules_to_play_by
from zermelo.learn.strategy_file import strategy_text
from zermelo.text.plural import several
from zermelo.web.strategies.description import told
from zermelo.web.strategies.preferring import learned_preferences
from zermelo.web.worker_state import Answer, Order, WorkerState

OFTEN = 0.2
"""Seconds between two reports."""


def run(worker: WorkerState, order: Order) -> Answer:
    """Learn as long as it may take, or until it is asked to come to an end."""
    game, start = worker.known(order), worker.position(order)
    said = 0.0

    def report(text: str) -> None:
        nonlocal said
        if time.monotonic() - said > OFTEN:
            said = time.monotonic()
            worker.tell({"part": "progress", "text": text})

    if order["method"] == "preferences":
        report("learning from ordered examples ...")
        return learned_preferences(game, start, order["role"], order["seconds"])
    found = learn(
        game,
        start,
        seconds=order["seconds"],
        tell=report,
        stopped=lambda: bool(worker.inbox.orders),
    )
    said = 0.0
    report("choosing the rules to play by ...")
    chosen = found.lemmas if order["every"] else tuple(rules_to_play_by(game, found))
    if not chosen:
        raise UnsuitedError(
            f"nothing was proved in {found.seconds:.0f} s: "
            f"{several(found.nodes, 'position was', 'positions were')} opened, "
            "and none was decided; give it more time, or a position nearer to the end"
        )
    return told(game, strategy_text(game, found, chosen, game.name), found)
