"""What commands print: answers on stdout, all else on stderr."""

import json
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 120
PATIENCE = 1.0
"""Seconds after which somebody at a terminal wants to see that something goes on."""


def print_json(answer: Mapping[str, Any]) -> None:
    """Print the one JSON object of a command."""
    print(json.dumps(answer))


def tell(text: str) -> None:
    """Say on stderr what is being done."""
    print(text, file=sys.stderr, flush=True)


def console() -> "Console":
    """Return what prints tables and colours on stdout; plain text where it is no terminal."""
    from rich.console import Console

    # Into a file or a pipe, lines are as long as they are; tables still need some width.
    piped = not sys.stdout.isatty()
    return Console(highlight=False, soft_wrap=piped, width=PIPE_WIDTH if piped else None)


class Progress:
    """A line on stderr that tells how far it is, on a terminal and after a second only."""

    def __init__(self, total: float | None = None) -> None:
        """Start the clock; `total` is what `report` counts up to, if that is known."""
        self.total = total
        self.started = time.perf_counter()
        self.bar: Any = None
        self.task: Any = None

    def report(self, text: str, done: float | None = None) -> None:
        """Show how far it is."""
        if not sys.stderr.isatty() or time.perf_counter() - self.started < PATIENCE:
            return
        if self.bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bar

            columns = [SpinnerColumn(), *([BarColumn()] if self.total else [])]
            columns += [TextColumn("{task.description}"), TimeElapsedColumn()]
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task(text, total=self.total)
            self.bar.start()
        self.bar.update(self.task, description=text, completed=done)

    def stop(self) -> None:
        """Wipe the line away."""
        if self.bar is not None:
            self.bar.stop()


@contextmanager
def progress(total: float | None = None) -> Iterator[Progress]:
    """Give a progress line that is gone at the end."""
    shown = Progress(total)
    try:
        yield shown
    finally:
        shown.stop()


def number(value: float) -> str:
    """Return a number as people read it, with three digits.

    >>> number(93_412_345.0), number(4212.5), number(0.02711)
    ('93.4 M', '4,212', '0.0271')
    """
    for size, letter in ((1e9, "G"), (1e6, "M")):
        if value >= size:
            return f"{value / size:.3g} {letter}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def worth(value: float | None) -> str:
    """Return a value as people read it.

    >>> worth(50.0), worth(33.333333), worth(None)
    ('50', '33.3333', 'undefined')
    """
    return "undefined" if value is None else f"{value:g}"
