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
    parts: list[str] = []

    def answer(message: Mapping[str, Any]) -> dict[str, Any]:
        parts.append(f"part{len(parts)}")
        control.add(parts[-1], [], message["add"])
        control.ground([(parts[-1], [])])
        assumed = [(clingo.parse_term(atom), holds) for atom, holds in message["ask"]]
        if any(holds and control.symbolic_atoms[atom] is None for atom, holds in assumed):
            return {"model": None}  # no rule makes it true, so clingo does not know it
        with control.solve(assumptions=assumed, yield_=True) as handle:
            model = handle.model()
            if model is not None:
                return {"model": [str(symbol) for symbol in model.symbols(shown=True)]}
            return {"model": None, "open": not handle.get().unsatisfiable}

    return answer
