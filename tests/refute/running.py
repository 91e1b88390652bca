"""Running parts of the adversary over ranges of seeds, in several processes."""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from types import FrameType

from tests.refute import (
    commands,
    knowledge,
    learning,
    mutants,
    positions,
    rules,
    sheets,
    solving,
    tables,
    trees,
)
from tests.refute.loading import in_process
from tests.refute.tally import Fault, Tally

PARTS: Mapping[str, Callable[[int, Tally], None]] = {
    "trees": trees.refute,
    "rules": rules.refute,
    "solving": solving.refute,
    "tables": tables.refute,
    "knowledge": knowledge.refute,
    "learning": learning.refute,
    "positions": positions.refute,
    "mutants": mutants.refute,
    "commands": commands.refute,
}
"""Each takes a seed, which stands for one game, and counts what it did."""
MINIMISERS: Mapping[str, Callable[[Fault], Fault]] = {
    "trees": trees.minimised,
    "rules": rules.minimised,
    "solving": partial(sheets.minimised, solving.solve),
    "tables": partial(sheets.minimised, tables.tabled),
    "knowledge": partial(sheets.minimised, knowledge.analysed),
    "learning": partial(sheets.minimised, learning.learnt),
    "positions": partial(sheets.minimised, positions.outside),
    "mutants": mutants.minimised,
}
CHUNK = 20
HANGING = 120
"""Seconds of computing after which a single game is given up as hanging."""


class HangingError(Exception):
    """A game took far too long."""


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raise HangingError after so many seconds of computing, however busy the machine is."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise HangingError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def tried(part: str, seeds: Sequence[int]) -> Tally:
    """Return what a part finds for some seeds."""
    tally = Tally()
    with in_process():
        for seed in seeds:
            try:
                with limited(HANGING):
                    PARTS[part](seed, tally)
            except HangingError:
                tally.faults.append(Fault(part, "hang", "took far too long", "", "", seed))
    return tally


def all_tried(part: str, seeds: Sequence[int], jobs: int) -> Iterator[Tally]:
    """Yield what a part finds, chunk by chunk, in several processes."""
    chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    if jobs < 2:
        yield from (tried(part, chunk) for chunk in chunks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(tried, part, chunk) for chunk in chunks]
        try:
            for done in as_completed(waiting):
                yield done.result()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def smallest(fault: Fault) -> Fault:
    """Return a fault with its game as small as the minimiser gets it."""
    if fault.part not in MINIMISERS or fault.kind == "hang":
        return fault
    with in_process():
        return MINIMISERS[fault.part](fault)
