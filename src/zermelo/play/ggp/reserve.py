"""The reserve: the front process knows a legal move even if all its children are dead.

A thread derives it from the rules. It is asked only for a turn of which no child has said in time
what is legal, and then for no longer than some steps: other threads answer the manager meanwhile.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from zermelo.errors import LimitError, PlayError, ZermeloError
from zermelo.play.ggp.following import NAME, Following, role_called, sheet_of
from zermelo.play.ggp.messages import Start
from zermelo.position.rule_game import RuleGame

LARGEST = 256 * 1024
"""Characters of rules that are read here; the largest real sheet has 200,000."""
MOST_STEPS = 40_000
"""Steps of a question, about a second."""


class Reserve:
    """The match as the front process can follow it by itself."""

    def __init__(self, start: Start, thread: ThreadPoolExecutor) -> None:
        """Have the rules read."""
        self.start = start
        self.thread = thread
        self.opened: Future[Following[RuleGame]] = thread.submit(self.open)

    def open(self) -> Following[RuleGame]:
        """Return the match at its start."""
        start = self.start
        if len(start.rules) > LARGEST:
            raise LimitError(f"rules of more than {LARGEST} characters are left to the children")
        game = RuleGame(NAME, sheet_of(start.rules, start.syntax), steps=MOST_STEPS)
        return Following(game, role_called(game, start.role))

    async def look(
        self, fluents: Sequence[str] | None, moves: Sequence[Sequence[str]]
    ) -> dict[str, Any]:
        """Return what the referee would say of a turn; nothing if it takes too long to find out.

        Args:
            fluents: what holds in a state of the match; None for the first.
            moves: the joint moves that were made since.
        """
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.thread, self.found, fluents, moves)
        except PlayError as error:
            return {"say": "refused", "why": str(error)}
        except ZermeloError as error:
            return {"say": "note", "text": str(error).partition("\n")[0]}

    def found(
        self, fluents: Sequence[str] | None, moves: Sequence[Sequence[str]]
    ) -> dict[str, Any]:
        """Return what is legal after some moves; called in the thread."""
        match = self.opened.result()
        match.begin_at(match.game.initial if fluents is None else match.game.state_of(fluents))
        return {"say": "legal", **match.position(moves)}
