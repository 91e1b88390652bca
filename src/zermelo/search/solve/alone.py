"""The best that a single role can get: by all positions if they are few, else by several methods.

Where all positions are known, every move has its worth. Where they are too many, a match is looked
for that brings the best goal, and a proof that none brings more, or as much in fewer moves.
"""

from math import inf

from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.symmetry.folding import Folding
from zermelo.search.base import Clock, OutOfTimeError
from zermelo.search.plan.portfolio import solving
from zermelo.search.plan.progress import Standing
from zermelo.search.solve.graph import Report
from zermelo.search.solve.solution import Solution, solved

SMALL = 128
"""Megabytes that all positions may take: some two million, and a few seconds."""
SHARE = 0.1
"""What part of the time may be spent on all positions, where time is limited."""
IMAGES = 64
"""With more symmetries than these, it takes longer to fold positions than to look at them all."""
FLUENTS = 512
"""With more fluents than these, it would take longer to find symmetries than they save."""


def few_positions(
    game: CompiledGame,
    state: State,
    clock: Clock,
    *,
    megabytes: int,
    report: Report,
    folding: Folding | None,
) -> Solution | None:
    """Return the worth of all positions; None if they are too many."""
    limit = clock.limits.seconds
    until = inf if limit is None else clock.seconds + SHARE * limit

    def timed(text: str) -> None:
        report(text)
        if clock.seconds > until:
            raise LimitError("all positions are too many")

    if folding is not None and folding.order > IMAGES:
        folding = None
    room = min(SMALL, megabytes)
    try:
        return solved(game, state, megabytes=room, report=timed, folding=folding)
    except LimitError:
        return None


def best_match(game: CompiledGame, state: State, clock: Clock, report: Report) -> Standing:
    """Return the best match that is found, and what is proved of it."""
    standing = Standing.of(game, state)
    try:
        for result in solving(standing, clock):
            if standing.goal is not None:
                report(f"{standing.goal} in {len(result.line)} moves by {standing.method}")
    except (OutOfTimeError, LimitError):
        pass  # whoever hears of what is found last may say that time is up
    return standing
