"""A limited child process that answers many questions: what it has built up stays there.

`zermelo.process.sandbox.call` asks one question of a fresh process. A session keeps one, such as a
solver with all its rules. Every question has its own limit of CPU time, and may have a deadline by
the clock; when it takes longer, or memory runs out, the child is killed, and with it what it was
told.
"""

from dataclasses import replace
from typing import Any, Self

from zermelo.process.answering import COMMAND, first_question, next_question
from zermelo.process.child import ChildError
from zermelo.process.frames import Message
from zermelo.process.limits import Allowance
from zermelo.process.sync import SyncChild


class Session:
    """A child in which `module:factory` made, from the first message, what answers the others."""

    def __init__(
        self,
        factory: str,
        message: Message,
        *,
        megabytes: int,
        seconds: float = 60,
        deadline: float | None = None,
    ) -> None:
        """Start the child; `seconds` and `deadline` are what the factory may take, as in `ask`."""
        self.allowance = Allowance(seconds, megabytes)
        self.child = SyncChild(COMMAND)
        try:
            begin = first_question(factory, message, self.allowance, session=True)
            self.pose(begin, seconds, deadline)
        except BaseException:
            self.close()
            raise

    def ask(
        self, message: Message, seconds: float = 60, *, deadline: float | None = None
    ) -> dict[str, Any]:
        """Return the answer to a message.

        Args:
            message: the question.
            seconds: of CPU time that the answer may take, however busy the machine is.
            deadline: seconds by the clock, for callers who cannot wait longer.

        Raises:
            TimeOutError, MemoryOutError: a limit was hit; the session is over.
            ChildError: the child raised an error, or crashed; then too.
        """
        if self.child.over:
            raise ChildError("the session is over")
        return self.pose(next_question(message, seconds), seconds, deadline)

    def pose(self, question: bytes, seconds: float, deadline: float | None) -> dict[str, Any]:
        """Return the answer to a framed question."""
        spent = seconds if deadline is None else min(seconds, deadline)
        return self.child.ask(question, replace(self.allowance, seconds=spent), deadline)

    def close(self) -> None:
        """End the child."""
        self.child.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
