"""Calls of mere tests -> what the tests say; and what several rules share -> once.

`(different_cells ?x1 ?y1 ?x2 ?y2)` holds if the columns differ or if the rows do. As a relation it
ties four variables together; written out as two rules each ties only two, and the others can be
split off.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from zermelo.rules.dependencies import Signature, signature
from zermelo.rules.rewrite import Clause, Literal
from zermelo.rules.split import PREFIX
from zermelo.text.tree import Atom, Comparison, Compound, Name, Term, Variable

MOST_WAYS = 4
"""A test with more rules than this stays a relation."""


def unfolded(clauses: Iterable[Clause], within: frozenset[Signature]) -> list[Clause]:
    """Return the clauses; rules for the relations `within` that call one test have it in place."""
    given = list(clauses)
    tests = mere_tests(given)
    found: list[Clause] = []
    for clause in given:
        calls = [literal for literal in clause.body if called_test(literal, tests)]
        if len(calls) == 1 and signature(clause.head) in within:
            found.extend(written_out(clause, calls[0], tests))
        else:
            found.append(clause)
    return found


def mere_tests(clauses: Sequence[Clause]) -> dict[Signature, list[Clause]]:
    """Return the relations that compare their arguments and do nothing else, with their rules."""
    facts = {signature(clause.head) for clause in clauses if not clause.body}
    derived = {signature(clause.head) for clause in clauses if clause.body}
    groups: dict[Signature, list[Clause]] = {}
    for clause in clauses:
        groups.setdefault(signature(clause.head), []).append(clause)
    return {
        relation: group
        for relation, group in groups.items()
        if len(group) <= MOST_WAYS and all(compares(clause, facts - derived) for clause in group)
    }


def compares(clause: Clause, facts: set[Signature]) -> bool:
    """Whether a clause compares distinct variables of its head, of kinds given as facts."""
    args = clause.head.args
    names = {arg.name for arg in args if isinstance(arg, Variable)}
    if len(names) < len(args) or not any(isinstance(x.atom, Comparison) for x in clause.body):
        return False
    for literal in clause.body:
        if not literal.names() <= names:
            return False
        if isinstance(literal.atom, Comparison):
            continue
        if not literal.positive or not isinstance(literal.atom, Atom):
            return False
        if len(literal.atom.args) != 1 or signature(literal.atom) not in facts:
            return False
    return True


def called_test(literal: Literal, tests: dict[Signature, list[Clause]]) -> bool:
    """Whether a literal calls a test, not negated."""
    return literal.positive and isinstance(literal.atom, Atom) and signature(literal.atom) in tests


def written_out(
    clause: Clause, call: Literal, tests: dict[Signature, list[Clause]]
) -> Iterable[Clause]:
    """The clause once for each rule of the test that it calls."""
    assert isinstance(call.atom, Atom)
    for test in tests[signature(call.atom)]:
        meaning = {
            variable.name: arg
            for variable, arg in zip(test.head.args, call.atom.args, strict=True)
            if isinstance(variable, Variable)
        }
        inside = [substituted(literal, meaning) for literal in test.body]
        rest = [literal for literal in clause.body if literal != call]
        yield replace(clause, body=tuple(dict.fromkeys([*rest, *inside])))


def substituted(literal: Literal, meaning: dict[str, Term]) -> Literal:
    """Return a literal of a test about the arguments of a call."""

    def value(term: Term) -> Term:
        match term:
            case Variable(name):
                return meaning[name]
            case Compound(name, args, span):
                return Compound(name, tuple(value(arg) for arg in args), span)
            case Name():
                return term
        raise TypeError(f"{term} in a test")

    match literal.atom:
        case Atom(name, args, span):
            return Literal(literal.positive, Atom(name, tuple(value(arg) for arg in args), span))
        case Comparison(relation, left, right, span):
            return Literal(literal.positive, Comparison(relation, value(left), value(right), span))
    raise TypeError("a test has no aggregates")


def shared(clauses: Iterable[Clause]) -> list[Clause]:
    """Return clauses in which rules that differ in one split literal are one rule about either."""
    groups: dict[tuple[object, ...], list[tuple[Clause, Literal]]] = {}
    found: list[Clause] = []
    for clause in clauses:
        parts = [
            literal
            for literal in clause.body
            if isinstance(literal.atom, Atom) and literal.atom.name.startswith(PREFIX)
        ]
        if len(parts) == 1 and parts[0].positive and isinstance(parts[0].atom, Atom):
            rest = frozenset(clause.body) - {parts[0]}
            key = (clause.head, rest, parts[0].atom.args)
            groups.setdefault(key, []).append((clause, parts[0]))
        else:
            found.append(clause)
    for number, group in enumerate(groups.values()):
        clause, part = group[0]
        if len(group) == 1:
            found.append(clause)
            continue
        assert isinstance(part.atom, Atom)
        either = Atom(f"{PREFIX}or {number}", part.atom.args)
        found.extend(Clause(either, (other,), whose.rule) for whose, other in group)
        body = tuple(x if x != part else Literal(True, either) for x in clause.body)
        found.append(replace(clause, body=body))
    return found
