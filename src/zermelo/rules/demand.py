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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from zermelo.rules.calls import DEMAND, LATE, Bound, bound_arguments, calls, demand, guard
from zermelo.rules.dependencies import STATE, Signature, signature
from zermelo.rules.rewrite import OUTPUTS, Clause, Literal, depending
from zermelo.rules.sizes import Estimate, estimate
from zermelo.rules.split import split
from zermelo.text.tree import (
    Aggregate,
    Arithmetic,
    Atom,
    Compound,
    Name,
    Term,
    Variable,
)

RELAXED, AGAIN, REACHED = "relaxed ", "again ", "reached "
"""Start the names of new relations; no sheet can write a name with a blank."""

MANY_INSTANCES = 500_000
"""A relation that cannot have more instances than this is cheap to write out."""

TERMS = frozenset({("true", 1), ("init", 1), ("next", 1), ("does", 2), ("legal", 2)})
"""Relations whose last argument is a fluent or a move."""


def on_demand(clauses: Iterable[Clause]) -> list[Clause]:
    """Return clauses of the same game that derive helper relations only where they are used."""
    given = list(clauses)
    if any(isinstance(literal.atom, Aggregate) for clause in given for literal in clause.body):
        return given  # what a sum may come to is not known beforehand
    guess = estimate(given)
    bound = bound_arguments(given, candidates(given, guess), guess)
    if not bound:
        return given
    return Demand(given, bound, guess).program()


def candidates(clauses: Sequence[Clause], guess: Estimate) -> set[Signature]:
    """Return the helpers that may be large, and those that call them: they know the arguments."""
    asked_for = OUTPUTS | STATE
    large = {
        relation
        for relation, size in guess.sizes.items()
        if size > MANY_INSTANCES and relation not in asked_for
    }
    calculated = {
        signature(clause.head)
        for clause in clauses
        if any(isinstance(arg, Arithmetic) for arg in clause.head.args)
    }
    found = depending(clauses, large) - asked_for - calculated
    return {relation for relation in found if relation[1]}


class Demand:
    """The rules of a sheet, guarded by demand; the relaxed copy; the rules that derive demand.

    What is asked below a negation does not matter to what can hold. It is asked *late*, when all
    that can hold is known: clingo joins settled relations in a better order than growing ones.
    """

    def __init__(self, clauses: Sequence[Clause], bound: Bound, guess: Estimate) -> None:
        """Find out which relations are asked late, and which need a relaxed copy of their own."""
        self.clauses = clauses
        self.bound = bound
        self.estimate = guess
        self.late = late(clauses, bound)
        self.apart = told_apart(clauses)
        self.in_doubt = depending(clauses, {*STATE, *bound})
        # Without a negation in doubt the copy of a static relation would be the relation itself.
        negated = {
            signature(clause.head)
            for clause in clauses
            for literal in clause.body
            if not literal.positive and signature_of(literal) in self.in_doubt
        }
        self.relaxed = depending(clauses, {*STATE, *negated, *self.late})

    def program(self) -> list[Clause]:
        """Return all clauses."""
        guarded = [
            replace(clause, body=(*self.guard(self.last(clause.head), clause.head), *clause.body))
            for clause in self.clauses
        ]
        copy = [*self.frame()]
        for clause in self.clauses:
            copy.extend(self.asking(clause))
            if signature(clause.head) in self.relaxed:
                copy.append(self.copied(DEMAND, clause))
            if signature(clause.head) in self.late:
                copy.append(self.copied(LATE, clause))
        # Without its negations a body can often be split further.
        short = split(dict.fromkeys(copy), frozenset(), AGAIN)
        reached = [*self.reached()]
        return [*guarded, *reached, *needed(short, [*guarded, *reached])]

    def last(self, atom: Atom) -> str:
        """Return the stage that knows all demand for a relation."""
        return LATE if signature(atom) in self.late else DEMAND

    def guard(self, stage: str, head: Atom) -> tuple[Literal, ...]:
        """Return the demand at a stage that a rule with this head answers."""
        return guard(stage, head, self.bound)

    def asking(self, clause: Clause) -> Iterator[Clause]:
        """The rules that derive demand from a clause."""
        last = self.last(clause.head)
        if last == LATE:
            early = self.guard(DEMAND, clause.head)
            yield Clause(demand(LATE, clause.head, self.bound), early, clause.rule)
        for literal, before in calls(clause, self.bound, self.estimate):
            assert isinstance(literal.atom, Atom)
            for stage in (DEMAND, LATE):
                if stage == DEMAND and not literal.positive:
                    continue
                if stage == LATE and literal.positive and last == DEMAND:
                    continue
                head = demand(stage, literal.atom, self.bound)
                told = self.guard(last if stage == LATE else DEMAND, clause.head)
                body = (*told, *self.relax(stage, before))
                if Literal(True, head) not in body:
                    yield Clause(head, body, clause.rule)

    def copied(self, stage: str, clause: Clause) -> Clause:
        """Return the clause of a copy: guarded, and without negations that are in doubt."""
        body = (*self.guard(stage, clause.head), *self.relax(stage, clause.body))
        if signature(clause.head) == ("legal", 2):
            body = (*body, Literal(True, Atom("role", clause.head.args[:1])))
        return Clause(self.copy(stage, clause.head), body, clause.rule)

    def relax(self, stage: str, body: Iterable[Literal]) -> Iterator[Literal]:
        """The literals of a body, those in doubt from the copy, or left out if negative."""
        for literal in body:
            if signature_of(literal) not in self.in_doubt:
                yield literal
            elif literal.positive and isinstance(literal.atom, Atom):
                yield Literal(True, self.copy(stage, literal.atom))

    def copy(self, stage: str, atom: Atom) -> Atom:
        """Return the atom of the relaxed copy; the atom itself where there is no doubt."""
        if signature(atom) not in self.relaxed:
            return atom
        name, args = atom.name, atom.args
        if self.apart and signature(atom) in TERMS:
            name, args = f"{name} {function(args[-1])}", (*args[:-1], *inside(args[-1]))
        when = "late " if stage == LATE and signature(atom) in self.late else ""
        return Atom(f"{when}{RELAXED}{name}", args, atom.span)

    def terms(self, *relations: str) -> Iterator[Term]:
        """Every kind of fluent or move that a rule derives; just any if they are not apart."""
        if not self.apart:
            yield Variable("x")
            return
        found: dict[str, Term] = {}
        for clause in self.clauses:
            if clause.head.name in relations and signature(clause.head) in TERMS:
                term = clause.head.args[-1]
                args = tuple(Variable(f"x{index}") for index in range(len(inside(term))))
                found[function(term)] = (
                    Compound(term.name, args) if isinstance(term, Compound) else term
                )
        yield from found.values()

    def frame(self) -> Iterator[Clause]:
        """The rules of the copy that tell what can hold and what can be done."""
        rule, role = self.clauses[0].rule, Variable("r")
        pairs = [
            (Atom("true", (fluent,)), Atom(source, (fluent,)))
            for source in ("init", "next")
            for fluent in self.terms(source)
        ]
        pairs += [
            (Atom("does", (role, move)), Atom("legal", (role, move)))
            for move in self.terms("legal")
        ]
        for head, source in pairs:
            body = (Literal(True, self.copy(DEMAND, source)),)
            yield Clause(self.copy(DEMAND, head), body, rule)

    def reached(self) -> Iterator[Clause]:
        """The rules that tell which fluents can hold."""
        for fluent in self.terms("init", "next"):
            body = (Literal(True, self.copy(DEMAND, Atom("true", (fluent,)))),)
            yield Clause(Atom(REACHED, (fluent,)), body, self.clauses[0].rule)


def function(term: Term) -> str:
    """Return what tells fluents of different kinds apart."""
    assert not isinstance(term, Variable | Arithmetic)
    return f"{len(inside(term))} {term.name if isinstance(term, Compound) else term.text}"


def inside(term: Term) -> tuple[Term, ...]:
    """Return the arguments of a term."""
    return term.args if isinstance(term, Compound) else ()


def told_apart(clauses: Iterable[Clause]) -> bool:
    """Whether every fluent and move is written with its function."""
    return all(
        isinstance(atom.args[-1], Name | Compound)
        for clause in clauses
        for atom in (clause.head, *(literal.atom for literal in clause.body))
        if isinstance(atom, Atom) and signature(atom) in TERMS
    )


def late(clauses: Sequence[Clause], bound: Bound) -> frozenset[Signature]:
    """Return the helpers that are asked below a negation, and those that they ask."""
    found: set[Signature] = set()
    while True:
        new = {
            called
            for clause in clauses
            for literal in clause.body
            if (called := signature_of(literal)) in bound
            and (not literal.positive or signature(clause.head) in found)
        }
        if new <= found:
            return frozenset(found)
        found |= {called for called in new if called is not None}


def needed(clauses: Sequence[Clause], users: Iterable[Clause]) -> list[Clause]:
    """Return the clauses that `users` depend on."""
    by_head: dict[Signature, list[Clause]] = {}
    for clause in clauses:
        by_head.setdefault(signature(clause.head), []).append(clause)
    seen: set[Signature] = set()
    todo = list(users)
    while todo:
        for literal in todo.pop().body:
            used = signature_of(literal)
            if used is not None and used not in seen:
                seen.add(used)
                todo.extend(by_head.get(used, ()))
    return [clause for clause in clauses if signature(clause.head) in seen]


def signature_of(literal: Literal) -> Signature | None:
    """Return the relation of a literal; None if it is a comparison."""
    return signature(literal.atom) if isinstance(literal.atom, Atom) else None
