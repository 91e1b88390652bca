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


def one_question(function: str, message: Message, allowance: Allowance) -> bytes:
    """Return what is written to a child that is to answer one question by `module:function`."""
    return framed(beginning(function, message, int(allowance.seconds) + 1, allowance.megabytes))


def first_of_many(factory: str, message: Message, allowance: Allowance) -> bytes:
    """Return what is written first to a child in which `module:factory` makes what answers."""
    begin = beginning(factory, message, UNLIMITED_CPU, allowance.megabytes)
    return framed({**begin, "session": True, "seconds": allowance.seconds})


def beginning(function: str, message: Message, cpu: int, megabytes: int) -> dict[str, Any]:
    """Return a first message: what to call, for whom, and what the process may use in all."""
    limits = {"cpu": cpu, "megabytes": megabytes}
    return {"function": function, "message": message, "parent": os.getpid()} | limits


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
        return {} if "session" in begin else made[0]

    say(answers, answered(first, begin["message"]))
    if "session" not in begin or not made:
        return
    for question in questions:
        limit_answer(question)
        say(answers, answered(made[0], question["message"]))


def limit_answer(question: Message) -> None:
    """Let the system count CPU time, and end this process with SIGPROF when it is spent."""
    signal.setitimer(signal.ITIMER_PROF, question.get("seconds", 0))


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
