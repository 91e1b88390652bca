"""Claims of a solution: positions are expanded, and each row is checked against the next ones."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from zermelo.audit.certificate import Certificate
from zermelo.audit.theory import AuditTheory, Effort
from zermelo.audit.verdict import require
from zermelo.errors import ReadError

ROWS, MODELS = 1000, 1000
"""Rows that the solver knows at a time, and models that it gives out at a time."""
Claim = Mapping[str, Any]
State = frozenset[str]
"""The fluents that hold."""
Goals = dict[str, list[int]]


class SolutionAudit:
    """Checks the claims of a solution in their order."""

    def __init__(self, certificate: Certificate, effort: Effort) -> None:
        """Start with nothing shown."""
        self.certificate, self.effort = certificate, effort
        self.roles, self.chance = certificate.program.roles, certificate.chance
        self.base, self.guarantees = frozenset(certificate.base), list[Claim]()

    def prove(self, claim: Claim) -> None:
        """Raise Refuted unless a claim is true, and names only what the rules have."""
        named = [*claim.get("side", []), *claim.get("goals", []), *(claim.get("endless") or [])]
        roles, fluents = {*named, claim.get("role", self.roles[0])}, {*claim.get("fluents", [])}
        known = roles <= set(self.roles) and fluents <= set(self.certificate.program.fluents)
        require(known, "it names what the rules do not have")
        getattr(self, claim["claim"])(claim)

    def guarantee(self, claim: Claim) -> None:
        """Whatever the others do, a side's moves lead from row to row, and ends are as claimed."""
        rows, side, endless = self.rows(claim, "rows"), claim["side"], claim["endless"]
        require(not self.chance & set(side), "nobody chooses the moves of chance")
        for role, (low, high) in claim["goals"].items():
            counts = endless is None or low <= endless.get(role, low - 1) <= high
            require(counts, "what an endless match counts is not in the range")
        for state, goals, after in self.expanded(claim, "rows"):
            place, (moves, rank) = sorted(state), rows[state]
            require((rank is None) == (endless is not None), "the rank is wrong", position=place)
            if goals is not None:
                spans = [(goals[role], span) for role, span in claim["goals"].items()]
                right = all(len(own) == 1 and low <= own[0] <= high for own, (low, high) in spans)
                require(right and moves is None, "the end is not as claimed", position=place)
                continue
            require(len(moves or ()) == len(side), "a move is missing", position=place)
            require(after in rows, "it has no row", position=sorted(after))
            lower = rank is None or (rows[after][1] is not None and rows[after][1] < rank)
            require(lower, "the rank does not fall", position=place, next=sorted(after))
        self.guarantees.append(claim)

    def shortest(self, claim: Claim) -> None:
        """No match gives a goal, or a better one, in fewer moves: each row bounds their number.

        A position without a row has the bound 0, so it is not looked at.
        """
        rows, role = self.rows(claim, "bounds"), claim["role"]
        require(rows[self.base] == [claim["length"]], "the bound of the base is another number")
        near = {**claim, "bounds": [row for row in claim["bounds"] if row[1] > 0]}
        for state, goals, after in self.expanded(near, "bounds"):
            reached = goals is not None and any(goal >= claim["goal"] for goal in goals[role])
            require(not reached, "this end is nearer", position=sorted(state))
            falls = goals is None and rows.get(after, [0])[0] < rows[state][0] - 1
            require(not falls, "its bound falls by more than 1", position=sorted(state))

    def value(self, claim: Claim) -> None:
        """Each role can bring about its value, and the others can keep it from more."""
        players = set(self.roles) - self.chance
        require(claim["values"].keys() == players, "these are not the values of all roles")
        fitting = [one for one in self.guarantees if one["endless"] in (None, claim["endless"])]
        for role, value in claim["values"].items():
            known = [(set(one["side"]), one["goals"].get(role, [None, None])) for one in fitting]
            low = {span[0] for side, span in known if side == {role}}
            high = {span[1] for side, span in known if side == players - {role}}
            if len(players) == 1:
                goals = self.certificate.program.goals[self.roles.index(role)]
                high.add(max((goal for goal, _ in goals), default=None))
            require(value in low & high, f"the value of {role} is not shown from both sides")

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

    def expanded(self, claim: Claim, key: str) -> Iterator[tuple[State, Goals | None, State]]:
        """Yield the position of each row, with its goals if it is an end, or with what may follow.

        All roles but the side make any legal moves.
        """
        for start in range(0, len(claim[key]), ROWS):
            some = {**claim, key: claim[key][start : start + ROWS]}
            states = [frozenset(claim["fluents"][one] for one in row[0]) for row in some[key]]
            part, stuck = replace(self.certificate, claims=[some]), set(states)
            with AuditTheory(part, self.effort, ("expansion",), start="rows") as theory:
                for model in theory.models(most=MODELS):
                    (state,) = (states[atom[1]] for atom in model if atom[0] == "row")
                    stuck.discard(state)
                    after = frozenset(atom[1] for atom in model if atom[0] == "after")
                    goals = {r: [a[2] for a in model if a[:2] == ["goal", r]] for r in self.roles}
                    yield state, goals if ["over"] in model else None, after
            why = "a role has no legal move, or is to make one that is not legal"
            require(not stuck, why, position=sorted(min(stuck, key=sorted, default=())))
