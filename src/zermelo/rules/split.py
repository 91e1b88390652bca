"""Clauses with long bodies -> several with short ones: fewer instances, the same meaning.

A body with many variables has as many instances as there are ways to choose them all at once.
Taking one variable out of the head's sight into a relation of its own divides the instances
(a breakthrough sheet: 77,283 gates without, 793 with). Variables are taken greedily, the smallest
join first, as in Bichler, Morak and Woltran, lpopt (2016); static literals serve as filters, so
that the new relations stay small.
"""

from collections.abc import Iterable, Iterator

from zermelo.rules.dependencies import Signature, signature
from zermelo.rules.rewrite import Clause, Literal
from zermelo.text.tree import (
    Aggregate,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Name,
    Term,
    Variable,
    variables,
)

PREFIX = "split "
"""Starts the names of new relations; no sheet can write a name with a blank."""


def split(
    clauses: Iterable[Clause], dynamic: frozenset[Signature], prefix: str = ""
) -> list[Clause]:
    """Return clauses of the same meaning whose joins are small; `prefix` keeps names apart."""
    splitter = Splitter(dynamic, prefix + PREFIX)
    return [short for clause in clauses for short in splitter.split(clause)]


class Splitter:
    """Splits clauses, sharing the new relations between them."""

    def __init__(self, dynamic: frozenset[Signature], prefix: str = PREFIX) -> None:
        """Remember which relations depend on the state: the others serve as filters."""
        self.dynamic = dynamic
        self.prefix = prefix
        self.known: dict[tuple[Atom | Literal, ...], str] = {}

    def split(self, clause: Clause) -> Iterator[Clause]:
        """The new relations that a clause needs, then the clause itself."""
        head = {variable.name for variable in variables(clause.head)}
        body = list(clause.body)
        static = [literal for literal in body if self.is_filter(literal)]
        while (taken := self.smallest_join(body, head, static)) is not None:
            variable, join, filters = taken
            # What a filter says of the rest, the new atom says too: filters move, and hide more.
            rest = [literal for literal in body if literal not in join and literal not in filters]
            seen = head.union(*(literal.names() for literal in rest))
            names = sorted(set().union(*(literal.names() for literal in join)) & seen - {variable})
            inner = (*join, *filters)
            name, is_new = self.relation(names, inner)
            atom = Atom(name, tuple(Variable(text) for text in names), clause.rule.span)
            if is_new:
                yield Clause(atom, inner, clause.rule)
            body = [Literal(True, atom), *rest]
        yield Clause(clause.head, tuple(body), clause.rule)

    def smallest_join(
        self, body: list[Literal], head: set[str], static: list[Literal]
    ) -> tuple[str, list[Literal], list[Literal]] | None:
        """Return the variable to take out, the literals with it, and filters; None if none pays."""
        everything = set(head).union(*(literal.names() for literal in body))
        best: tuple[tuple[int, int, str], str, list[Literal], list[Literal]] | None = None
        for variable in sorted(everything - head):
            join = [literal for literal in body if variable in literal.names()]
            if any(isinstance(literal.atom, Aggregate) for literal in join):
                continue
            inside = set().union(*(literal.names() for literal in join))
            if len(inside) >= len(everything) or len(join) == len(body):
                continue
            filters = [
                literal for literal in static if literal not in join and literal.names() <= inside
            ]
            filters = [
                literal for literal in filters if literal.names() <= bound_by((*join, *filters))
            ]
            if not inside <= bound_by((*join, *filters)):
                continue
            rank = (len(inside), len(join), variable)
            if best is None or rank < best[0]:
                best = rank, variable, join, filters
        return None if best is None else best[1:]

    def is_filter(self, literal: Literal) -> bool:
        """Whether it is static, so that repeating it costs no gate."""
        if isinstance(literal.atom, Atom):
            return signature(literal.atom) not in self.dynamic
        return isinstance(literal.atom, Comparison)

    def relation(self, names: list[str], inner: tuple[Literal, ...]) -> tuple[str, bool]:
        """Return the name of the relation with this body, and whether it is new."""
        renaming: dict[str, str] = {name: f"h{index}" for index, name in enumerate(names)}
        key = tuple(renamed(literal, renaming) for literal in inner)
        head = Atom("", tuple(Variable(renaming[name]) for name in names))
        found = self.known.get((head, *key))
        if found is not None:
            return found, False
        name = f"{self.prefix}{len(self.known)}"
        self.known[(head, *key)] = name
        return name, True


def bound_by(body: Iterable[Literal]) -> set[str]:
    """Return the variables that some positive atom binds, equations with bound sides included."""
    bound: set[str] = set()
    for literal in body:
        if literal.positive and isinstance(literal.atom, Atom):
            for arg in literal.atom.args:
                bound |= matched(arg)
    changed = True
    while changed:
        changed = False
        for literal in body:
            comparison = literal.atom
            if isinstance(comparison, Comparison) and comparison.relation == "=":
                for one, other in (
                    (comparison.left, comparison.right),
                    (comparison.right, comparison.left),
                ):
                    needs = {variable.name for variable in variables(other)}
                    new = matched(one) - bound
                    if new and needs <= bound:
                        bound |= new
                        changed = True
    return bound


def matched(term: Term) -> set[str]:
    """Return the variables that are known once `term` is matched with a value."""
    match term:
        case Variable(name):
            return {name}
        case Compound(args=args):
            return set().union(*(matched(arg) for arg in args))
    return set()


def renamed(literal: Literal, renaming: dict[str, str]) -> Literal:
    """Return the literal with variables numbered in order of appearance; extends `renaming`."""
    atom = literal.atom
    match atom:
        case Atom(name, args):
            return Literal(
                literal.positive, Atom(name, tuple(rename(arg, renaming) for arg in args))
            )
        case Comparison(relation, left, right):
            return Literal(
                literal.positive,
                Comparison(relation, rename(left, renaming), rename(right, renaming)),
            )
    raise TypeError("aggregates are never split")


def rename(term: Term, renaming: dict[str, str]) -> Term:
    """Return the term with variables renamed; a new one gets the next number."""
    match term:
        case Variable(name):
            return Variable(renaming.setdefault(name, f"v{len(renaming)}"))
        case Name():
            return term
        case Compound(name, args):
            return Compound(name, tuple(rename(arg, renaming) for arg in args))
        case Arithmetic(operator, args):
            return Arithmetic(operator, tuple(rename(arg, renaming) for arg in args))
