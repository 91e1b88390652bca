"""Errors -> exit codes and messages: what stands around every command."""

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

import typer

from zermelo.apps import output
from zermelo.errors import LimitError, SourceError, UsageError, ZermeloError
from zermelo.process.interrupts import Terminated, in_words, signals
from zermelo.writing import FULL

NO = 1
WRONG_USAGE = 2
BAD_INPUT = 3
LIMIT_HIT = 4
INTERRUPTED = 130
PIPE_CLOSED = 141
"""128 and SIGPIPE: what a shell sees of a program whose reader has gone."""

Answer = TypeVar("Answer")


def exit_code(error: BaseException) -> int:
    """Return the code that a command ends with for an error."""
    match error:
        case UsageError():
            return WRONG_USAGE
        case LimitError() | MemoryError():
            return LIMIT_HIT
        case OSError(errno=number) if number in FULL:
            return LIMIT_HIT
        case KeyboardInterrupt():
            return INTERRUPTED
        case Terminated(code=int() as code):
            return code
        case OSError(errno=errno.EPIPE):
            return PIPE_CLOSED
    return BAD_INPUT


def spelled(error: BaseException) -> str:
    """Return what an error says."""
    match error:
        case MemoryError():
            return "there is not enough memory"
        case OSError(filename=str() as name, strerror=str() as reason):
            return f"{name}: {reason}"
        case OSError(errno=number, filename=None) if number in FULL:
            # Files are written by `zermelo.writing`, which names them: this is what is printed.
            return f"the output cannot be written: {os.strerror(number)}"
        case KeyboardInterrupt() | Terminated():
            return in_words(error)
    return str(error)


def placeless(error: BaseException) -> bool:
    """Tell whether an error is about a text, but about no place in it."""
    return isinstance(error, SourceError) and error.span is None


EXPECTED = ZermeloError, OSError, MemoryError, KeyboardInterrupt, Terminated
"""What a command may end with; anything else is a mistake of ours."""


def guarded(command: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return the command with every error as a message on stderr and an exit code.

    With `--json` the error is a JSON object on stdout as well, so that a script finds one there
    whatever happens.
    """

    @wraps(command)
    def run(*args: Any, **options: Any) -> Answer:
        from zermelo.kernels.background import background

        try:
            with signals.raising(), background.answering(output.tell):
                if output.chosen_renderer.get() is not None:
                    if "as_json" not in options:
                        raise UsageError("--format is for commands that have --json")
                    options["as_json"] = True
                return command(*args, **options)
        except BaseException as caught:
            # Whatever a signal was turned into on its way here, it is a signal that came.
            error = signals.exception() or caught
            if not isinstance(error, EXPECTED):
                raise
            signals.taken()
            report(error, options)
            raise typer.Exit(exit_code(error)) from None

    return run


def report(error: BaseException, options: Mapping[str, Any]) -> None:
    """Print what ended a command that was called with these options."""
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        return  # nobody is there to read it
    given = options.get("game") or options.get("file")
    place = f"{given}: " if placeless(error) and str(given) not in str(error) else ""
    with contextlib.suppress(OSError):  # nobody can be told
        print(f"zermelo: {place}{spelled(error)}", file=sys.stderr, flush=True)
    with contextlib.suppress(OSError):
        if options.get("as_json"):
            from zermelo.answers.error import error_answer

            output.show(error_answer(error, spelled(error)), as_json=True)
            sys.stdout.flush()
