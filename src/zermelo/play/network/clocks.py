"""Clocks: when to answer, and how long a manager may be silent.

A manager takes answers until a second after the play clock, and until exactly the start clock. We
answer before either is over, and go beyond the play clock only if no legal move is known at all.
"""

MARGIN = 0.2
"""Seconds that are always kept back: on a machine whose cores are all busy, an answer was never
later than it should be by half of that (`python -m benchmarks.player`)."""
SHARE = 0.05
"""The part of a clock that is kept back if it is more: a network is slower than this machine."""
MOST_KEPT = 2.0
LEAST = 0.1
"""Seconds that are taken even of a clock of zero: the manager waits for a second more."""
GRACE = 0.5
"""Seconds after the play clock in which a legal move is still waited for."""
MEMORY_A_SECOND = 128 << 20
"""Bytes of tables for each second of the play clock. A table that is full is copied into a larger
one, and nothing else is done meanwhile: that must be over within one turn."""
LONGEST_THINKING = 600.0
"""Seconds that are thought at most, whatever the clock allows."""


def budget(clock: float) -> float:
    """Return how many seconds after a message its answer is given.

    >>> [budget(clock) for clock in (0, 1, 10, 100, 1e9)]
    [0.1, 0.8, 9.5, 98.0, 600.0]
    """
    kept = min(MOST_KEPT, max(MARGIN, SHARE * clock))
    return min(LONGEST_THINKING, max(LEAST, clock - kept))


def last_moment(clock: float) -> float:
    """Return how many seconds after a message it is no use to wait for a legal move any longer."""
    return min(LONGEST_THINKING, clock) + GRACE


def memory(clock: float, megabytes: int) -> int:
    """Return the bytes that a search may use for its tables, of all that its process may use.

    >>> [memory(clock, 6144) >> 20 for clock in (0, 1, 10, 100)]
    [128, 128, 1280, 3072]
    """
    return int(min(megabytes << 19, MEMORY_A_SECOND * max(1.0, clock)))


def silence(start_clock: float, play_clock: float, patience: float) -> float:
    """Return the seconds without a message after which a manager is believed to be gone.

    Between two messages every other player may use up its clock and the second after it, twice if
    the manager asks them one after the other; `patience` is for the manager itself.
    """
    return 2 * (min(LONGEST_THINKING, max(start_clock, play_clock)) + 1) + patience
