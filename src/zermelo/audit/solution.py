"""Claims of a solution: positions are expanded, and each row is checked against the next ones."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from zermelo.audit.evaluator import Evaluator, Look
from zermelo.audit.subject import State, Subject, require
from zermelo.errors import LimitError, ReadError

Claim = Mapping[str, Any]
MOST_STEPS = 20_000_000


class Solution:
    """Checks the claims of a solution in their order."""

    def __init__(self, subject: Subject, base: State) -> None:
        """Start with nothing shown."""
        self.subject, self.base = subject, base
        self.evaluator = Evaluator(subject.program)
        self.guarantees: list[Claim] = []

    def prove(self, claim: Claim) -> None:
        """Raise Refuted unless a claim is true."""
        check = {"guarantee": self.guarantee, "shortest": self.shortest, "value": self.value}
        check[claim["claim"]](claim)

    def guarantee(self, claim: Claim) -> None:
        """Whatever the others do, a side's moves lead from row to row, and ends are as claimed."""
        rows, endless, find = self.rows(claim, "rows"), claim["endless"], self.subject.find
        side = [find("role", role) for role in claim["side"]]
        require(not self.subject.chance & set(side), "nobody chooses the moves of chance")
        ranges = {find("role", role): span for role, span in claim["goals"].items()}
        for role, (low, high) in claim["goals"].items():
            counts = endless is None or low <= endless.get(role, low - 1) <= high
            require(counts, "what an endless match counts is not in the range")
        for state, look, following in self.expanded({s: row[0] for s, row in rows.items()}, side):
            moves, rank = rows[state]
            place = self.subject.spelled(state)
            require((rank is None) == (endless is not None), "the rank is wrong", position=place)
            if look.terminal:
                right = moves is None and all(
                    len(look.goals[role]) == 1 and low <= look.goals[role][0] <= high
                    for role, (low, high) in ranges.items()
                )
                require(right, "the end is not as claimed", position=place)
            for after in following:
                after_place = self.subject.spelled(after)
                require(after in rows, "it has no row", position=after_place)
                lower = rank is None or (rows[after][1] is not None and rows[after][1] < rank)
                require(lower, "the rank does not fall", position=place, next=after_place)
        self.guarantees.append(claim)

    def shortest(self, claim: Claim) -> None:
        """No match gives a goal, or a better one, in fewer moves: each row bounds their number.

        A position without a row has the bound 0, so it is not looked at.
        """
        rows, role = self.rows(claim, "bounds"), self.subject.find("role", claim["role"])
        require(rows[self.base] == [claim["length"]], "the bound of the base is another number")
        for state, look, following in self.expanded({s: () for s, (n,) in rows.items() if n > 0}):
            reached = look.terminal and any(goal >= claim["goal"] for goal in look.goals[role])
            require(not reached, "this end is nearer", position=self.subject.spelled(state))
            near = [after for after in following if rows.get(after, [0])[0] < rows[state][0] - 1]
            require(
                not near, "its bound falls by more than 1", position=self.subject.spelled(state)
            )

    def value(self, claim: Claim) -> None:
        """Each role can bring about its value, and the others can keep it from more."""
        roles = self.subject.program.roles
        players = {role for n, role in enumerate(roles) if n not in self.subject.chance}
        require(claim["values"].keys() == players, "these are not the values of all roles")
        for role, value in claim["values"].items():
            named = [goal for goal, _ in self.subject.program.goals[roles.index(role)]]
            low = self.bounds(role, {role}, 0, claim["endless"])
            high = self.bounds(role, players - {role}, 1, claim["endless"])
            high |= {max(named)} if len(players) == 1 else set()
            require(value in low & high, f"the value of {role} is not shown from both sides")

    def bounds(self, role: str, side: set[str], end: int, endless: object) -> set[int]:
        """Return the bounds, from below (0) or above (1), that a side can keep a role's goal to."""
        return {
            one["goals"][role][end]
            for one in self.guarantees
            if set(one["side"]) == side and role in one["goals"]
            if one["endless"] in (None, endless)
        }

    def rows(self, claim: Claim, key: str) -> dict[State, list[Any]]:
        """Return the rows of a claim by their positions, one of which must be the base."""
        fluents, rows = [self.subject.find("fluent", text) for text in claim["fluents"]], {}
        for position, *rest in claim[key]:
            if any(not 0 <= one < len(fluents) for one in position):
                raise ReadError("a position has an index that is that of no fluent")
            state = tuple(sorted({fluents[one] for one in position}))
            require(state not in rows, "it has two rows", position=self.subject.spelled(state))
            rows[state] = rest
        require(self.base in rows, "the base has no row")
        return rows

    def expanded(
        self, moves: Mapping[State, Sequence[str] | None], side: Sequence[int] = ()
    ) -> Iterator[tuple[State, Look, set[State]]]:
        """Yield each position with those that can be next, when a side makes its moves there."""
        looks = dict(zip(moves, self.evaluator.looks(list(moves)), strict=True))
        pairs = []
        for state, look in looks.items():
            if look.terminal:
                continue
            place, legal = self.subject.spelled(state), [set(own) for own in look.legal]
            require(all(legal), "a role has no legal move", position=place)
            require(len(moves[state] or ()) == len(side), "a move is missing", position=place)
            for role, text in zip(side, moves[state] or (), strict=True):
                legal[role] &= {self.subject.find(role, text)}
                require(bool(legal[role]), f"{text} is not legal", position=place)
            pairs += [(state, joint) for joint in product(*legal)]
            if len(pairs) > MOST_STEPS:
                raise LimitError(f"there are more than {MOST_STEPS:,} steps to check")
        following: dict[State, set[State]] = {state: set() for state in looks}
        for (state, _), after in zip(pairs, self.evaluator.steps(pairs), strict=True):
            following[state].add(after)
        return ((state, look, following[state]) for state, look in looks.items())
