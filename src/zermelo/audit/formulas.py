"""Symmetries that can be seen from the ground rules: what they say of images has the same formulas.

The solver can compare what the rules say of a position and of its image, too. In chess that takes
too long, although both are the same formulas but for the order of their parts.
"""

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from zermelo.ground.program import INPUTS, Port, Program

Formula = frozenset[Any]
"""Its parts, one of which must be true: ports, sums as tuples, and conjunctions as frozensets.

A term of a part is the number of a formula, whether that must be true, and a weight.
"""


def same_formulas(program: Program, symmetry: Mapping[str, Any]) -> bool:
    """Return whether a permutation is seen to keep the rules.

    If it is not, the solver has to decide: equal functions may have different formulas.
    """
    fluents, roles, moves = (symmetry[f"{kind}_images"] for kind in ("fluent", "role", "move"))

    def image(port: Port) -> Port:
        if len(port) < 3:
            return port[0], *(fluents.get(fluent, fluent) for fluent in port[1:])
        name, role, what = port  # a move, or the value of a goal
        return name, roles.get(role, role), moves.get(role, {}).get(what, what)

    atoms, numbers = dict(program.ports()), dict[Formula, int]()
    if {image(port) for port in atoms} != atoms.keys():
        return False
    try:
        now = numbered(program, {atoms[p]: p for p in atoms if p[0] in INPUTS}, numbers)
        moved = numbered(program, {atoms[image(p)]: p for p in atoms if p[0] in INPUTS}, numbers)
    except CycleError:
        return False
    return all(now[atoms[port]] == moved[atoms[image(port)]] for port in atoms)


def numbered(program: Program, inputs: Mapping[int, Port], numbers: dict[Formula, int]) -> Any:
    """Return the number of each atom's formula.

    A conjunction in a conjunction becomes part of that: rays that rules build from one end are the
    same from the other one.
    """
    rules: dict[int, list[Any]] = {atom: [] for _, atom in program.ports()}
    for head, body in program.rules():
        rules.setdefault(head, []).append((None, [(one, 1) for one in body]))
    for head, bound, pairs in program.weighted:
        rules.setdefault(head, []).append((bound, pairs))
    below = {head: {abs(one) for _, body in own for one, _ in body} for head, own in rules.items()}
    found, within = dict[int, int](), dict[int, set[Any] | Formula]()
    for atom in TopologicalSorter(below).static_order():
        formula: set[Any] = {inputs[atom]} if atom in inputs else set()
        for bound, body in rules.get(atom, ()):
            terms = sorted((found[abs(one)], one > 0, weight) for one, weight in body)
            parts = (within[term[0]] if term[1] else {term} for term in terms)
            formula.add(frozenset[Any]().union(*parts) if bound is None else (bound, *terms))
        number = found[atom] = numbers.setdefault(frozenset(formula), len(numbers))
        *_, last = None, *formula
        alone = len(formula) == 1 and isinstance(last, frozenset)
        within[number] = last if alone else {(number, True, 1)}
    return found
