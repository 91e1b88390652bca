"""What every search is made of: limits, a clock, results that get better, and options."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from inspect import isclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from zermelo.game.game import Game, Joint, Move, Role, State, Trait, Values
from zermelo.game.proof import Proof
from zermelo.registry import Registry
from zermelo.registry import option as option  # searches take it from here

if TYPE_CHECKING:
    from zermelo.search.events import Watch

DUEL = (
    Trait.ONE_ROLE
    | Trait.TWO_ROLES
    | Trait.TURNS
    | Trait.CONSTANT_SUM
    | Trait.DETERMINISTIC
    | Trait.PERFECT
)
"""What max and min need: one role or two, who take turns and share out the same total, no chance.

One role or two is an alternative: `suit.require` knows. A game of one role has no sum to keep."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the caller allows; None is no limit."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None  # bytes


@dataclass(slots=True)
class Spent:
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
        from zermelo.kernels.background import waited

        self.limits = limits or Limits()
        self.count = Spent()
        self.started = time.perf_counter()
        self.waited, self.waited_before = waited, waited.seconds

    @property
    def seconds(self) -> float:
        """How long it has been running, but for the time in which kernels were compiled."""
        waited = max(0.0, self.waited.seconds - self.waited_before)
        return time.perf_counter() - self.started - waited

    def part(self, limits: Limits) -> "Clock":
        """Return a clock for a part of the search; what interrupts this one interrupts it too."""
        return Clock(limits)

    def tick(self, nodes: int = 1) -> None:
        """Count nodes; OutOfTimeError when a limit is reached."""
        self.count.nodes += nodes
        if self.limits.nodes is not None and self.count.nodes >= self.limits.nodes:
            raise OutOfTimeError
        if self.limits.seconds is not None and self.seconds >= self.limits.seconds:
            raise OutOfTimeError


class Bound(Enum):
    """How the value of a result is meant."""

    EXACT = "exact"
    AT_LEAST = "at least"
    AT_MOST = "at most"


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a legal move seems to be worth to the role that thinks, and how often it was tried."""

    move: Move
    worth: float
    visits: int = 0
    bound: Bound = Bound.EXACT  # of a move that is no better than another, only that may be known
    # Tells the line that is expected after it, as long as the search is at this position.
    expected: Callable[[], tuple[Joint, ...]] | None = field(
        default=None, compare=False, repr=False
    )


@dataclass(frozen=True, slots=True)
class Result:
    """What a search knows so far; a terminal state has values and no move.

    With a `proof`, the values are exact: everything that matters was looked at, and no guess is in
    them. Where all that is missing to the proof is that a trait of the game is proved, that trait
    is the `premise`: `premises.discharged` may find its proof; `also` is what it rests on besides,
    if there is something. `bound` says how the value of the
    role that thinks is meant, for a search that was asked for no more than that. `shortest` is
    about games of one role: whether it is proved that no match with these values has fewer moves
    than `line`; None where nothing is claimed of the line. `unsolvable` is about them too: it is
    proved that no match comes to a goal, so there is no value. Then, and before anything was
    `searched`, the values are placeholders: show `reported` instead.
    """

    move: Move | None
    values: Values
    line: tuple[Joint, ...] = ()
    depth: int = 0
    proof: Proof | None = None
    bound: Bound = Bound.EXACT
    note: str = ""  # what else it has to say, for people
    shortest: bool | None = None
    premise: Trait | None = None
    searched: bool = True
    unsolvable: bool = False
    also: Proof | None = field(default=None, compare=False, repr=False)
    # Of a search that knows more than the best move: for people, so no part of the answer proper.
    prospects: tuple[Prospect, ...] = field(default=(), compare=False, repr=False)

    @property
    def proven(self) -> bool:
        """Whether the values are proved."""
        return self.proof is not None

    @property
    def reported(self) -> tuple[float | None, ...]:
        """The values to show: None for each role if nothing has been searched yet, or none is."""
        known = self.searched and not self.unsolvable
        return self.values if known else (None,) * len(self.values)

    @property
    def settled(self) -> bool:
        """Whether the search has nothing left to look at."""
        return self.proof is not None or self.premise is not None


Thinker = Callable[[State, Clock], Iterator[Result]]


class Search(Protocol):
    """A frozen dataclass of options; the memory of a match lives in what `start` returns."""

    needs: ClassVar[Trait]

    def start(self, game: Game, role: Role, clock: Clock, watch: "Watch | None" = None) -> Thinker:
        """Bind a match; what is returned yields ever better results for a state."""


def last(results: Iterator[Result]) -> Result | None:
    """Return the best result that a search came to before its time was up."""
    best = None
    try:
        for result in results:
            best = result
    except OutOfTimeError:
        pass
    return best


@cache
def searches() -> Registry[type[Search]]:
    """Return the class of every search: each file in `algorithms` is one, by its name.

    Another package offers a search by an entry point of the group `zermelo.search`.

    >>> "random" in searches()
    True
    """
    package, group = "zermelo.search.algorithms", "zermelo.search"
    return Registry("search", package, group, is_search, "has no `needs`")


def is_search(thing: Any) -> bool:
    """Whether something is the class of a search: it says which traits of a game it needs."""
    return isclass(thing) and hasattr(thing, "needs")
