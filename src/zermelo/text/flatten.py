"""Rules whose bodies say the same with fewer connectives.

`simple` merges nested conjunctions and drops what is always true: what infix syntax can say.
`flat` also has one rule for each way that an `or` can hold: what ASP syntax can say.
"""

from collections.abc import Iterable
from itertools import chain, product

from zermelo.errors import RuleError
from zermelo.text.tree import And, Formula, Not, Or, Rule

MOST_RULES = 4096
"""How many rules one rule may become."""


def simple(rule: Rule) -> Rule | None:
    """Return `rule` without `and` in `and`, `or` in `or` or either with one part.

    None for a rule that can never hold because of an empty `or`.
    """
    body = simple_formula(And(rule.body))
    match body:
        case And(parts):
            return Rule(rule.head, parts, rule.span)
        case Or(()):
            return None
        case _:
            return Rule(rule.head, (body,), rule.span)


def simple_formula(formula: Formula) -> Formula:
    """Return a formula without nesting that says nothing; `And(())` is true, `Or(())` false."""
    match formula:
        case Not(part, span):
            match simple_formula(part):
                case And(()):
                    return Or((), span)
                case Or(()):
                    return And((), span)
                case inner:
                    return Not(inner, span)
        case And(parts, span):
            merged = merge(map(simple_formula, parts), And)
            if Or(()) in merged:
                return Or((), span)
            return merged[0] if len(merged) == 1 else And(merged, span)
        case Or(parts, span):
            merged = merge(map(simple_formula, parts), Or)
            if And(()) in merged:
                return And((), span)
            return merged[0] if len(merged) == 1 else Or(merged, span)
        case _:
            return formula


def merge(parts: Iterable[Formula], kind: type[And] | type[Or]) -> tuple[Formula, ...]:
    """Return the parts, those of the same kind replaced by their own parts."""
    merged: list[Formula] = []
    for part in parts:
        if isinstance(part, kind):
            merged += part.parts
        else:
            merged.append(part)
    return tuple(merged)


def flat(rule: Rule) -> list[Rule]:
    """Return rules that together say what `rule` says, with literals only in their bodies."""
    return [Rule(rule.head, body, rule.span) for body in bodies(And(rule.body), True, rule)]


def bodies(formula: Formula, positive: bool, rule: Rule) -> list[tuple[Formula, ...]]:
    """Return the ways in which a formula, or its negation, can hold."""
    match formula:
        case Not(part) if has_connective(part):
            return bodies(part, not positive, rule)
        case And(parts) | Or(parts):
            choices = [bodies(part, positive, rule) for part in parts]
            if isinstance(formula, Or) is positive:
                return [body for choice in choices for body in choice]
            size = 1
            for choice in choices:
                size *= len(choice)
            if size > MOST_RULES:
                message = (
                    f"its ors and nots stand for {size} rules; name parts of them as relations"
                )
                raise RuleError(message, rule.span)
            # Not by `sum`: it would copy what it has for every part, in time quadratic in the body.
            return [tuple(chain.from_iterable(ways)) for ways in product(*choices)]
        case _:
            return [(once_or_twice(formula if positive else Not(formula, formula.span)),)]


def has_connective(formula: Formula) -> bool:
    """Tell whether there is an `and` or `or` below the negations."""
    while isinstance(formula, Not):
        formula = formula.part
    return isinstance(formula, And | Or)


def once_or_twice(formula: Formula) -> Formula:
    """Return a literal negated at most twice: three negations are one."""
    while (
        isinstance(formula, Not)
        and isinstance(formula.part, Not)
        and isinstance(formula.part.part, Not)
    ):
        formula = formula.part.part
    return formula
