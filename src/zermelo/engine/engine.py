"""Engine: what runs the rules of a game, on thousands of states at once.

A state is a row of words with a bit for each fluent. Searches ask an engine, and never look at the
circuit behind it: another engine may run the same game in another way.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from inspect import isclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.order import Gates
from zermelo.engine.narrow import Narrow
from zermelo.engine.rails import Rails
from zermelo.engine.wide import Wide
from zermelo.errors import UsageError
from zermelo.registry import Registry

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
Counts = NDArray[np.int64]
BATCH = 1024
"""Rows that it is good to ask an engine about at once: more cost memory, fewer cost time."""


def words_for(bits: int) -> int:
    """Return how many words hold `bits` bits; at least one."""
    return max(1, (bits + 63) // 64)


@dataclass(frozen=True)
class Dimensions:
    """The size of a game: what a bit of a row, a move number and a goal number stand for."""

    fluents: int
    firsts: Ints  # [roles + 1] the first move of each role, and how many there are in all
    goal_roles: Ints  # [goals]
    goal_values: Ints  # [goals]
    wires: int  # that one pass over the rules needs
    work: int  # numbers that one pass reads: the same on every machine, unlike seconds

    @cached_property
    def moves(self) -> int:
        """How many moves all roles have together."""
        return int(self.firsts[-1])

    @cached_property
    def goals(self) -> int:
        """How many pairs of a role and a goal value the rules have."""
        return len(self.goal_roles)

    @cached_property
    def words(self) -> int:
        """How many words a row of fluents has."""
        return words_for(self.fluents)


@dataclass(frozen=True, slots=True)
class Views:
    """What holds in each state of a batch."""

    legal: Words  # [states, words] a bit for each move of each role
    ended: NDArray[np.bool_]  # [states]
    goals: NDArray[np.bool_]  # [states, goals] which goals hold


class RandomMatches(Protocol):
    """Matches in which every role plays at random: many at once, each begun anew after its end."""

    totals: Counts  # matches that ended, steps, matches cut at the limit, matches with a stuck role
    goals: Counts  # [goals] how often each held at the end
    first_moves: Counts  # [moves] how often each was made first; [0] if nobody asks

    def play(self, passes: int, *, closing: bool = False) -> None:
        """Play a number of steps in every match; when `closing`, no match begins."""

    def going_on(self) -> tuple[int, int]:
        """Return how many matches have begun and are not over, and their steps together."""

    def legal(self, *, every: bool) -> Counts:
        """Return how many moves each role has [roles, matches] before the end.

        Of `every` match, or of those that have begun; perhaps of some of them only.
        """


class Engine(Protocol):
    """Runs batches of states. Threads may share an engine."""

    @property
    def name(self) -> str:
        """What the engine is called."""

    @property
    def dimensions(self) -> Dimensions:
        """How many fluents, moves and goals there are."""

    @property
    def initial(self) -> Ints:
        """A number for each fluent: 1 if it holds at the start."""

    @property
    def has_kernels(self) -> bool:
        """Whether searches may run the circuit in kernels of their own."""

    def view(self, states: Words) -> Views:
        """Return what holds in states [any number, words]."""

    def step(self, states: Words, joints: Ints) -> Words:
        """Return the states after the joint moves [states, roles]."""

    def children(self, views: Views) -> tuple[Ints, Ints]:
        """Return every joint move of every state that has not ended: its state's number, itself."""

    def matches(self, start: Ints, seed: int, step_limit: int) -> RandomMatches:
        """Return random matches from a state, given as one number for each fluent."""

    @property
    def rails(self) -> Rails:
        """The rules for states of which only some fluents are known."""

    @property
    def narrow(self) -> Narrow:
        """The circuit for kernels that open one node at a time."""

    @property
    def ternary(self) -> Narrow:
        """The circuit on two rails, for kernels that ask what follows from a part of a state."""

    @property
    def wide(self) -> Wide:
        """The circuit for kernels that play 1024 matches at a time."""

    def identity(self) -> Iterator[bytes]:
        """Yield bytes that tell these rules from all others: the same ones for every engine."""


AUTO = "auto"
USUAL = "native"
"""What `auto` is: the fastest engine of all that run every game."""
MakesEngine = Callable[[Gates, bool], Engine]
"""Called with the circuit of a game, and whether anything made of it may be kept on disk."""


@cache
def engines() -> Registry[MakesEngine]:
    """Return what makes each engine: a file in `engines` has one, by its name.

    Another package offers an engine by an entry point of the group `zermelo.engine`: its name, and
    a class that is called as `MakesEngine` says.

    >>> sorted(engines())
    ['interpreter', 'native', 'plain']
    """
    package, group = "zermelo.engine.engines", "zermelo.engine"
    return Registry("engine", package, group, is_engine, "plays no matches")


def is_engine(thing: Any) -> bool:
    """Whether something is the class of an engine."""
    return isclass(thing) and hasattr(thing, "matches")


def engine_named(name: str) -> MakesEngine:
    """Return what makes the engine of that name; `auto` is the usual one.

    Raises:
        UsageError: there is no such engine; with the nearest name.
    """
    made = engines().get(USUAL if name == AUTO else name)
    if made is None:
        names = [AUTO, *engines()]
        near = get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
        raise UsageError(f"no engine is called {name!r}; {hint}")
    return made
