"""Strategies: learning one, reading one from a file, verifying it, and where its rules apply."""

import time

from zermelo.errors import LimitError, UnsuitedError, UsageError
from zermelo.game.spelling import joints_of, moves_in
from zermelo.learn.learning import learn
from zermelo.learn.selection import rules_to_play_by
from zermelo.learn.strategy_file import strategy_text
from zermelo.learn.verify import verify
from zermelo.strategies.wording import in_words
from zermelo.text.plural import several
from zermelo.web.orders import LearnOrder, RuleOrder, StrategyFileOrder, VerifyOrder
from zermelo.web.strategies.description import reading, strategy_object
from zermelo.web.strategies.preferring import learned_preferences, preferred
from zermelo.web.strategies.where_applies import firing_object, firings
from zermelo.web.task import Task
from zermelo.web.worker_state import Answer, WorkerState

APPLYING = 4.0
"""Seconds of looking for positions in which a rule applies."""
MEGABYTES = 1024
"""For the positions of a game whose strategy is verified."""
SHOWN_CLAIMS = 5
"""Wrong claims that are sent."""
OFTEN = 0.2
"""Seconds between two reports."""


def learned(worker: WorkerState, order: LearnOrder) -> Answer:
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
    return strategy_object(game, strategy_text(game, found, chosen, game.name), found)


def open_strategy(worker: WorkerState, order: StrategyFileOrder) -> Answer:
    """Return what the file says; ReadError or UnsuitedError if it is no strategy for the game."""
    return strategy_object(worker.known(order), order["text"], None)


def applies(worker: WorkerState, order: RuleOrder) -> Answer:
    """Return some of them, with the cells that the rule is about."""
    game, start = worker.known(order), worker.position(order)
    before = tuple(joints_of(game, game.initial, moves_in(order["moves"])))
    number = order["rule"]
    if order["method"] == "preferences":
        return {"examples": preferred(game, order["text"], number, start, before)}
    read = reading(game, order["text"])
    if number >= len(read.strategy.lemmas):
        raise UsageError(f"there is no rule {number}: there are {len(read.strategy.lemmas)}")
    found = firings(read, number, start, worker.clock(APPLYING))
    return {"examples": [firing_object(read, one, before) for one in found]}


def verified(worker: WorkerState, order: VerifyOrder) -> Answer:
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
            in_words(lemma, game) for lemma, _ in (*found.wrong, *found.wrong_moves)[:SHOWN_CLAIMS]
        ],
    }


tasks = {
    "applies": Task(applies),
    "learn": Task(learned),
    "open_strategy": Task(open_strategy),
    "verify": Task(verified),
}
