"""clingo in a child process: a program that may grow, and questions to it.

A question is a list of atoms that are assumed to be true or false. The answer is a model, or None
if there is none; it is open if the limit of conflicts was hit, whatever the speed of the machine.
"""

from collections.abc import Callable, Mapping
from typing import Any

import clingo


def solver(message: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Return what answers questions, after adding rules to the program."""
    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    control.configuration.solve.solve_limit = str(message["conflicts"])  # type: ignore[union-attr]

    def answer(message: Mapping[str, Any]) -> dict[str, Any]:
        control.add("base", [], message["add"])
        for part, *values in message["ground"]:
            control.ground([(part, [clingo.parse_term(value) for value in values])])
        assumed = [(clingo.parse_term(atom), holds) for atom, holds in message["ask"]]
        if any(holds and control.symbolic_atoms[atom] is None for atom, holds in assumed):
            return {"model": None, "open": False}  # no rule makes it true: clingo does not know it
        with control.solve(assumptions=assumed, yield_=True) as handle:
            model = handle.model()
            found = None if model is None else [plain(one) for one in model.symbols(shown=True)]
            return {"model": found, "open": model is None and not handle.get().unsatisfiable}

    return answer


def plain(symbol: clingo.Symbol) -> list[Any]:
    """Return the name of an atom, and its arguments as texts and numbers."""
    inside = {clingo.SymbolType.String: "string", clingo.SymbolType.Number: "number"}
    return [symbol.name, *(getattr(one, inside.get(one.type, "name")) for one in symbol.arguments)]
