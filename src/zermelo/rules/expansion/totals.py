"""Aggregates over ground tuples: their value, and the values that subsets can have."""

from collections.abc import Iterable

from zermelo.errors import RuleError
from zermelo.rules.expansion.store import Row
from zermelo.rules.expansion.values import (
    GREATEST_OF_ALL,
    LEAST_OF_ALL,
    Bindings,
    Value,
    compare,
    evaluate,
    order,
)
from zermelo.text.tree import Aggregate, Variable, variables

MOST_VALUES = 100_000


def start(aggregate: Aggregate) -> Value:
    """Return the value over no tuples."""
    if aggregate.function == "#min":
        return GREATEST_OF_ALL
    return LEAST_OF_ALL if aggregate.function == "#max" else 0


def plus(aggregate: Aggregate, total: Value, row: Row) -> Value:
    """Return the value with one more tuple."""
    weight = row[0]
    match aggregate.function:
        case "#min":
            return min(total, weight, key=order)
        case "#max":
            return max(total, weight, key=order)
        case "#count":
            weight = 1
    if not isinstance(weight, int) or (aggregate.function == "#sum+" and weight < 0):
        weight = 0
    assert isinstance(total, int)
    return total + weight


def total(aggregate: Aggregate, rows: Iterable[Row]) -> Value:
    """Return the value over all rows, each counted once."""
    found = start(aggregate)
    for row in dict.fromkeys(rows):
        found = plus(aggregate, found, row)
    return found


def stages(aggregate: Aggregate, rows: Iterable[Row]) -> list[dict[Value, None]]:
    """Return the values that some of the first 0, 1, 2 ... rows can have."""
    found = [dict.fromkeys([start(aggregate)])]
    for row in rows:
        both = dict(found[-1])
        both.update((plus(aggregate, before, row), None) for before in found[-1])
        if len(both) > MOST_VALUES:
            message = f"an aggregate with more than {MOST_VALUES} values cannot be expanded"
            raise RuleError(message, aggregate.span)
        found.append(both)
    return found


def result(aggregate: Aggregate) -> Variable | None:
    """Return the variable that an aggregate gives its value to, if it is of that kind."""
    match aggregate.left, aggregate.right:
        case ((Variable() as variable, "="), None):
            return variable
        case (None, ("=", Variable() as variable)):
            return variable
    return None


def fits(aggregate: Aggregate, value: Value, bindings: Bindings) -> bool:
    """Tell whether a value satisfies both comparisons."""
    left = aggregate.left
    if left and not any(compare(left[1], each, value) for each in evaluate(left[0], bindings)):
        return False
    right = aggregate.right
    return not right or any(compare(right[0], value, each) for each in evaluate(right[1], bindings))


def inner(aggregate: Aggregate) -> dict[str, None]:
    """Return the variables inside an aggregate's elements, each once, in order."""
    return dict.fromkeys(
        variable.name for element in aggregate.elements for variable in variables(element)
    )
