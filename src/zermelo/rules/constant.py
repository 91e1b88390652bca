"""Fluents that never change -> static relations: what holds at the start is asked instead.

Sheets write the walls of a maze as `(init (wall 1 2 north))` with
`(<= (next (wall ?x ?y ?d)) (true (wall ?x ?y ?d)))`. In every state of a match `(true (wall ...))`
is then what `(init (wall ...))` is, and what follows from walls is known before play. The fluents
stay in the state.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from zermelo.rules.rewrite import Clause, Literal
from zermelo.text.tree import Atom, Compound, Term, Variable

Function = tuple[str, int]
"""A function's name and how many arguments it takes."""


def settled(clauses: Iterable[Clause]) -> list[Clause]:
    """Return the clauses, with `init` for `true` of every fluent that never changes."""
    given = list(clauses)
    never = unchanging(given)
    return [clause if frame_of(clause) else in_place(clause, never) for clause in given]


def unchanging(clauses: Sequence[Clause]) -> frozenset[Function]:
    """Return the functions whose only rule for `next` keeps all that was true."""
    kept: set[Function] = set()
    other: set[Function] = set()
    for clause in clauses:
        if clause.head.name != "next" or len(clause.head.args) != 1:
            continue
        fluent = clause.head.args[0]
        if (function := frame_of(clause)) is not None:
            kept.add(function)
        elif isinstance(fluent, Compound):
            other.add((fluent.name, len(fluent.args)))
        elif isinstance(fluent, Variable):
            return frozenset()
    return frozenset(kept - other)


def frame_of(clause: Clause) -> Function | None:
    """Return the function that a clause keeps, whatever is done; None if it is no such clause."""
    if clause.head.name != "next" or len(clause.head.args) != 1 or len(clause.body) != 1:
        return None
    fluent, literal = clause.head.args[0], clause.body[0]
    if not literal.positive or literal.atom != Atom("true", (fluent,)):
        return None
    if not isinstance(fluent, Compound) or len(set(fluent.args)) < len(fluent.args):
        return None
    if not all(isinstance(arg, Variable) for arg in fluent.args):
        return None
    return fluent.name, len(fluent.args)


def in_place(clause: Clause, never: frozenset[Function]) -> Clause:
    """Return a clause that asks `init` about the fluents in `never`."""
    return replace(clause, body=tuple(asked(literal, never) for literal in clause.body))


def asked(literal: Literal, never: frozenset[Function]) -> Literal:
    """Return a literal about the start if it is about one of `never`."""
    match literal.atom:
        case Atom("true", (Compound() as fluent,)) if function_of(fluent) in never:
            return Literal(literal.positive, Atom("init", (fluent,), literal.atom.span))
    return literal


def function_of(term: Term) -> Function | None:
    """Return the function that a term applies."""
    return (term.name, len(term.args)) if isinstance(term, Compound) else None
