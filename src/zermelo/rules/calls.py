"""Who asks for what: the calls of helper relations in a body, and what is known before each.

A helper has one pattern of bound arguments: those that are known at every call.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from zermelo.rules.dependencies import Signature, signature
from zermelo.rules.rewrite import Clause, Literal
from zermelo.rules.sizes import Estimate
from zermelo.rules.split import bound_by
from zermelo.text.tree import Atom, Comparison, Term, variables

DEMAND, LATE = "demand ", "late demand "
"""Start the names of demand; no sheet can write a name with a blank."""

FEW_VALUES = 1000
"""So many values, as boards have cells, may be gone through without being asked for."""

Bound = Mapping[Signature, frozenset[int]]
"""For each relation on demand: which of its arguments are known whenever it is asked for."""


def bound_arguments(
    clauses: Sequence[Clause], helpers: set[Signature], estimate: Estimate
) -> Bound:
    """Return which arguments of each helper every call binds; helpers with none are left out.

    The greatest fixpoint: a head's bound arguments bind variables for the calls in its body. A
    helper that is left out comes earlier in all bodies, so then everything is asked anew.
    """
    helpers = set(helpers)
    while True:
        bound = {helper: frozenset(range(helper[1])) for helper in helpers}
        while any(narrowed(clause, bound, estimate) for clause in clauses) and all(bound.values()):
            pass
        if all(bound.values()):
            return bound
        helpers = {helper for helper in helpers if bound[helper]}


def narrowed(clause: Clause, bound: dict[Signature, frozenset[int]], estimate: Estimate) -> bool:
    """Strike from `bound` the arguments that some call in a clause leaves open; whether any was."""
    changed = False
    for literal, before in list(calls(clause, bound, estimate)):
        assert isinstance(literal.atom, Atom)
        called = signature(literal.atom)
        known = bound_by((*guard(DEMAND, clause.head, bound), *before))
        args = enumerate(literal.atom.args)
        still = bound[called] & {index for index, arg in args if names((arg,)) <= known}
        changed = changed or still != bound[called]
        bound[called] = still
    return changed


def calls(
    clause: Clause, bound: Bound, estimate: Estimate
) -> Iterator[tuple[Literal, tuple[Literal, ...]]]:
    """Every call of a helper in a body, and the literals that are known before it.

    First comes what is no helper, then the helper that needs least, negations at the end. What
    only says of which kind a variable is, as `(coordinate ?x)`, is worth nothing to a helper.
    """
    told = guard(DEMAND, clause.head, bound)
    given = frozenset(bound_by(told))
    before: list[Literal] = []
    comparisons = [literal for literal in clause.body if isinstance(literal.atom, Comparison)]
    helpers: list[Literal] = []
    negative: list[Literal] = []
    vague: list[Literal] = []
    for literal in clause.body:
        if not isinstance(literal.atom, Atom):
            continue
        if not literal.positive:
            negative.append(literal)
        elif signature(literal.atom) in bound:
            helpers.append(literal)
        elif given and not tells(literal, given, clause, bound, estimate):
            vague.append(literal)
        else:
            before.append(literal)
    while helpers:
        known = bound_by((*told, *before, *comparisons))
        literal = min(helpers, key=lambda call: (len(call.names() - known), len(call.names())))
        helpers.remove(literal)
        yield literal, (*before, *decided(comparisons, known))
        before.append(literal)
    before += vague
    known = bound_by((*told, *before, *comparisons))
    for literal in negative:
        if isinstance(literal.atom, Atom) and signature(literal.atom) in bound:
            yield literal, (*before, *decided(comparisons, known))


def tells(
    literal: Literal, given: frozenset[str], clause: Clause, bound: Bound, estimate: Estimate
) -> bool:
    """Whether a literal narrows down what a helper is asked for, more than it multiplies it."""
    assert isinstance(literal.atom, Atom)
    if literal.names() <= given:
        return True
    for other in clause.body:
        if isinstance(other.atom, Atom) and signature(other.atom) in bound:
            new = (literal.names() - given) & other.names()
            free = estimate.choices(other.atom, new)
            if free > FEW_VALUES and estimate.ways(literal.atom, given, new) <= free:
                return True
    return False


def decided(comparisons: Iterable[Literal], known: set[str]) -> tuple[Literal, ...]:
    """Return the comparisons all of whose variables are known."""
    return tuple(literal for literal in comparisons if literal.names() <= known)


def guard(stage: str, head: Atom, bound: Bound) -> tuple[Literal, ...]:
    """Return the demand that a rule with this head answers; nothing if it always does."""
    return (Literal(True, demand(stage, head, bound)),) if signature(head) in bound else ()


def demand(stage: str, atom: Atom, bound: Bound) -> Atom:
    """Return the atom that asks for `atom`."""
    args = tuple(atom.args[index] for index in sorted(bound[signature(atom)]))
    return Atom(f"{stage}{len(atom.args)} {atom.name}", args, atom.span)


def names(terms: Iterable[Term]) -> set[str]:
    """Return the variables in terms."""
    return {variable.name for term in terms for variable in variables(term)}
