"""The log of a player: a line for every message, written by a thread of its own.

Whoever reads our standard error may be slow, or have stopped reading: then lines are lost, but no
move is late for it.
"""

import queue
import sys
import threading
import time

MOST_WAITING_LINES = 1000
"""Lines that may wait to be written."""


class Journal:
    """Writes lines with the time of day."""

    def __init__(self) -> None:
        """Begin to write."""
        self.lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING_LINES)
        self.lost = 0
        self.thread = threading.Thread(target=self.write, daemon=True)
        self.thread.start()

    def __call__(self, text: str) -> None:
        """Have a line written, unless too many wait already."""
        try:
            self.lines.put_nowait(f"{time.strftime('%H:%M:%S')}  {text}")
        except queue.Full:
            self.lost += 1

    def write(self) -> None:
        """Write what comes until the end."""
        while (line := self.lines.get()) is not None:
            try:
                sys.stderr.write(line.translate(UNSEEN) + "\n")
                sys.stderr.flush()
            except (OSError, ValueError):
                return  # nobody reads it any more

    def close(self, seconds: float = 1.0) -> None:
        """Have the rest written, if that is quick."""
        try:
            self.lines.put_nowait(None)
        except queue.Full:
            return
        self.thread.join(seconds)


UNSEEN = dict.fromkeys((*range(9), *range(11, 32), 127), "�")
"""What a manager writes must not move the cursor of a terminal."""
