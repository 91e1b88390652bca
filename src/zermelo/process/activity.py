"""Whether a process is at work, by the CPU time that it and its children have taken.

The time that a task takes by the clock says nothing on a busy machine. What a child may use is CPU
time, which the system counts and limits; this is for a child that takes none at all: it waits for
something that will not happen.
"""

import os
from pathlib import Path

LOOK_INTERVAL = 2.0
"""Seconds between two looks at a child."""
LONGEST_STILLNESS = 60.0
"""Seconds after which a child that has taken no CPU time is stuck."""


class Stillness:
    """Adds up for how long a process has taken no CPU time.

    >>> still = Stillness(most=1.0)
    >>> [still.looked(taken, 0.5) for taken in (0.1, 0.2, 0.2, 0.3, 0.3, 0.3)]
    [False, False, False, False, False, True]
    """

    def __init__(self, most: float) -> None:
        """Allow a number of seconds."""
        self.most = most
        self.taken: float | None = None
        self.seconds = 0.0

    def looked(self, taken: float | None, waited: float) -> bool:
        """Tell whether it is stuck, given the CPU time it has taken and the time since the last."""
        if taken is None or taken != self.taken:
            self.taken, self.seconds = taken, 0.0
        else:
            self.seconds += waited
        return self.seconds >= self.most


def cpu_seconds(process: int) -> float | None:
    """Return the CPU time of a process and its children; None where the system does not tell."""
    parents, ticks = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = file.read_text()
        except OSError:
            continue  # it has ended meanwhile: what it took is in its parent's numbers
        # Its name, in brackets, may hold anything; then come its state, its parent, ..., and user
        # and system time of itself and of children that have ended.
        fields = text.rpartition(")")[2].split()
        one = int(file.parent.name)
        parents[one], ticks[one] = int(fields[1]), sum(map(int, fields[11:15]))
    if process not in ticks:
        return None
    family = {process}
    for one in sorted(parents):  # children come later, but for numbers that were used again
        if parents[one] in family:
            family.add(one)
    return sum(ticks[one] for one in family) / os.sysconf("SC_CLK_TCK")
