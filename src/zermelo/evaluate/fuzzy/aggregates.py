"""Aggregates -> tallies: what elements come to, and between which bounds that must be.

An aggregate over the state holds or does not: between more and fewer discs there is no degree that
the rules would speak of. Its truth is that of a fluent, tau where it holds and 1 - tau where not.
"""

from collections.abc import Iterator, Sequence

from zermelo.errors import RuleError
from zermelo.evaluate.fuzzy.cone import Tally
from zermelo.text.names import is_integer
from zermelo.text.tree import Aggregate, Relation

MIRROR: dict[Relation, Relation] = {
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
    "=": "=",
    "!=": "!=",
}
Weighed = Sequence[tuple[int, int]]
"""The weight of each element, and the node that says whether it counts."""


def tests(
    aggregate: Aggregate, bounds: Sequence[str], elements: Sequence[tuple[str, int]]
) -> Iterator[tuple[bool, list[Tally]]]:
    """Every comparison of an aggregate, as tallies that must all hold, or must not all hold.

    Args:
        aggregate: as written.
        bounds: the numbers that it is compared with, in its order.
        elements: the first term of each, and the node that says whether it counts.
    """
    relations = [MIRROR[aggregate.left[1]]] if aggregate.left else []
    relations += [aggregate.right[0]] if aggregate.right else []
    extreme = aggregate.function in ("#min", "#max")
    weights = [(weight_of(aggregate, term), node) for term, node in elements]
    for relation, text in zip(relations, bounds, strict=True):
        bound = number(aggregate, text)
        wanted: list[Relation] = [">=", "<="] if relation in ("=", "!=") else [relation]
        kind = compare_extreme if extreme else compare_sum
        yield relation != "!=", [kind(aggregate, each, bound, weights) for each in wanted]


def compare_sum(aggregate: Aggregate, relation: Relation, bound: int, elements: Weighed) -> Tally:
    """Return the tally of a sum or a count."""
    low, high = {
        ">=": (bound, None),
        ">": (bound + 1, None),
        "<=": (None, bound),
        "<": (None, bound - 1),
    }[relation]
    return Tally(tuple(node for _, node in elements), tuple(w for w, _ in elements), low, high)


def compare_extreme(
    aggregate: Aggregate, relation: Relation, bound: int, elements: Weighed
) -> Tally:
    """Return the tally of a largest or smallest term: is one there that is beyond the bound?

    The largest of nothing is below, the smallest above all numbers, as in clingo.
    """
    sign = 1 if aggregate.function == "#max" else -1
    inclusive = relation in (">=", "<") if sign == 1 else relation in ("<=", ">")
    beyond = tuple(
        node
        for weight, node in elements
        if sign * (weight - bound) > 0 or (inclusive and weight == bound)
    )
    some = relation in (">=", ">") if sign == 1 else relation in ("<=", "<")
    return Tally(beyond, (1,) * len(beyond), 1 if some else None, None if some else 0)


def weight_of(aggregate: Aggregate, term: str) -> int:
    """Return what an element with that first term counts."""
    match aggregate.function:
        case "#count":
            return 1
        case "#sum":
            return int(term) if is_integer(term) else 0
        case "#sum+":
            return max(0, int(term)) if is_integer(term) else 0
    return number(aggregate, term)


def number(aggregate: Aggregate, text: str) -> int:
    """Return a number; RuleError for other terms, which have no place between numbers here."""
    if not is_integer(text):
        message = f"{text} is no number: a fuzzy value needs numbers in {aggregate.function}"
        raise RuleError(message, aggregate.span)
    return int(text)
