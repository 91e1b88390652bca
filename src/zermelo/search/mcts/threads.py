"""Threads that search one tree: the caller's own, and others that wait for work in between."""

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from weakref import finalize

TOKEN = (1).to_bytes(8, sys.byteorder)
"""As `zermelo.kernels.tokens` has it, which is not loaded here."""
Work = Callable[[], int]
NOWHERE = -1


class Ring:
    """A place for each of some threads; the thread that finds the token in its own has its turn.

    Linux has counters for that. Who writes to a pipe is taken to sleep afterwards, and whoever is
    woken by that is put on the same core: two threads were no faster than one.
    """

    def __init__(self, size: int) -> None:
        """Give the first thread the token; a single thread needs no place."""
        places = [place() for _ in range(size)] if size > 1 else [(NOWHERE, NOWHERE)]
        self.own = [end for end, _ in places]
        self.next = [places[(number + 1) % size][1] for number in range(size)]
        if size > 1:
            finalize(self, close, {end for one in places for end in one})
            os.write(places[0][1], TOKEN)

    def wake(self) -> None:
        """Wake whoever waits for the token."""
        for end in self.next:
            if end != NOWHERE:
                os.write(end, TOKEN)


def place() -> tuple[int, int]:
    """Return the files from which a thread takes tokens, and into which others put them."""
    if sys.platform == "linux":
        counter = os.eventfd(0, os.EFD_SEMAPHORE | os.EFD_CLOEXEC)
        return counter, counter
    return os.pipe()


def close(files: set[int]) -> None:
    """Close some files."""
    for file in files:
        os.close(file)


class Team:
    """The caller and some more threads, which do their parts of something at the same time."""

    def __init__(self, size: int) -> None:
        """Have so many threads, with the caller's; they begin when they are first needed."""
        self.others = ThreadPoolExecutor(size - 1, "mcts") if size > 1 else None

    def together(self, parts: Sequence[Work], give_up: Callable[[], None]) -> int:
        """Do all parts, the first one in the caller's thread, and return what that one returns.

        If one of them fails, or the caller is interrupted, `give_up` is called, upon which the
        others must come back soon; nobody is at work any more when this returns or raises.
        """
        first, *rest = parts
        if self.others is None:
            return first()
        doing = []
        try:
            doing += [self.others.submit(guarded, part, give_up) for part in rest]
            return first()
        except BaseException:
            give_up()
            raise
        finally:
            for one in doing:
                one.result()


def guarded(part: Work, give_up: Callable[[], None]) -> int:
    """Do a part; if it fails, have the others give up."""
    try:
        return part()
    except BaseException:
        give_up()
        raise
