"""Claims of a solution: positions are expanded, and each row is checked against the next ones."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from zermelo.audit.certificate import Certificate
from zermelo.audit.evaluator import Evaluator, Fact
from zermelo.audit.verdict import require
from zermelo.errors import LimitError, ReadError

MOST_STEPS = 20_000_000
Claim = Mapping[str, Any]
State = frozenset[str]
"""The fluents that hold."""


class Solution:
    """Checks the claims of a solution in their order."""

    def __init__(self, certificate: Certificate) -> None:
        """Start with nothing shown."""
        self.roles, self.chance = certificate.program.roles, certificate.chance
        self.base, self.evaluator = frozenset(certificate.base), Evaluator(certificate.program)
        self.guarantees: list[Claim] = []

    def prove(self, claim: Claim) -> None:
        """Raise Refuted unless a claim is true."""
        named = {claim["role"]} if "role" in claim else set(claim.get("goals", claim.get("values")))
        require({*named, *claim.get("side", ())} <= set(self.roles), "it names no role")
        check = {"guarantee": self.guarantee, "shortest": self.shortest, "value": self.value}
        check[claim["claim"]](claim)

    def guarantee(self, claim: Claim) -> None:
        """Whatever the others do, a side's moves lead from row to row, and ends are as claimed."""
        rows, goals, endless = self.rows(claim, "rows"), claim["goals"], claim["endless"]
        require(not self.chance & set(claim["side"]), "nobody chooses the moves of chance")
        for role, (low, high) in goals.items():
            counts = endless is None or low <= endless.get(role, low - 1) <= high
            require(counts, "what an endless match counts is not in the range")
        moves = {state: row[0] for state, row in rows.items()}
        for state, said, following in self.expanded(moves, claim["side"]):
            place, rank = sorted(state), rows[state][1]
            require((rank is None) == (endless is not None), "the rank is wrong", position=place)
            right = ("terminal",) not in said or moves[state] is None
            for role, (low, high) in goals.items() if ("terminal",) in said else ():
                own = [fact[2] for fact in said if fact[:2] == ("goal", role)]
                right &= len(own) == 1 and low <= own[0] <= high
            require(right, "the end is not as claimed", position=place)
            for after in following:
                require(after in rows, "it has no row", position=sorted(after))
                lower = rank is None or (rows[after][1] is not None and rows[after][1] < rank)
                require(lower, "the rank does not fall", position=place, next=sorted(after))
        self.guarantees.append(claim)

    def shortest(self, claim: Claim) -> None:
        """No match gives a goal, or a better one, in fewer moves: each row bounds their number.

        A position without a row has the bound 0, so it is not looked at.
        """
        rows = {state: bound for state, (bound,) in self.rows(claim, "bounds").items()}
        require(rows[self.base] == claim["length"], "the bound of the base is another number")
        for state, said, following in self.expanded({s: None for s in rows if rows[s] > 0}, ()):
            goals = [fact[2] for fact in said if fact[:2] == ("goal", claim["role"])]
            reached = ("terminal",) in said and any(goal >= claim["goal"] for goal in goals)
            require(not reached, "this end is nearer", position=sorted(state))
            near = any(rows.get(after, 0) < rows[state] - 1 for after in following)
            require(not near, "its bound falls by more than 1", position=sorted(state))

    def value(self, claim: Claim) -> None:
        """Each role can bring about its value, and the others can keep it from more."""
        players = set(self.roles) - self.chance
        require(claim["values"].keys() == players, "these are not the values of all roles")
        for role, value in claim["values"].items():
            low = self.bounds(role, {role}, 0, claim["endless"])
            high = self.bounds(role, players - {role}, 1, claim["endless"])
            if len(players) == 1:
                high.add(
                    max(fact[2] for fact in self.evaluator.facts_out if fact[:2] == ("goal", role))
                )
            require(value in low & high, f"the value of {role} is not shown from both sides")

    def bounds(self, role: str, side: set[str], end: int, endless: object) -> set[int]:
        """Return the bounds, from below (0) or above (1), that a side can keep a role's goal to."""
        fitting = [one for one in self.guarantees if one["endless"] in (None, endless)]
        own = [one["goals"] for one in fitting if set(one["side"]) == side]
        return {goals[role][end] for goals in own if role in goals}

    def rows(self, claim: Claim, key: str) -> dict[State, list[Any]]:
        """Return the rows of a claim by their positions, one of which must be the base."""
        rows: dict[State, list[Any]] = {}
        for position, *rest in claim[key]:
            if any(not 0 <= one < len(claim["fluents"]) for one in position):
                raise ReadError("a position has an index that is that of no fluent")
            state = frozenset(claim["fluents"][one] for one in position)
            require(state not in rows, "it has two rows", position=sorted(state))
            rows[state] = rest
        require(self.base in rows, "the base has no row")
        return rows

    def expanded(
        self, moves: Mapping[State, Sequence[str] | None], side: Sequence[str]
    ) -> Iterator[tuple[State, list[Fact], set[State]]]:
        """Yield each position with those that can be next, when a side makes its moves there."""
        held = {state: [("true", fluent) for fluent in state] for state in moves}
        looks = self.evaluator.said(list(held.values()), "terminal", "goal", "legal")
        said, steps = dict(zip(moves, looks, strict=True)), list[tuple[State, Any]]()
        for state in [state for state in moves if ("terminal",) not in said[state]]:
            place, planned = sorted(state), moves[state] or ()
            legal = {
                role: [f[2] for f in said[state] if f[:2] == ("legal", role)] for role in self.roles
            }
            require(all(legal.values()), "a role has no legal move", position=place)
            require(len(planned) == len(side), "a move is missing", position=place)
            for role, move in zip(side, planned, strict=True):
                require(move in legal[role], f"{move} is not legal", position=place)
                legal[role] = [move]
            does = [[("does", role, move) for move in legal[role]] for role in self.roles]
            steps += [(state, joint) for joint in product(*does)]
            if len(steps) > MOST_STEPS:
                raise LimitError(f"there are more than {MOST_STEPS:,} steps to check")
        following: dict[State, set[State]] = {state: set() for state in moves}
        after = self.evaluator.said([[*held[state], *joint] for state, joint in steps], "next")
        for (state, _), facts in zip(steps, after, strict=True):
            following[state].add(frozenset(fact[1] for fact in facts))
        return ((state, said[state], following[state]) for state in moves)
