"""What every search is made of: limits, a clock, results that get better, and options."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from zermelo.position.game import Game, Joint, Move, Role, State, Trait, Values

if TYPE_CHECKING:
    from zermelo.search.events import Watch


@dataclass(frozen=True, slots=True)
class Limits:
    """What the caller allows; None is no limit."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None  # bytes


@dataclass(slots=True)
class Count:
    """What a search has spent."""

    nodes: int = 0
    leaves: int = 0
    cuts: int = 0


class OutOfTimeError(Exception):
    """The clock has run down: no error, it ends the search."""


class Clock:
    """Counts against limits from the moment it is made."""

    def __init__(self, limits: Limits | None = None) -> None:
        """Start."""
        self.limits = limits or Limits()
        self.count = Count()
        self.started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.perf_counter() - self.started

    def tick(self, nodes: int = 1) -> None:
        """Count nodes; OutOfTimeError when a limit is reached."""
        self.count.nodes += nodes
        if self.limits.nodes is not None and self.count.nodes >= self.limits.nodes:
            raise OutOfTimeError
        if self.limits.seconds is not None and self.seconds >= self.limits.seconds:
            raise OutOfTimeError


@dataclass(frozen=True, slots=True)
class Result:
    """What a search knows so far; a terminal state has values and no move."""

    move: Move | None
    values: Values
    line: tuple[Joint, ...] = ()
    depth: int = 0
    proven: bool = False


Thinker = Callable[[State, Clock], Iterator[Result]]


class Search(Protocol):
    """A frozen dataclass of options; the memory of a match lives in what `start` returns."""

    needs: ClassVar[Trait]

    def start(self, game: Game, role: Role, clock: Clock, watch: "Watch | None" = None) -> Thinker:
        """Bind a match; what is returned yields ever better results for a state."""


def option(default: Any, about: str) -> Any:
    """Return a dataclass field for an option, with the text that help shows."""
    return field(default=default, metadata={"about": about})


def last(results: Iterator[Result]) -> Result | None:
    """Return the best result that a search came to before its time was up."""
    best = None
    try:
        for result in results:
            best = result
    except OutOfTimeError:
        pass
    return best
