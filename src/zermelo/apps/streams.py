"""Standard output and standard error: whatever they lead to, and whatever becomes of it."""

import os
import sys

from zermelo.apps.guard import exit_code, report


def prepare() -> None:
    """Make both usable."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Closed by whoever started us. The next file that is opened would take its number, and
            # get what libraries print there.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
        # A terminal that cannot show a character shows a question mark; nothing stops for that.
        if hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="replace")


def flushed(code: object) -> object:
    """Write out what is still waiting; return the code to end with, if that was `code` so far."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            if not code:
                report(error, {})
                code = exit_code(error)
            # The interpreter must not try again when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return code
