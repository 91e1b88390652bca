"""The reserve: the front process knows a legal move even if all its children are dead.

It derives it from the rules, for a turn of which no child has said in time what is legal. What
takes few steps is done at once. More is done in a thread: on a busy machine a thread that computes
holds up the event loop again and again, for much longer than it runs.
"""

import asyncio
import contextlib
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from zermelo.errors import LimitError, PlayError, ZermeloError
from zermelo.game.game import State
from zermelo.game.rule_game import RuleGame
from zermelo.play.network.messages import Start
from zermelo.play.network.tracking import NAME, legal_joint, legal_texts, role_called, sheet_of

SHORT_RULES = 32 * 1024
"""Characters of rules that are read at once, in some hundredths of a second."""
LARGEST_RULES = 256 * 1024
"""Characters of rules that are read at all; the largest real sheet has 200,000."""
FEW_STEPS = 3_000
MOST_STEPS = 40_000
"""Steps of a question: at once, and in a thread, where they take about a second."""


class Reserve:
    """The match as the front process can follow it by itself."""

    def __init__(self, start: Start, thread: ThreadPoolExecutor) -> None:
        """Begin with nothing: the rules are read when they are needed, if not before."""
        self.start = start
        self.thread = thread
        self.game: RuleGame | None = None
        self.lock = threading.Lock()

    def prepare(self) -> None:
        """Read the rules ahead, if they are short; what is wrong with them is said when asked."""
        if len(self.start.rules) <= SHORT_RULES:
            with contextlib.suppress(ZermeloError):
                self.game = self.opened()

    async def look(
        self, fluents: Sequence[str] | None, moves: Sequence[Sequence[str]]
    ) -> dict[str, Any]:
        """Return what the referee would say of a turn; nothing if it takes too long to find out.

        Args:
            fluents: what holds in a state of the match; None for the first.
            moves: the joint moves that were made since.
        """
        if len(self.start.rules) <= SHORT_RULES and self.lock.acquire(blocking=False):
            try:
                said = self.found(fluents, moves, FEW_STEPS)
            finally:
                self.lock.release()
            if said["say"] != "note":
                return said
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.thread, self.computed, fluents, moves)

    def computed(
        self, fluents: Sequence[str] | None, moves: Sequence[Sequence[str]]
    ) -> dict[str, Any]:
        """Return what is found with more steps; called in the thread."""
        with self.lock:
            return self.found(fluents, moves, MOST_STEPS)

    def found(
        self, fluents: Sequence[str] | None, moves: Sequence[Sequence[str]], steps: int
    ) -> dict[str, Any]:
        """Return what is legal after some moves, or a note on why that was not found."""
        try:
            game = self.game = self.game or self.opened()
            game.steps = steps
            state = game.initial if fluents is None else game.state_of(fluents)
            for texts in moves:
                # Whether the match is over takes longest to derive; then nobody asks for a move.
                state = game.next(state, legal_joint(game, state, texts))
            return self.legal_in(game, state)
        except PlayError as error:
            return {"say": "refused", "why": str(error)}
        except ZermeloError as error:
            return {"say": "note", "text": str(error).partition("\n")[0]}

    def legal_in(self, game: RuleGame, state: State) -> dict[str, Any]:
        """Return what is legal in a state; some of it if all takes too long."""
        role = role_called(game, self.start.role)
        fluents = game.describe(state)
        try:
            return {"say": "legal", "legal": legal_texts(game, state, role), "state": fluents}
        except LimitError:
            some = [game.spell(role, move) for move in game.legal_so_far(role)]
            if not some:
                raise
            return {"say": "some", "legal": some, "state": fluents}

    def opened(self) -> RuleGame:
        """Return the game that the rules describe."""
        start = self.start
        if len(start.rules) > LARGEST_RULES:
            raise LimitError(
                f"rules of more than {LARGEST_RULES} characters are left to the children"
            )
        return RuleGame(NAME, sheet_of(start.rules, start.syntax), steps=MOST_STEPS, early=True)
