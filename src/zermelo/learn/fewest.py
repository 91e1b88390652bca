"""The fewest rules that a role can play by, chosen by clingo inside the sandbox.

Positions ask for a rule, and each of the rules that would do leads to other positions. Whoever
plays by the chosen rules takes the first one that applies, so it is this one whose positions need
rules as well. The solver gets a number of conflicts, not of seconds, so that the choice is the same
on every machine.
"""

from collections.abc import Mapping
from typing import Any

import clingo
import numpy as np

CHOICE = """
{rule(R)} :- of(_,R).
some(S,N) :- need(S), option(S,N,O), of(O,R), rule(R).
some(S,N) :- need(S), option(S,N,_), some(S,N-1).
use(S,O) :- need(S), option(S,N,O), some(S,N), not some(S,N-1).
:- need(S), not use(S,_).
need(T) :- use(S,O), to(O,T).
#minimize {1@2,R : rule(R)}.
#minimize {C@1,S : use(S,O), short(O,C)}.
#show rule/1.
"""
STRATEGIES = (("usc", 100_000), ("bb", 20_000))
"""How to look for the fewest, and for how many conflicts. Cores of what cannot be left out find the
fewest soonest, but have no choice before; where they give up, a choice is made smaller and
smaller."""


def choose(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers of few rules, and whether these are the `fewest`.

    `starts` are positions that are come to anyway. The options of a position are in the order in
    which they are taken; each has its `position`, its `rule`, how much it falls `short` of the best
    there and, as pairs of option and position, where it leads `to`.
    """
    facts = [f"need({start})." for start in message["starts"]]
    columns = (message[name].tolist() for name in ("position", "rule", "short"))
    for option, (position, rule, short) in enumerate(zip(*columns, strict=True)):
        facts.append(f"option({position},{option},{option}). of({option},{rule}).")
        facts.append(f"short({option},{short}).")
    facts += [f"to({option},{position})." for option, position in message["to"].reshape(-1, 2)]
    best: list[int] = []
    fewest = False
    for strategy, conflicts in STRATEGIES:
        if not fewest:
            fewest = improve(best, "\n".join([*facts, CHOICE]), strategy, conflicts)
    return {"rules": np.array(sorted(best), np.int32), "fewest": fewest}


def improve(best: list[int], program: str, strategy: str, conflicts: int) -> bool:
    """Put the best choice that is found into `best`; whether there is none better."""
    options = [f"--opt-strategy={strategy}", f"--solve-limit={conflicts}"]
    control = clingo.Control(["--warn=none", "--configuration=trendy", *options])
    control.add("base", [], program)
    control.ground([("base", [])])

    def keep(model: clingo.Model) -> None:
        best[:] = [symbol.arguments[0].number for symbol in model.symbols(shown=True)]

    return control.solve(on_model=keep).exhausted
