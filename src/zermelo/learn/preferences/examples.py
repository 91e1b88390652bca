"""Ordered examples: two moves of one state, of which one is worth more than the other.

The worths are exact, so that every strict pair of the states looked at is an example, not only
those that some search came across.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from random import Random
from typing import Literal

from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, mover
from zermelo.search.solve.solution import Solution, solved

Reach = Literal["line", "best", "all"]
MEGABYTES = 1024
"""What solving may take: some ten million positions, a minute or so."""
MOST_CHOICES = 2000
"""Choices that are looked for: thousands of orderings, which take seconds to count in."""


@dataclass(frozen=True, slots=True)
class ChoiceState:
    """A state in which a role has a choice: where its moves lead, and what that is worth to it."""

    state: State
    role: Role
    children: tuple[State, ...]
    worths: tuple[float, ...]

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of children, the better one first, that are not worth the same."""
        for better, most in enumerate(self.worths):
            for worse, least in enumerate(self.worths):
                if most > least:
                    yield better, worse


def choices(
    game: CompiledGame,
    starts: Sequence[State],
    reach: Reach = "all",
    role: Role | None = None,
    *,
    megabytes: int = MEGABYTES,
    most: int = MOST_CHOICES,
    check: Callable[[], None] | None = None,
) -> tuple[ChoiceState, ...]:
    """Return the states with a strict pair that can come about from any of the starts.

    Args:
        game: one that can be solved.
        starts: where to begin.
        reach: `all` that can be reached; or where `role` makes none but `best` moves; or where it
            plays one `line`: the best move that ends the match soonest. Others may do anything.
        role: the one that plays well; if not given, the one that moves first.
        megabytes: what solving may take.
        most: how many choices; if there are more, some from everywhere.
        check: called now and then while the game is solved; what it raises ends the work.

    Raises:
        UnsuitedError: the game has no exact values, or there is nothing to prefer.
        LimitError: there are too many positions to solve.
    """
    found: dict[State, ChoiceState] = {}
    for start in starts:
        solution = solution_of(game, start, megabytes, check)
        walk = Walk(game, solution, reach, role).choices(start)
        for choice in islice(walk, most // len(starts)):
            found.setdefault(choice.state, choice)
    if not found:
        raise UnsuitedError(
            f"{game.name}: no move is worth more than another from here, so that there is nothing "
            "to prefer; start from another state"
        )
    return tuple(found[state] for state in sorted(found))


def solution_of(
    game: CompiledGame, start: State, megabytes: int, check: Callable[[], None] | None
) -> Solution:
    """Return the value of all that can be reached; LimitError if that is too much."""
    report = None if check is None else lambda _: check()
    try:
        return solved(game, start, megabytes=megabytes, report=report)
    except LimitError:
        raise LimitError(
            f"{game.name} has more positions from here than {megabytes:,} MB can hold; start later "
            "in a match, where fewer can be reached, or take a smaller instance"
        ) from None


@dataclass(slots=True)
class Walk:
    """Goes through the states that may come about."""

    game: CompiledGame
    solution: Solution
    reach: Reach
    role: Role | None

    def choices(self, start: State) -> Iterator[ChoiceState]:
        """Yield the states with a strict pair, each once, in random order on the way."""
        seen, todo, random = {start}, [start], Random(0)
        while todo:
            place = random.randrange(len(todo))
            todo[place], todo[-1] = todo[-1], todo[place]
            state = todo.pop()
            children = tuple(dict.fromkeys(child.state for child in self.game.children(state)))
            chooser = None if self.game.terminal(state) else mover(self.game, state)
            if chooser is not None:
                worths = tuple(self.worth(child, chooser) for child in children)
                if min(worths) < max(worths):
                    yield ChoiceState(state, chooser, children, worths)
                if self.role is None:
                    self.role = chooser
                if self.role == chooser:
                    children = self.followed(children, worths)
            fresh = [child for child in children if child not in seen]
            seen.update(fresh)
            todo += fresh

    def followed(self, children: tuple[State, ...], worths: tuple[float, ...]) -> tuple[State, ...]:
        """Return the states that the role lets come about."""
        if self.reach == "all":
            return children
        most = max(worths)
        best = tuple(child for child, one in zip(children, worths, strict=True) if one == most)
        return best if self.reach == "best" else (min(best, key=self.distance),)

    def distance(self, state: State) -> float:
        """Return how many moves there are to the end."""
        found = self.solution.worth(self.game.row(state))
        return inf if found is None or found.distance is None else found.distance

    def worth(self, state: State, role: Role) -> float:
        """Return what a state is worth to a role; less than nothing if it comes to no end."""
        found = self.solution.worth(self.game.row(state))
        assert found is not None, "all that can be reached was solved"
        return -1.0 if found.values is None else found.values[role]
