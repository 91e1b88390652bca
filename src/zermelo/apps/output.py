"""What commands print: answers on stdout, all else on stderr."""

import errno
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from zermelo.answers.answer import CommandAnswer
    from zermelo.answers.render import Renderer
    from zermelo.search.base import Clock

chosen_renderer: ContextVar["Renderer | None"] = ContextVar("chosen_renderer", default=None)
"""What `zermelo --format` asks for."""
PATIENCE = 1.0
"""Seconds after which somebody at a terminal wants to see that something goes on."""


def show(answer: "CommandAnswer", *, as_json: bool) -> None:
    """Print an answer for people, or as --json or --format says."""
    if as_json:
        from zermelo.answers.render.json import render

        print((chosen_renderer.get() or render)(answer))
        return
    screen: Console | None = None
    for part in answer.parts():
        if isinstance(part, str):
            print(part)
        else:
            screen = screen or console()
            screen.print(part)


def note(text: str) -> None:
    """Say something below an answer that is no part of it, such as which files were written."""
    from rich.text import Text

    console().print(Text(text, style="dim"))


def tell(text: str) -> None:
    """Say on stderr what is being done."""
    print(text, file=sys.stderr, flush=True)


def console(*, stderr: bool = False) -> "Console":
    """Return what prints tables and colours; plain text where it is no terminal."""
    from rich.console import Console

    from zermelo.answers.render.text import WIDTH

    class Plain(Console):
        """A console that leaves a closed pipe to whoever stands around the command."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError(errno.EPIPE, "the pipe is closed")

    # Into a file or a pipe, lines are as long as they are; tables still need some width.
    piped = not (sys.stderr if stderr else sys.stdout).isatty()
    width = WIDTH if piped else None
    return Plain(stderr=stderr, highlight=False, soft_wrap=piped, width=width)


Said = Callable[[], str]


class Progress:
    """A line on stderr that tells how far it is, on a terminal and after a second only."""

    def __init__(self, total: float | None = None) -> None:
        """Start the clock; `total` is what `report` counts up to, if that is known."""
        self.total = total
        self.started = time.perf_counter()
        self.lock = Lock()
        self.said: Said = str
        self.done: float | None = None
        self.waiting: Timer | None = None
        self.bar: Any = None

    def report(self, text: str | Said, done: float | None = None) -> None:
        """Show how far it is; a function is asked for the text again and again."""
        if not sys.stderr.isatty():
            return
        with self.lock:
            self.said = text if callable(text) else lambda: text
            self.done = done
            if self.bar is not None:
                self.bar.update(self.bar.task_ids[0], completed=done)
            elif self.waiting is None:
                # By a timer: what is being done may not come back here for a long time.
                patience = max(0.0, self.started + PATIENCE - time.perf_counter())
                self.waiting = Timer(patience, self.show)
                self.waiting.daemon = True
                self.waiting.start()

    def show(self) -> None:
        """Draw the line, from now on until it is stopped."""
        from rich.console import Console
        from rich.progress import BarColumn, ProgressColumn, SpinnerColumn, Task, TimeElapsedColumn
        from rich.progress import Progress as Bar
        from rich.text import Text

        report = self

        class Telling(ProgressColumn):
            """What is being done, as it is now."""

            def render(self, task: Task) -> Text:
                """Ask for the text."""
                return Text(report.said())

        with self.lock:
            if self.waiting is None:
                return  # it was stopped in the meantime
            columns = [SpinnerColumn(), *([BarColumn()] if self.total else [])]
            self.bar = Bar(
                *columns,
                Telling(),
                TimeElapsedColumn(),
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self.bar.add_task("", total=self.total, completed=self.done or 0)
            self.bar.start()

    def say(self, text: str) -> None:
        """Say something that stays, terminal or not."""
        self.stop()
        tell(text)

    def stop(self) -> None:
        """Wipe the line away."""
        with self.lock:
            if self.waiting is not None:
                self.waiting.cancel()
                self.waiting = None
            if self.bar is not None:
                self.bar.stop()
                self.bar = None


@contextmanager
def progress(total: float | None = None) -> Iterator[Progress]:
    """Give a progress line that is gone at the end."""
    shown = Progress(total)
    try:
        yield shown
    finally:
        shown.stop()


def thinking(spec: str, shown: Progress, done: float | None = None) -> "Callable[[Clock], None]":
    """Return what shows how many nodes a search has come to, given the clock it thinks by."""

    def begin(clock: "Clock") -> None:
        shown.report(lambda: f"{spec}: {clock.count.nodes:,} nodes", done)

    return begin
