"""clingo in a child process: a program that may grow, and questions to it.

A question is a list of atoms that are assumed to be true or false. Its models are given out some at
a time. They are `complete` if there are no others; whether that is known depends on the limit of
conflicts, and not on the speed of the machine.
"""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import clingo


def solver(message: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Return what answers questions, after adding rules to the program."""
    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    settings: Any = control.configuration.solve
    settings.solve_limit, settings.models = str(message["conflicts"]), "0"
    asked: list[clingo.SolveHandle] = []

    def answer(message: Mapping[str, Any]) -> dict[str, Any]:
        if "ask" in message:
            if asked:
                asked.pop().cancel()
            control.add("base", [], message["add"])
            for part, *values in message["ground"]:
                control.ground([(part, [clingo.parse_term(value) for value in values])])
            assumed = [(clingo.parse_term(atom), holds) for atom, holds in message["ask"]]
            if any(holds and control.symbolic_atoms[atom] is None for atom, holds in assumed):
                return {"models": [], "complete": True}  # no rule makes it true, so it never is
            asked.append(control.solve(assumptions=assumed, yield_=True))
        found = [
            [plain(atom) for atom in model.symbols(shown=True)]
            for model in islice(asked[0], message["most"])
        ]
        done = len(found) < message["most"]
        return {"models": found, "complete": done and bool(asked[0].get().exhausted)}

    return answer


def plain(symbol: clingo.Symbol) -> list[Any]:
    """Return the name of an atom, and its arguments as texts and numbers."""
    inside = {clingo.SymbolType.String: "string", clingo.SymbolType.Number: "number"}
    return [symbol.name, *(getattr(one, inside.get(one.type, "name")) for one in symbol.arguments)]
