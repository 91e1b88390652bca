"""Counts of what was tried, and what was found to be wrong."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fault:
    """A claim that is wrong, or a crash: of which part, by what, and the game as text."""

    part: str
    kind: str  # wrong, traceback or hang
    what: str  # the search or command, and what it said
    ending: str
    text: str  # of the game
    seed: int
    search: str = ""  # where a search said it: its spelling, where it started and for whom
    place: int = 0
    role: str = ""

    @property
    def group(self) -> tuple[str, str, str]:
        """What is probably the same fault."""
        said = re.sub(r"[-0-9.()]+|'[^']*'", "#", self.what.rpartition(": ")[2])
        return self.part, self.search.split(":")[0] or self.what.split(":")[0], said[:40]

    def __str__(self) -> str:
        return f"{self.kind} [{self.part} {self.seed}] {self.what}"


@dataclass
class Tally:
    """What a part of the adversary has done."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add what another one has counted."""
        self.counts += other.counts
        self.faults += other.faults

    def rows(self) -> Iterator[tuple[str, int]]:
        """Yield what people are shown."""
        for name in ("games", "searches", "claims", "refusals"):
            yield name, self.counts[name]
        for kind in ("wrong", "traceback", "hang"):
            yield kind, sum(fault.kind == kind for fault in self.faults)
