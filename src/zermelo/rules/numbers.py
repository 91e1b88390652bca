"""What can be calculated in terms before any grounding: constants, and linear forms."""

import re
from collections.abc import Mapping

from zermelo.text.tree import Arithmetic, Name, Term, Variable

INTEGER = re.compile(r"-?[0-9]{1,30}\Z", re.ASCII)
LARGEST_EXPONENT = 64
Constants = Mapping[str, Term]
"""The values of `#const` names."""


def number(term: Term, constants: Constants, depth: int = 0) -> int | None:
    """Return the number that `term` stands for, None if it is none or depends on variables.

    >>> number(Arithmetic("+", (Name("2"), Name("n"))), {"n": Name("3")})
    5
    """
    match term:
        case Name(text) if INTEGER.match(text):
            return int(text)
        case Name(text) if text in constants and depth <= len(constants):
            return number(constants[text], constants, depth + 1)
        case Arithmetic(operator, args):
            values: list[int] = []
            for arg in args:
                value = number(arg, constants, depth)
                if value is None:
                    return None
                values.append(value)
            return calculated(operator, values)
    return None


def calculated(operator: str, values: list[int]) -> int | None:
    """Return the result of an operator, None where it has none."""
    match operator, values:
        case "-", [value]:
            return -value
        case "|", [value]:
            return abs(value)
        case "+", [left, right]:
            return left + right
        case "-", [left, right]:
            return left - right
        case "*", [left, right]:
            return left * right
        case "/", [left, right] if right:
            # As in clingo, towards zero; Python's // goes down.
            return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        case "\\", [left, right] if right:
            return abs(left) % abs(right) * (-1 if left < 0 else 1)
        case "**", [left, right] if 0 <= right <= LARGEST_EXPONENT:
            return int(left**right)
    return None


def linear(term: Term, constants: Constants) -> tuple[Variable, int, int] | None:
    """Return X, a and b of a term that says `a*X + b` with a != 0, None for any other.

    clingo can find X from the value of such a term, and of no other calculation.
    """
    match term:
        case Variable():
            return term, 1, 0
        case Arithmetic("-", (inner,)):
            if found := linear(inner, constants):
                return found[0], -found[1], -found[2]
        case Arithmetic("+" | "-" | "*" as operator, (left, right)):
            fixed, other = number(left, constants), right
            if fixed is None:
                fixed, other = number(right, constants), left
            found = None if fixed is None else linear(other, constants)
            if found is None or fixed is None:
                return None
            variable, factor, offset = found
            if operator == "*":
                return (variable, factor * fixed, offset * fixed) if fixed else None
            if operator == "+":
                return variable, factor, offset + fixed
            if other is left:
                return variable, factor, offset - fixed
            return variable, -factor, fixed - offset
    return None
