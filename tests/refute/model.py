"""A game as the oracles see it: numbered places, legal moves as texts, exact goals.

Both drawn trees and enumerated rule games become one of these, so that every oracle is written
once, from the definitions, and shares no code with the program.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

JointText = tuple[str, ...]
Vector = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A position: an end with goals, or legal moves by role and where each joint move leads.

    A role without a move before the end has an empty tuple; then `after` is empty.
    """

    legal: tuple[tuple[str, ...], ...] = ()
    after: Mapping[JointText, int] | None = None
    goals: tuple[Fraction | None, ...] | None = None

    @property
    def over(self) -> bool:
        """Whether the match ends here."""
        return self.goals is not None


@dataclass(frozen=True)
class Model:
    """All positions that can be reached; the first is the initial one."""

    roles: tuple[str, ...]
    places: tuple[Place, ...]
    range: tuple[tuple[Fraction, Fraction], ...]  # the goals that are written for each role
    chance: int | None = None  # the role `random`

    def choosers(self, place: int) -> list[int]:
        """Return the roles that have more than one move."""
        return [role for role, moves in enumerate(self.places[place].legal) if len(moves) > 1]

    def children(self, place: int) -> Mapping[JointText, int]:
        """Return where each joint move leads, in the order of the moves."""
        return self.places[place].after or {}

    def reached(self, start: int = 0) -> list[int]:
        """Return all places that can be reached from one, itself first."""
        found = [start]
        known = {start}
        for place in found:  # which grows meanwhile
            for child in self.children(place).values():
                if child not in known:
                    known.add(child)
                    found.append(child)
        return found

    def counted(self, depth: int) -> Iterator[dict[int, int]]:
        """Yield for each depth up to one how many paths lead to which places."""
        level = {0: 1}
        for _ in range(depth + 1):
            yield level
            after: dict[int, int] = {}
            for place, count in level.items():
                for child in self.children(place).values():
                    after[child] = after.get(child, 0) + count
            level = after

    def possible(self, start: int) -> tuple[tuple[Fraction, Fraction], ...]:
        """Return the least and the most that each role may get from a place.

        A match without an end counts as half of what two roles share out at some end; else it is
        worth no less and no more than the ends that can be reached. Where a role may get stuck, or
        has no goal at an end, it may be anything that is written. But a single role is never forced
        into a position without a move, and gains nothing there.
        """
        halves = self.halves(start)
        return tuple((min([low, *halves]), max([high, *halves])) for low, high in self.given(start))

    def halves(self, start: int) -> list[Fraction]:
        """Return what a match without an end may count for each of two roles."""
        if len(self.roles) != 2 or self.upwards(start) is not None:
            return []
        return [total / 2 for total in self.sums(start) if total is not None]

    def given(self, start: int) -> tuple[tuple[Fraction, Fraction], ...]:
        """Return the least and the most that each role may get at an end, or anything written."""
        reached = [self.places[place] for place in self.reached(start)]
        ends = [place.goals for place in reached if place.goals is not None]
        known = [tuple(goal for goal in goals if goal is not None) for goals in ends]
        stuck = any(not place.over and not place.after for place in reached)
        stuck = stuck and len(self.roles) > 1
        if stuck or not ends or any(len(goals) < len(self.roles) for goals in known):
            return self.range
        return tuple((min(column), max(column)) for column in zip(*known, strict=True))

    def upwards(self, start: int = 0) -> list[int] | None:
        """Return the places below one, children before parents; None if there is a cycle."""
        done: dict[int, bool] = {}  # False while it is on the path
        order: list[int] = []
        stack: list[tuple[int, Iterator[int]]] = [(start, iter(self.children(start).values()))]
        done[start] = False
        while stack:
            place, rest = stack[-1]
            child = next(rest, None)
            if child is None:
                stack.pop()
                done[place] = True
                order.append(place)
            elif child not in done:
                done[child] = False
                stack.append((child, iter(self.children(child).values())))
            elif not done[child]:
                return None
        return order

    @cached_property
    def players(self) -> list[int]:
        """The roles without `random`."""
        return [role for role in range(len(self.roles)) if role != self.chance]

    def sums(self, start: int = 0) -> set[Fraction | None]:
        """Return what the players get together at the ends below a place; None if undefined."""
        found: set[Fraction | None] = set()
        for place in self.reached(start):
            goals = self.places[place].goals
            if goals is not None:
                own = [goals[role] for role in self.players]
                known = [goal for goal in own if goal is not None]
                found.add(sum(known, Fraction(0)) if len(known) == len(own) else None)
        return found
