"""Ground terms as plain Python values: calculated, compared in clingo's order, matched.

A number is an int, any other name a str, and `f(1,a)` the tuple `("f", 1, "a")`.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import RuleError
from zermelo.rules.numbers import calculated, linear
from zermelo.text.names import GREATEST, is_integer
from zermelo.text.tree import Arithmetic, Compound, Name, Relation, Term, Variable

Value = int | str | tuple["Value", ...]
Bindings = Mapping[str, Value]


def term_of(value: Value) -> Term:
    """Return the term that a value stands for."""
    if isinstance(value, tuple):
        return Compound(str(value[0]), tuple(map(term_of, value[1:])))
    return Name(str(value))


def value_of(term: Term, bindings: Bindings) -> Value | None:
    """Return the value of a term without calculations; None if a variable has none yet."""
    match term:
        case Name(text):
            return int(text) if is_integer(text) else text
        case Variable(name):
            return bindings.get(name)
        case Compound(name, args):
            values: list[Value] = [name]
            for arg in args:
                value = value_of(arg, bindings)
                if value is None:
                    return None
                values.append(value)
            return tuple(values)
        case Arithmetic():
            raise AssertionError("calculations are taken out of atoms first")


def evaluate(term: Term, bindings: Bindings) -> Iterator[Value]:
    """Every value of a term with calculations: none where it is undefined, many for `1..3`."""
    match term:
        case Compound(name, args):
            partial: list[tuple[Value, ...]] = [(name,)]
            for arg in args:
                found = list(evaluate(arg, bindings))
                partial = [(*before, value) for before in partial for value in found]
            yield from partial
        case Arithmetic("..", (low, high)):
            for first in evaluate(low, bindings):
                for last in evaluate(high, bindings):
                    if isinstance(first, int) and isinstance(last, int):
                        yield from range(first, last + 1)
        case Arithmetic(operator, args):
            operands: list[list[int]] = [[]]
            for arg in args:
                numbers = [each for each in evaluate(arg, bindings) if isinstance(each, int)]
                operands = [[*before, number] for before in operands for number in numbers]
            for operand in operands:
                result = calculated(operator, operand)
                if result is not None:
                    if abs(result) > GREATEST:
                        message = f"a calculation gives {result}, beyond {GREATEST}"
                        raise RuleError(message, term.span)
                    yield result
        case _:
            value = value_of(term, bindings)
            if value is not None:
                yield value


def is_interval(term: Term) -> bool:
    """Tell whether a term stands for all numbers between two."""
    return isinstance(term, Arithmetic) and term.operator == ".."


def among(term: Term, value: Value, bindings: Bindings) -> bool:
    """Tell whether `value` is a value of a term; an interval is not written out for that."""
    match term:
        case Arithmetic("..", (low, high)):
            return isinstance(value, int) and any(
                isinstance(first, int) and isinstance(last, int) and first <= value <= last
                for first in evaluate(low, bindings)
                for last in evaluate(high, bindings)
            )
        case _:
            return value in evaluate(term, bindings)


GREATEST_OF_ALL, LEAST_OF_ALL = "#sup", "#inf"
"""The minimum and the maximum of nothing: no name in ASP syntax starts with '#'."""


def order(value: Value) -> tuple[object, ...]:
    """Return a key that sorts as clingo does: numbers, then names, then functions by arity."""
    if value in (GREATEST_OF_ALL, LEAST_OF_ALL):
        return (2,) if value == GREATEST_OF_ALL else (-1,)
    if isinstance(value, int):
        return (0, value)
    if isinstance(value, str):
        return (1, 0, value)
    return (1, len(value) - 1, value[0], *map(order, value[1:]))


def compare(relation: Relation, left: Value, right: Value) -> bool:
    """Tell whether two values are in a relation."""
    match relation:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return order(left) < order(right)
        case "<=":
            return order(left) <= order(right)
        case ">":
            return order(left) > order(right)
        case ">=":
            return order(left) >= order(right)


def match(pattern: Term, value: Value, bindings: dict[str, Value]) -> bool:
    """Bind the variables of a pattern so that it is `value`; False if it cannot be.

    A calculation with one unknown, such as `X+1`, is solved for it.
    """
    match pattern:
        case Variable(name):
            if name in bindings:
                return bindings[name] == value
            bindings[name] = value
            return True
        case Name():
            return value_of(pattern, bindings) == value
        case Compound(name, args):
            return (
                isinstance(value, tuple)
                and len(value) == len(args) + 1
                and value[0] == name
                and all(
                    match(arg, each, bindings) for arg, each in zip(args, value[1:], strict=True)
                )
            )
        case Arithmetic():
            solved = linear(pattern, {})
            if solved is None or not isinstance(value, int):
                return False
            variable, factor, offset = solved
            quotient, rest = divmod(value - offset, factor)
            return rest == 0 and match(variable, quotient, bindings)
