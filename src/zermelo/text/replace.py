"""Trees with some of their terms replaced, and trees that are the same up to names of variables."""

from collections.abc import Callable

from zermelo.text.names import is_integer
from zermelo.text.tree import (
    Aggregate,
    And,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Element,
    Formula,
    Name,
    Not,
    Or,
    Rule,
    Sheet,
    Term,
    Variable,
)

Replace = Callable[[Variable | Name], Term]


def in_term(term: Term, replace: Replace) -> Term:
    """Return `term` with every variable and name replaced."""
    match term:
        case Compound(name, args, span):
            return Compound(name, tuple(in_term(arg, replace) for arg in args), span)
        case Arithmetic(operator, args, span):
            new = tuple(in_term(arg, replace) for arg in args)
            match operator, new:
                case "-", (Name(text),) if is_integer(text):
                    # As readers have it: a minus before a number is part of the number.
                    return Name(str(-int(text)), span)
            return Arithmetic(operator, new, span)
        case _:
            return replace(term)


def in_atom(atom: Atom, replace: Replace) -> Atom:
    """Return `atom` with every variable and name in its arguments replaced."""
    return Atom(atom.name, tuple(in_term(arg, replace) for arg in atom.args), atom.span)


def in_formula(formula: Formula, replace: Replace) -> Formula:
    """Return `formula` with every variable and name replaced."""
    match formula:
        case Atom():
            return in_atom(formula, replace)
        case Comparison(relation, left, right, span):
            return Comparison(relation, in_term(left, replace), in_term(right, replace), span)
        case Not(part, span):
            return Not(in_formula(part, replace), span)
        case And(parts, span):
            return And(tuple(in_formula(part, replace) for part in parts), span)
        case Or(parts, span):
            return Or(tuple(in_formula(part, replace) for part in parts), span)
        case Aggregate(function, elements, left, right, span):
            return Aggregate(
                function,
                tuple(in_element(element, replace) for element in elements),
                (in_term(left[0], replace), left[1]) if left else None,
                (right[0], in_term(right[1], replace)) if right else None,
                span,
            )


def in_element(element: Element, replace: Replace) -> Element:
    """Return an aggregate's element with every variable and name replaced."""
    return Element(
        tuple(in_term(term, replace) for term in element.terms),
        tuple(in_formula(part, replace) for part in element.condition),
    )


def in_rule(rule: Rule, replace: Replace) -> Rule:
    """Return `rule` with every variable and name replaced."""
    body = tuple(in_formula(part, replace) for part in rule.body)
    return Rule(in_atom(rule.head, replace), body, rule.span)


def canonical(rule: Rule) -> Rule:
    """Return `rule` with its variables numbered from left to right."""
    numbers: dict[str, int] = {}

    def numbered(leaf: Variable | Name) -> Term:
        if isinstance(leaf, Name):
            return leaf
        return Variable(str(numbers.setdefault(leaf.name, len(numbers))), leaf.span)

    return in_rule(rule, numbered)


def same(one: Sheet, other: Sheet) -> bool:
    """Tell whether two sheets are equal up to the names of variables."""
    return one.constants == other.constants and list(map(canonical, one.rules)) == list(
        map(canonical, other.rules)
    )
