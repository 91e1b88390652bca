"""The fewest rules that a role can play by, chosen by clingo inside the sandbox.

Positions ask for a rule, each of the rules that would do leads to other positions: a choice for
every position that is come to, and as few rules as possible in all. What is found by the deadline
is taken.
"""

from collections.abc import Mapping
from typing import Any

import clingo
import numpy as np

CHOICE = """
1 {use(S,O) : leads(S,O)} 1 :- need(S).
rule(R) :- use(S,O), of(O,R).
need(T) :- use(S,O), to(O,T).
#minimize {1@2,R : rule(R)}.
#minimize {C@1,S : use(S,O), short(O,C)}.
#show rule/1.
"""


def choose(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers of few rules.

    `starts` are positions that are come to anyway; an option has its `position`, its `rule`, how
    much it falls `short` of the best there and, as pairs of option and position, where it leads.
    """
    facts = [f"need({start})." for start in message["starts"]]
    columns = (message[name].tolist() for name in ("position", "rule", "short"))
    for option, (position, rule, short) in enumerate(zip(*columns, strict=True)):
        facts.append(f"leads({position},{option}). of({option},{rule}). short({option},{short}).")
    facts += [f"to({option},{position})." for option, position in message["to"].reshape(-1, 2)]
    control = clingo.Control(["--warn=none", "--opt-strategy=usc", "--configuration=trendy"])
    control.add("base", [], "\n".join([*facts, CHOICE]))
    control.ground([("base", [])])
    best: list[int] = []

    def keep(model: clingo.Model) -> None:
        best[:] = [symbol.arguments[0].number for symbol in model.symbols(shown=True)]

    with control.solve(on_model=keep, async_=True) as handle:
        if not handle.wait(message["seconds"]):
            handle.cancel()
    return {"rules": np.array(sorted(best), np.int32)}
