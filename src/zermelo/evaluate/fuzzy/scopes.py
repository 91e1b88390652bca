"""Rules as written -> scopes: what must hold together, and which variables it speaks of.

A fuzzy value follows the rule as it is written, so an `or` is not multiplied out: `a & (b | c)` is
not `a & b | a & c`. Negations are moved to the atoms, which changes no value where and, or are dual
to each other. A variable that stands in one alternative of an `or` alone is bound there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from zermelo.rules.dependencies import Signature, atoms, signature
from zermelo.rules.rewrite import Literal, as_literal
from zermelo.text.tree import (
    Aggregate,
    And,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Formula,
    Not,
    Or,
    Rule,
    Term,
    Variable,
    variables,
)


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """Parts that hold together, in the order of the text; those of an `or` are scopes again."""

    parts: tuple["Literal | tuple[Scope, ...]", ...]
    names: tuple[str, ...]  # variables: those that are known around it first, then its own
    outer: int  # how many are known around it


@dataclass(frozen=True, slots=True)
class ScopeChain:
    """One way in which a rule can hold: the scopes that do, the outermost first."""

    scopes: tuple[Scope, ...]

    @property
    def literals(self) -> tuple[Literal, ...]:
        """All that must hold."""
        return tuple(part for scope in self.scopes for part in own_literals(scope))

    @property
    def names(self) -> tuple[str, ...]:
        """All variables, each once."""
        return tuple(dict.fromkeys(name for scope in self.scopes for name in scope.names))


def own_literals(scope: Scope) -> Iterator[Literal]:
    """The literals of a scope that are in none of its alternatives."""
    return (part for part in scope.parts if isinstance(part, Literal))


def scope_of(rule: Rule) -> Scope:
    """Return the body of a rule as a scope; its head's variables are known around it."""
    known = tuple(dict.fromkeys(variable.name for variable in variables(rule.head)))
    return scoped(And(rule.body), True, known)


def scoped(formula: Formula, positive: bool, known: tuple[str, ...]) -> Scope:
    """Return a formula, or its negation, as a scope inside one that knows some variables."""
    parts = [*conjuncts(formula, positive)]
    uses = [names_in(part) for part, _ in parts]
    here = [
        name
        for (part, _), names in zip(parts, uses, strict=True)
        for name in names
        if not isinstance(part, And | Or) or sum(name in other for other in uses) > 1
    ]
    names = tuple(dict.fromkeys((*known, *here)))
    made: list[Literal | tuple[Scope, ...]] = []
    for part, sign in parts:
        if isinstance(part, And | Or):
            made.append(tuple(scoped(one, sign, names) for one in part.parts))
        else:
            made.append(as_literal(part if sign else Not(part)))
    return Scope(tuple(made), names, len(known))


def conjuncts(formula: Formula, positive: bool) -> Iterator[tuple[Formula, bool]]:
    """What must hold for a formula to be true, or false; an `and`, `or` among it is a choice."""
    match formula:
        case Not(part):
            yield from conjuncts(part, not positive)
        case And(parts) if positive:
            for part in parts:
                yield from conjuncts(part, True)
        case Or(parts) if not positive or len(parts) == 1:
            for part in parts:
                yield from conjuncts(part, positive)
        case And((part,)):
            yield from conjuncts(part, False)
        case _:
            yield formula, positive


def names_in(formula: Formula) -> list[str]:
    """Return the variables of a formula that are not an aggregate's own."""
    if isinstance(formula, Aggregate):
        guards = [side for side in (formula.left, formula.right) if side]
        terms = [part for side in guards for part in side if not isinstance(part, str)]
        return [variable.name for term in terms for variable in variables(term)]
    return [variable.name for variable in variables(formula)]


def ways(scope: Scope) -> Iterator[ScopeChain]:
    """Every way to choose among alternatives."""
    choices = [part for part in scope.parts if not isinstance(part, Literal)]
    for chosen in product(*choices):
        for inside in product(*(list(ways(one)) for one in chosen)):
            yield ScopeChain((scope, *(each for way in inside for each in way.scopes)))


def is_static(literal: Literal, dynamic: frozenset[Signature]) -> bool:
    """Whether the truth of a literal is the same in every state."""
    return not any(signature(atom) in dynamic for atom, _ in atoms(literal.atom))


def without_intervals(rule: Rule) -> Rule:
    """Return a rule that says `X = 1..3, p(X)` for `p(1..3)`: each value is an instance then."""
    taken: list[Comparison] = []

    def named(term: Term) -> Term:
        match term:
            case Arithmetic("..", _, span):
                variable = Variable(f"interval {len(taken)}", span)
                taken.append(Comparison("=", variable, term, span))
                return variable
            case Compound(_, args) | Arithmetic(_, args):
                return replace(term, args=tuple(map(named, args)))
        return term

    head = in_atom(rule.head, named)
    body = tuple(in_literal(part, named) for part in rule.body)
    return Rule(head, (*taken, *body), rule.span) if taken else rule


def in_atom(atom: Atom, change: Callable[[Term], Term]) -> Atom:
    """Return an atom with its arguments changed."""
    return replace(atom, args=tuple(map(change, atom.args)))


def in_literal(formula: Formula, change: Callable[[Term], Term]) -> Formula:
    """Return an atom, negated or not, with its arguments changed; others as they are."""
    match formula:
        case Atom():
            return in_atom(formula, change)
        case Not(part, span):
            return Not(in_literal(part, change), span)
    return formula
