"""Lines that a person types, or that come through a pipe."""

import sys
from collections.abc import Callable

from zermelo.apps.playing.screen import Screen

Ask = Callable[[str], str | None]
"""Takes a prompt, returns the next line; None where there are no more."""


def keyboard(screen: Screen) -> Ask:
    """Return what asks for lines on standard input.

    At a terminal there is a prompt, and the line can be edited. Lines of a pipe are repeated behind
    the prompt, so that what is printed reads like a match at a terminal.
    """
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    is_terminal = sys.stdin.isatty()
    next_line = typed_line if is_terminal else piped_line

    def ask(prompt: str) -> str | None:
        screen.console.file.flush()
        line = next_line(prompt)
        if line is not None:
            screen.typed(prompt, line, printed=is_terminal)
        return line

    return ask


def typed_line(prompt: str) -> str | None:
    """Return what a person types; the line can be edited where the terminal is ours alone."""
    try:
        if sys.stdout.isatty():
            import readline  # noqa: F401  # `input` edits lines once it is there

            return input(prompt)
        print(prompt, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
    except EOFError:
        line = ""
    except KeyboardInterrupt:
        print(file=sys.stderr)
        raise
    if not line:
        print(file=sys.stderr)
    return line.rstrip("\r\n") if line else None


def piped_line(prompt: str) -> str | None:
    """Return the next line of a pipe or a file."""
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None
