"""A limited child process: one function is called there, its answer comes back as arrays.

clingo cannot be interrupted while it grounds, and a hostile program can crash it or fill the
memory. So it runs in a fresh interpreter with limits on memory and CPU time, and is killed when it
hits them, or does nothing for long. How long it takes by the clock does not matter: the machine may
be busy.
"""

from typing import Any

from zermelo.process.answering import COMMAND, first_question
from zermelo.process.frames import Message
from zermelo.process.limits import Allowance
from zermelo.process.sync import SyncChild


def call(function: str, message: Message, allowance: Allowance) -> dict[str, Any]:
    """Return what `module:function` answers to `message` in a child process.

    Raises:
        TimeOutError, MemoryOutError: a limit was hit.
        ChildError: the function raised an error, or the child crashed.
    """
    return answer_of(SyncChild(COMMAND), function, message, allowance)


def answer_of(
    child: SyncChild, function: str, message: Message, allowance: Allowance
) -> dict[str, Any]:
    """Return the answer of a child that was just started, and end it; raises the same as `call`."""
    try:
        return child.ask(first_question(function, message, allowance), allowance)
    finally:
        child.end()
