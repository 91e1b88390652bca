"""Clauses -> clauses that compute a relation only where it is asked for: the same game.

A helper such as `(direction-from ?x1 ?y1 ?x2 ?y2 ?d)` has an instance for all numbers of the sheet,
although rules ask for those of pieces on the board alone. So each rule of a helper gets a guard, an
atom of the helper's *demand*, and each call a rule that derives the demand from what stands beside
it: magic sets (Bancilhon, Maier, Sagiv and Ullman, 1986; Beeri and Ramakrishnan, 1991), with one
pattern of bound arguments for each relation, those bound in every call.

Demand must be settled before play. It is derived from a *relaxed* copy of the rules, in which
whatever can be true is and negation is left out: all of it facts, which clingo leaves out of the
ground rules. The copy never depends on the rules themselves, so no negation gets into a cycle.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from zermelo.rules.dependencies import STATE, Signature, signature
from zermelo.rules.rewrite import OUTPUTS, Clause, Literal
from zermelo.rules.sizes import sizes
from zermelo.rules.split import bound_by, split
from zermelo.text.tree import Aggregate, Atom, Comparison, Term, Variable, variables

DEMAND = "demand "
RELAXED = "relaxed "
SPLIT = "shared "
"""Start the names of new relations; no sheet can write a name with a blank."""

MANY = 500_000
"""A relation that cannot have more instances than this is cheap to write out."""

Bound = Mapping[Signature, frozenset[int]]
"""For each relation on demand: which of its arguments are known whenever it is asked for."""


def on_demand(clauses: Iterable[Clause]) -> list[Clause]:
    """Return clauses of the same game that derive helper relations only where they are used."""
    given = list(clauses)
    if any(isinstance(literal.atom, Aggregate) for clause in given for literal in clause.body):
        return given  # what a sum may come to is not known beforehand
    bound = bound_arguments(given, candidates(given))
    if not bound:
        return given
    return Demand(given, bound).program()


def candidates(clauses: Sequence[Clause]) -> set[Signature]:
    """Return the helpers that may be large, and those that call them: they know the arguments."""
    asked_for = OUTPUTS | STATE
    large = {
        relation
        for relation, size in sizes(clauses).items()
        if size > MANY and relation not in asked_for
    }
    return {relation for relation in depending(clauses, large) - asked_for if relation[1]}


def bound_arguments(clauses: Sequence[Clause], helpers: set[Signature]) -> Bound:
    """Return which arguments of each helper every call binds; helpers with none are left out.

    The greatest fixpoint: a head's bound arguments bind variables for the calls in its body. A
    helper that is left out comes earlier in all bodies, so then everything is asked anew.
    """
    helpers = set(helpers)
    while True:
        bound = {helper: frozenset(range(helper[1])) for helper in helpers}
        while any(narrowed(clause, bound) for clause in clauses) and all(bound.values()):
            pass
        if all(bound.values()):
            return bound
        helpers = {helper for helper in helpers if bound[helper]}


def narrowed(clause: Clause, bound: dict[Signature, frozenset[int]]) -> bool:
    """Strike from `bound` the arguments that some call in a clause leaves open; whether any was."""
    changed = False
    for literal, before in list(calls(clause, bound)):
        assert isinstance(literal.atom, Atom)
        called, known = signature(literal.atom), bound_by(before)
        args = enumerate(literal.atom.args)
        still = bound[called] & {index for index, arg in args if names((arg,)) <= known}
        changed = changed or still != bound[called]
        bound[called] = still
    return changed


def calls(clause: Clause, bound: Bound) -> Iterator[tuple[Literal, tuple[Literal, ...]]]:
    """Every call of a helper in a body, and the literals that are known before it.

    First comes what is no helper, then the helper that needs least, negations at the end. The kind
    of a variable that nobody told, as in `(coordinate ?x)`, is worth nothing to a helper.
    """
    before = [*guard(clause.head, bound)]
    told = bound_by(before)
    comparisons = [literal for literal in clause.body if isinstance(literal.atom, Comparison)]
    helpers: list[Literal] = []
    negative: list[Literal] = []
    kinds: list[Literal] = []
    for literal in clause.body:
        if not isinstance(literal.atom, Atom):
            continue
        if not literal.positive:
            negative.append(literal)
        elif signature(literal.atom) in bound:
            helpers.append(literal)
        elif told and is_kind(literal.atom) and not literal.names() <= told:
            kinds.append(literal)
        else:
            before.append(literal)
    while helpers:
        known = bound_by((*before, *comparisons))
        literal = min(helpers, key=lambda call: (len(call.names() - known), len(call.names())))
        helpers.remove(literal)
        yield literal, (*before, *decided(comparisons, known))
        before.append(literal)
    before += kinds
    known = bound_by((*before, *comparisons))
    for literal in negative:
        if isinstance(literal.atom, Atom) and signature(literal.atom) in bound:
            yield literal, (*before, *decided(comparisons, known))


def is_kind(atom: Atom) -> bool:
    """Whether an atom only says of what kind a variable is."""
    match atom.args:
        case (Variable(),):
            return signature(atom) not in STATE
    return False


def decided(comparisons: Iterable[Literal], known: set[str]) -> tuple[Literal, ...]:
    """Return the comparisons all of whose variables are known."""
    return tuple(literal for literal in comparisons if literal.names() <= known)


def guard(head: Atom, bound: Bound) -> tuple[Literal, ...]:
    """Return the demand that a rule with this head answers; nothing if it always does."""
    return (Literal(True, demand(head, bound)),) if signature(head) in bound else ()


def demand(atom: Atom, bound: Bound) -> Atom:
    """Return the atom that asks for `atom`."""
    args = tuple(atom.args[index] for index in sorted(bound[signature(atom)]))
    return Atom(f"{DEMAND}{len(atom.args)} {atom.name}", args, atom.span)


def names(terms: Iterable[Term]) -> set[str]:
    """Return the variables in terms."""
    return {variable.name for term in terms for variable in variables(term)}


class Demand:
    """The rules of a sheet, guarded by demand; the relaxed copy; the rules that derive demand."""

    def __init__(self, clauses: Sequence[Clause], bound: Bound) -> None:
        """Find out which relations need a relaxed copy of their own."""
        self.clauses = clauses
        self.bound = bound
        self.in_doubt = depending(clauses, {*STATE, *bound})
        # Without a negation in doubt the copy of a static relation would be the relation itself.
        negated = {
            signature(clause.head)
            for clause in clauses
            for literal in clause.body
            if not literal.positive and signature_of(literal) in self.in_doubt
        }
        self.relaxed = depending(clauses, {*STATE, *negated})

    def program(self) -> list[Clause]:
        """Return all clauses."""
        guarded = [
            Clause(clause.head, (*guard(clause.head, self.bound), *clause.body), clause.rule)
            for clause in self.clauses
        ]
        # Without its negations a body can often be split further.
        copy = split([*self.asking(), *self.copied()], depending(self.clauses, STATE), SPLIT)
        return [*guarded, *copy]

    def asking(self) -> Iterator[Clause]:
        """The rules that derive demand, each once."""
        known = set()
        for clause in self.clauses:
            for literal, before in calls(clause, self.bound):
                assert isinstance(literal.atom, Atom)
                head, body = demand(literal.atom, self.bound), tuple(self.relax(before))
                if Literal(True, head) not in body and (head, body) not in known:
                    known.add((head, body))
                    yield Clause(head, body, clause.rule)

    def copied(self) -> Iterator[Clause]:
        """The relaxed copy."""
        for clause in self.clauses:
            if signature(clause.head) in self.relaxed:
                yield self.relaxed_clause(clause)
        yield from self.frame()

    def relaxed_clause(self, clause: Clause) -> Clause:
        """Return the clause of the copy: guarded, and without negations that are in doubt."""
        body = (*guard(clause.head, self.bound), *self.relax(clause.body))
        if signature(clause.head) == ("legal", 2):
            body = (*body, Literal(True, Atom("role", clause.head.args[:1])))
        return Clause(self.copy(clause.head), body, clause.rule)

    def relax(self, body: Iterable[Literal]) -> Iterator[Literal]:
        """The literals of a body, those in doubt from the copy, or left out if negative."""
        for literal in body:
            if signature_of(literal) not in self.in_doubt:
                yield literal
            elif literal.positive and isinstance(literal.atom, Atom):
                yield Literal(True, self.copy(literal.atom))

    def copy(self, atom: Atom) -> Atom:
        """Return the atom of the relaxed copy; the atom itself where there is no doubt."""
        if signature(atom) not in self.relaxed:
            return atom
        return Atom(RELAXED + atom.name, atom.args, atom.span)

    def frame(self) -> Iterator[Clause]:
        """The rules of the copy that tell what can hold and what can be done."""
        rule = self.clauses[0].rule
        fluent, role, move = Variable("f"), Variable("r"), Variable("m")
        for source in (Atom("init", (fluent,)), Atom("next", (fluent,))):
            body = (Literal(True, self.copy(source)),)
            yield Clause(self.copy(Atom("true", (fluent,))), body, rule)
        body = (Literal(True, self.copy(Atom("legal", (role, move)))),)
        yield Clause(self.copy(Atom("does", (role, move))), body, rule)


def signature_of(literal: Literal) -> Signature | None:
    """Return the relation of a literal; None if it is a comparison."""
    return signature(literal.atom) if isinstance(literal.atom, Atom) else None


def depending(clauses: Sequence[Clause], sources: Iterable[Signature]) -> frozenset[Signature]:
    """Return `sources` and the relations that depend on them."""
    users: dict[Signature, set[Signature]] = {}
    for clause in clauses:
        for literal in clause.body:
            if isinstance(literal.atom, Atom):
                users.setdefault(signature(literal.atom), set()).add(signature(clause.head))
    found = set(sources)
    todo = list(found)
    while todo:
        for head in users.get(todo.pop(), ()):
            if head not in found:
                found.add(head)
                todo.append(head)
    return frozenset(found)
