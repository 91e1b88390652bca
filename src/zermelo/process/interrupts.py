"""Signals that end the program: acted on at any moment, never lost, always with a tidy exit.

Ctrl-C (SIGINT) raises KeyboardInterrupt; SIGTERM and SIGHUP raise Terminated. Both reach every
`finally` on their way, so children are ended and half-written files removed. But an exception that
is raised at an arbitrary moment can also get lost: in a destructor, in a callback from C, in code
of others that catches everything. So a signal stays noted until somebody says that it was acted on,
and is raised again if its exception is gone without that.

This module is the first that the command line imports: it must not import anything slow, not even
`typing`.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType
    from typing import Any, NoReturn

WORDS = {
    signal.SIGINT: "interrupted",
    signal.SIGTERM: "terminated",
    signal.SIGHUP: "terminated: its terminal was closed",
}
AGAIN = 0.2
"""Seconds after which to look whether the exception of a signal got lost."""
MOST_TIMES = 20
"""How often an exception may get lost before the process ends without asking anybody."""
SHOW_CURSOR = "\x1b[?25h"


class Terminated(SystemExit):  # it is no error, as SystemExit is none
    """SIGTERM or SIGHUP came: end, and tidy up on the way."""


def exit_code(number: int) -> int:
    """Return the exit code of a program that a signal ended, as shells have it."""
    return 128 + number


def in_words(ended: KeyboardInterrupt | Terminated) -> str:
    """Return what ended a command."""
    if isinstance(ended, Terminated) and isinstance(ended.code, int):
        return WORDS[signal.Signals(ended.code - 128)]
    return WORDS[signal.SIGINT]


class Signals:
    """The signals that have come to this process, and what is to be done about them."""

    def __init__(self) -> None:
        self.installed = False
        self.phase = "starting"  # then running, then ending
        self.came: signal.Signals | None = None  # and nobody has acted on it yet
        self.raised: BaseException | None = None
        self.times = 0
        self.postponing = 0

    def install(self) -> None:
        """Handle signals from now on, but for those that whoever started us wants ignored."""
        self.installed = True
        signal.signal(signal.SIGALRM, self.look_again)
        for number in WORDS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self.arrive)
        atexit.register(self.ignore)  # the first to be registered runs last
        usual = sys.unraisablehook

        def unraisable(lost: Any) -> None:
            if lost.exc_value is None or lost.exc_value is not self.raised:
                usual(lost)  # ours is raised again: nobody has to know

        sys.unraisablehook = unraisable

    def ignore(self) -> None:
        """Ignore signals: all is done, and the interpreter is about to take itself apart."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number in WORDS:
            signal.signal(number, signal.SIG_IGN)

    def arrive(self, number: int, frame: FrameType | None) -> None:
        """Act on a signal as soon as that is possible."""
        if self.phase != "running":
            self.leave(signal.Signals(number))
        self.came = signal.Signals(number)
        if not self.postponing:
            self.throw()

    def throw(self) -> NoReturn:
        """Raise what ends the program."""
        assert self.came is not None
        self.times += 1
        if self.times > MOST_TIMES:
            self.leave(self.came)
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
        self.raised = self.exception()
        assert self.raised is not None
        raise self.raised

    def exception(self) -> BaseException | None:
        """Return what a signal raises that came and that nobody has acted on; None if none came."""
        if self.came is None:
            return None
        interrupted = self.came is signal.SIGINT
        return KeyboardInterrupt() if interrupted else Terminated(exit_code(self.came))

    def look_again(self, number: int, frame: FrameType | None) -> None:
        """Raise the exception again if it got lost; leave it alone while it is on its way."""
        if self.came is None:
            return
        if self.postponing or self.in_flight(sys.exc_info()[1]):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
        else:
            self.throw()

    def in_flight(self, error: BaseException | None) -> bool:
        """Whether an exception that is being handled is ours, or came up while ours was."""
        while error is not None:
            if error is self.raised:
                return True
            error = error.__context__
        return False

    def taken(self) -> None:
        """Forget the signal: the caller has acted on it."""
        self.came, self.raised, self.times = None, None, 0
        if self.installed:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def leave(self, number: signal.Signals) -> NoReturn:
        """End the process here and now: nothing has begun yet, or all is done, or nothing helps."""
        if self.phase != "ending":
            if sys.stderr is not None and sys.stderr.isatty():
                os.write(2, SHOW_CURSOR.encode())
            os.write(2, f"zermelo: {WORDS[number]}\n".encode())
            if "--json" in sys.argv:
                kind = "KeyboardInterrupt" if number is signal.SIGINT else Terminated.__name__
                said = f'{{"error": {{"kind": "{kind}", "message": "{WORDS[number]}"}}}}\n'
                os.write(1, said.encode())
        os._exit(exit_code(number))

    @contextmanager
    def raising(self) -> Iterator[None]:
        """Raise signals as exceptions meanwhile: there is something to tidy up."""
        self.phase = "running"
        try:
            yield
        finally:
            self.phase = "ending"

    @contextmanager
    def postponed(self) -> Iterator[None]:
        """Let signals wait until this is done; other threads than the main one get none anyway."""
        import threading

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        if not self.installed:
            with usual_interrupt_postponed():
                yield
            return
        self.postponing += 1
        try:
            yield
        finally:
            self.postponing -= 1
        if self.came is not None and not self.postponing:
            self.throw()


@contextmanager
def usual_interrupt_postponed() -> Iterator[None]:
    """Let Ctrl-C wait in a program that uses this package and handles signals its own way."""
    usual = signal.getsignal(signal.SIGINT)
    if not callable(usual):
        yield
        return
    came: list[FrameType | None] = []
    signal.signal(signal.SIGINT, lambda _, frame: came.append(frame))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if came:
        usual(signal.SIGINT, came[0])


def forget_lost_interrupts() -> None:
    """Have the interpreter forget that a KeyboardInterrupt once left a text that it ran by `exec`.

    It would take that for one that nobody caught, and end the process by SIGINT instead of the exit
    code. It notes so for every text that it runs, the last of which is this one.
    """
    exec("")


signals = Signals()
"""Those of this process."""
