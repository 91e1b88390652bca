"""What an atom of the ground rules rests on in a state: fluents without which it might not hold.

Rules often say what holds by what does not: a line is complete if no stone is missing in it. So
what fails is followed too: no stone is missing, because each of them is there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from zermelo.errors import LimitError
from zermelo.game.game import State
from zermelo.ground.program import Program
from zermelo.rules.dependencies import components

MOST_RULES = 50_000
"""Rules behind an atom; with more, nobody could wait for the answer."""


@dataclass(frozen=True, slots=True)
class WeightedBody:
    """Literals with weights that must come to a bound; those of a plain rule all count one."""

    literals: tuple[tuple[int, int], ...]
    bound: int

    def holds(self, held: set[int]) -> bool:
        """Tell whether it holds where exactly these atoms do."""
        return (
            sum(w for atom, w in self.literals if (abs(atom) in held) == (atom > 0)) >= self.bound
        )


Rules = Mapping[int, Sequence[WeightedBody]]


def support(program: Program, state: State, atom: int) -> frozenset[int]:
    """Return the numbers of the fluents that an atom rests on, all of which hold in the state.

    Raises:
        LimitError: too many rules stand behind it.
    """
    rules = rules_behind(program, atom)
    inputs = {int(each): number for number, each in enumerate(program.true)}
    held = {each for each, number in inputs.items() if state >> number & 1}
    given = frozenset(held)
    proofs = followed(rules, held)
    found: set[int] = set()
    seen: set[int] = set()
    todo = [atom if atom in held else -atom]
    while todo:
        literal = todo.pop()
        if literal in seen:
            continue
        seen.add(literal)
        if literal in given:
            found.add(inputs[literal])
        elif literal > 0:
            todo += proofs.get(literal, ())
        else:
            todo += (failing(body, held) for body in rules.get(-literal, ()))
    return frozenset(found)


def rules_behind(program: Program, atom: int) -> Rules:
    """Return the bodies of all rules that an atom depends on, by head; LimitError if too many."""
    order = np.argsort(program.heads, kind="stable")
    heads = program.heads[order]
    starts = np.concatenate(([0], program.ends[:-1]))
    weighted: dict[int, list[WeightedBody]] = {}
    for head, bound, pairs in program.weighted:
        weighted.setdefault(head, []).append(WeightedBody(tuple(pairs), bound))
    found: dict[int, list[WeightedBody]] = {}
    todo, count = [atom], 0
    while todo:
        head = todo.pop()
        if head in found:
            continue
        low, high = np.searchsorted(heads, [head, head + 1])
        bodies = list(weighted.get(head, ()))
        for rule in order[low:high].tolist():
            literals = program.body[starts[rule] : program.ends[rule]].tolist()
            bodies.append(WeightedBody(tuple((literal, 1) for literal in literals), len(literals)))
        count += len(bodies)
        if count > MOST_RULES:
            raise LimitError("too many rules stand behind the end to be followed")
        if bodies:
            found[head] = bodies
            todo += [abs(literal) for body in bodies for literal, _ in body.literals]
    return found


def followed(rules: Rules, held: set[int]) -> dict[int, list[int]]:
    """Add to `held` all that follows; return the literals of one short proof for each such atom."""
    graph = {
        head: [abs(each) for body in bodies for each, _ in body.literals if abs(each) in rules]
        for head, bodies in rules.items()
    }
    cost: dict[int, int] = {}
    proofs: dict[int, list[int]] = {}
    for component in components(graph):
        changed = True
        while changed:
            changed = False
            for head in component:
                for body in rules[head]:
                    if not body.holds(held):
                        continue
                    literals = enough(body, held)
                    total = 1 + sum(cost.get(literal, 0) for literal in literals)
                    if total < cost.get(head, total + 1):
                        cost[head], proofs[head] = total, literals
                        held.add(head)
                        changed = True
    return proofs


def enough(body: WeightedBody, held: set[int]) -> list[int]:
    """Return literals that hold and come to the bound, those of the largest weight first."""
    found, total = [], 0
    for literal, weight in sorted(body.literals, key=lambda pair: -pair[1]):
        if total >= body.bound:
            break
        if (abs(literal) in held) == (literal > 0):
            found.append(literal)
            total += weight
    return found


def failing(body: WeightedBody, held: Iterable[int]) -> int:
    """Return the negation of a literal for which a body does not hold.

    Where a choice is, of one that would be true in few states: it says most.
    """
    lacking = [-literal for literal, _ in body.literals if (abs(literal) in held) != (literal > 0)]
    return max(lacking, default=0)
