"""A child process that answers: one question by a function, or many by what a function made.

Run as `python -m zermelo.process.answering`. The first message names the function and what the
process may use. In a session, the function makes what answers all further messages.
"""

import importlib
import os
import signal
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from zermelo.process.child import python
from zermelo.process.frames import Message, framed, received
from zermelo.process.limits import UNLIMITED_CPU, Allowance, confine

COMMAND = python("zermelo.process.answering")


def first_question(
    function: str, message: Message, allowance: Allowance, *, session: bool = False
) -> bytes:
    """Return what is written to a child first: what `module:function` is to answer, or to make.

    One answer is limited by what the process may use in all; in a session, each has its own limit.
    """
    begin = {
        "function": function,
        "message": message,
        "parent": os.getpid(),
        "session": session,
        "seconds": allowance.seconds if session else 0,
        "cpu": UNLIMITED_CPU if session else int(allowance.seconds) + 1,
        "megabytes": allowance.megabytes,
    }
    return framed(begin)


def next_question(message: Message, seconds: float) -> bytes:
    """Return a further question, which may take so much CPU time."""
    return framed({"message": message, "seconds": seconds})


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer for as long as there are questions, within the limits that the first one names."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    questions = received(requests)
    begin = next(questions, None)
    if begin is None:
        return
    limit_answer(begin)
    confine(begin["cpu"], begin["megabytes"])
    if os.getppid() != begin["parent"]:
        return  # killed before this process was bound to its life
    made: list[Any] = []

    def first(message: Message) -> Any:
        module, _, name = begin["function"].partition(":")
        made.append(getattr(importlib.import_module(module), name)(message))
        return {} if begin["session"] else made[0]

    say(answers, answered(first, begin["message"]))
    if not begin["session"] or not made:
        return
    for question in questions:
        limit_answer(question)
        say(answers, answered(made[0], question["message"]))


def limit_answer(question: Message) -> None:
    """Let the system count CPU time, and end this process with SIGPROF when it is spent."""
    signal.setitimer(signal.ITIMER_PROF, question["seconds"])


def answered(handler: Callable[[Message], Any], message: Message) -> Any:
    """Return an answer, or why there is none."""
    try:
        return handler(message)
    except MemoryError:
        return {"failed": "memory"}
    except RuntimeError as error:  # the only exception that clingo raises
        memory_failed = "bad_alloc" in str(error) or "memory" in str(error).lower()
        return {"failed": "memory" if memory_failed else str(error) or "clingo failed"}


def say(answers: BinaryIO, answer: Message) -> None:
    """Send an answer; what comes until the next question is not counted."""
    signal.setitimer(signal.ITIMER_PROF, 0)
    answers.write(framed(answer))
    answers.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
    # Freeing a large grounding takes seconds and serves nobody.
    os._exit(0)
