"""The shortest hypothesis, inside the sandbox: which columns, with which weights, at which levels.

A column is a body; for every ordered pair of states (a row) it has the difference of its counts,
worse minus better. A row is satisfied if, at the highest level at which the weighed sum is not
nought, the sum is positive. Rows are put in only when a hypothesis that looked best breaks them.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import clingo
import numpy as np
from numpy.typing import NDArray

BASE = """
{ use(B,W,L) : weight(W) } 1 :- length(B,_), level(L).
used(L) :- use(_,_,L).
:- used(L), L > 1, not used(L-1).
:~ use(B,_,L), length(B,N). [N@1,B,L]
#show use/3.
"""
ROW = """
good(r,L) :- level(L), #sum { D*W,B : use(B,W,L), gain(r,B,D) } > 0.
flat(r,L) :- level(L), #sum { D*W,B : use(B,W,L), gain(r,B,D) } = 0.
satisfied(r) :- good(r,L), flat(r,M) : level(M), M > L.
"""
STRICT = ":- not satisfied(r)."
NOISY = ":~ not satisfied(r), penalty(r,P). [P@1,broken,r]"
TOGETHER = 4
"""Rows that are put in at a time: more make the problem larger than it need be."""
Use = tuple[int, int, int]
"""A column, its weight, its level."""


def choose(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return hypotheses of least cost, as lists of uses, and whether none can be better.

    The message has `gains` of `columns` for all rows, `lengths`, `penalties` (nought: the row must
    be satisfied), `weights`, `levels`, `seconds`, and how `many` hypotheses of the same cost are
    wanted.
    """
    chooser = Chooser(message)
    found, cost, complete = chooser.best()
    others = chooser.equals(cost, message["many"]) if found and complete else []
    hypotheses = [found, *(one for one in others if one != found)] if found else []
    return {"hypotheses": hypotheses, "cost": cost, "complete": complete}


class Chooser:
    """A clingo that knows the rows that mattered so far."""

    def __init__(self, message: Mapping[str, Any]) -> None:
        """Put in the columns, and no rows yet."""
        self.deadline = time.monotonic() + message["seconds"]
        self.gains: NDArray[np.int64] = message["gains"].reshape(message["columns"], -1)
        self.lengths: list[int] = list(message["lengths"])
        self.penalties = np.array(message["penalties"], np.int64)
        self.levels: int = message["levels"]
        self.known: set[int] = set()
        self.control = clingo.Control(["--opt-strategy=usc,stratify", "--seed=1"], logger=silent)
        facts = [f"length({column},{length})." for column, length in enumerate(self.lengths)]
        facts += [f"weight({weight})." for weight in message["weights"]]
        facts.append(f"level(1..{self.levels}).")
        self.control.add("base", [], BASE + "\n".join(facts))
        self.control.ground([("base", [])])

    def add(self, row: int) -> None:
        """Put in a row."""
        self.known.add(row)
        column, penalty = self.gains[:, row], int(self.penalties[row])
        facts = [f"gain({row},{one},{column[one]})." for one in np.flatnonzero(column)]
        facts.append(f"penalty({row},{penalty}).")
        name = f"row{row}"
        self.control.add(name, ["r"], ROW + (NOISY if penalty else STRICT) + "".join(facts))
        self.control.ground([(name, [clingo.Number(row)])])

    def satisfied(self, uses: Sequence[Use]) -> NDArray[np.bool_]:
        """Return which rows a hypothesis satisfies."""
        undecided = np.ones(self.gains.shape[1], np.bool_)
        good = np.zeros(self.gains.shape[1], np.bool_)
        for level in range(self.levels, 0, -1):
            total = np.zeros(self.gains.shape[1], np.int64)
            for column, weight, at in uses:
                if at == level:
                    total += weight * self.gains[column]
            good |= undecided & (total > 0)
            undecided &= total == 0
        return good

    def cost(self, uses: Sequence[Use]) -> int | None:
        """Return the length of a hypothesis and the penalties of what it does not satisfy.

        None if it does not satisfy a row that it must.
        """
        penalties = self.penalties[~self.satisfied(uses)]
        if not penalties.all():
            return None
        return sum(self.lengths[column] for column, _, _ in uses) + int(penalties.sum())

    def best(self) -> tuple[list[Use], int, bool]:
        """Return the best hypothesis, its cost, and whether it is known to be the best.

        It is empty if there is none.
        """
        found: list[Use] = []
        cost = 0
        while True:
            uses, optimal = self.solve()
            if uses is None:
                return found, cost, optimal
            broken = np.flatnonzero(~self.satisfied(uses)).tolist()
            fresh = [row for row in broken if row not in self.known]
            own = self.cost(uses)
            if own is not None and (not found or own < cost):
                found, cost = uses, own
            if not optimal or not fresh:
                return found, cost, optimal
            for row in spread(fresh, TOGETHER):
                self.add(row)

    def solve(self) -> tuple[list[Use] | None, bool]:
        """Return the best hypothesis for the rows so far, and whether there was time to be sure."""
        uses: list[Use] | None = None
        with self.control.solve(async_=True, yield_=True) as handle:
            while True:
                handle.resume()
                if not handle.wait(max(0.0, self.deadline - time.monotonic())):
                    handle.cancel()
                    return uses, False
                model = handle.model()
                if model is None:
                    return uses, bool(handle.get().exhausted)
                uses = uses_of(model)

    def equals(self, cost: int, many: int) -> list[list[Use]]:
        """Return hypotheses of the best cost that satisfy all rows, at most `many`."""
        config: Any = self.control.configuration
        config.solve.opt_mode = f"enum,{cost}"
        config.solve.models = 0
        found: list[list[Use]] = []
        with self.control.solve(async_=True, yield_=True) as handle:
            while len(found) < many:
                handle.resume()
                if not handle.wait(max(0.0, self.deadline - time.monotonic())):
                    handle.cancel()
                    break
                model = handle.model()
                if model is None:
                    break
                uses = uses_of(model)
                if self.cost(uses) == cost:
                    found.append(uses)
        return found


def uses_of(model: clingo.Model) -> list[Use]:
    """Return what a model uses, sorted."""
    found = []
    for symbol in model.symbols(shown=True):
        column, weight, level = (argument.number for argument in symbol.arguments)
        found.append((column, weight, level))
    return sorted(found)


def spread(rows: Sequence[int], most: int) -> list[int]:
    """Return some rows, from all parts of the list."""
    step = max(1, len(rows) // most)
    return list(rows[::step][:most])


def silent(_code: clingo.MessageCode, _text: str) -> None:
    """Say nothing: what is put in is written here, and sums that are empty are no mistake."""
