"""Checking every claim and every move of a strategy in every position."""

from zermelo.errors import LimitError
from zermelo.learn.verify import verify
from zermelo.strategies.wording import in_words
from zermelo.text.plural import several
from zermelo.web.strategies.description import reading
from zermelo.web.worker_state import Answer, Order, WorkerState

MEGABYTES = 1024
SHOWN = 5


def run(worker: WorkerState, order: Order) -> Answer:
    """Return how many claims are wrong, and some of them; LimitError if the game is too large."""
    game, start = worker.known(order), worker.position(order)
    read = reading(game, order["text"])
    clock = worker.clock()
    seconds: float = order["seconds"]

    def report(text: str) -> None:
        worker.tell({"part": "progress", "text": text})
        if clock.seconds > seconds or worker.inbox.orders:
            raise LimitError(
                f"not verified: the positions of {game.name} are too many for {seconds:g} s; "
                "rules that were proved are proved all the same"
            )

    report("solving the game, to ask for every claim ...")
    found = verify(
        game,
        read.strategy.lemmas,
        read.symmetries,
        invariants=read.strategy.invariants,
        start=start,
        megabytes=MEGABYTES,
        report=report,
    )
    claims, moves = len(found.wrong), len(found.wrong_moves)
    wrong = "no claim is wrong"
    if claims or moves:
        wrong = f"{several(claims, 'wrong claim')}, {several(moves, 'wrong move')}"
    return {
        "states": found.states,
        "covered": found.covered,
        "wrong": claims + moves,
        "text": f"{several(found.states, 'position')}, {found.covered:,} of them covered: {wrong}.",
        "examples": [
            in_words(lemma, game) for lemma, _ in (*found.wrong, *found.wrong_moves)[:SHOWN]
        ],
    }
