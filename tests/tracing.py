"""Which files of the package a command runs through, in the order in which each is first called.

`python -m tests.tracing FILE think tictactoe` runs a command and writes their names to a file, one
a line, with the number of calls. What happens while modules are loaded does not count: classes that
are made, decorators, constants.
"""

import inspect
import sys
import threading
from pathlib import Path
from types import FrameType

from tests.layers import PACKAGE

HOME = f"{PACKAGE}/"


class Trace:
    """What was called so far; threads are followed, too."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.calls: dict[str, int] = {}
        self.loading = threading.local()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Be told of a call or a return."""
        code = frame.f_code
        depth = getattr(self.loading, "depth", 0)
        if code.co_name == "<module>":
            self.loading.depth = depth + {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not depth and code.co_filename.startswith(HOME):
            if code.co_flags & inspect.CO_OPTIMIZED:  # the body of a class is not
                name = code.co_filename.removeprefix(HOME)
                self.calls[name] = self.calls.get(name, 0) + 1


def main() -> None:
    """Run a command under a trace."""
    file, *arguments = sys.argv[1:]
    from zermelo.apps.cli import main as command

    sys.argv = ["zermelo", *arguments]
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        command()
    finally:
        sys.setprofile(None)
        lines = [f"{name} {calls}\n" for name, calls in trace.calls.items()]
        Path(file).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
