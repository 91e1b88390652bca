"""Sheets with `#const` names, and the values that a user gives to them: `nim:piles=3,size=5`."""

from collections.abc import Mapping

from zermelo.errors import RuleError, UsageError
from zermelo.rules.numbers import number
from zermelo.text.names import GREATEST
from zermelo.text.replace import in_rule
from zermelo.text.tree import Name, Sheet, Term, Variable


def parse_game_name(text: str) -> tuple[str, dict[str, int]]:
    """Return the name of a game and the values behind its colon.

    >>> parse_game_name("hex:width=5,height=4")
    ('hex', {'width': 5, 'height': 4})
    """
    name, colon, rest = text.partition(":")
    if not name:
        raise UsageError(f"no name before ':' in '{text}'")
    values: dict[str, int] = {}
    if colon and not rest:
        raise UsageError(f"nothing after ':' in '{text}'; as in '{name}:size=5'")
    for part in rest.split(",") if rest else ():
        parameter, equals, value = (piece.strip() for piece in part.partition("="))
        if not parameter or not equals:
            raise UsageError(f"'{part}' in '{text}' is not of the form name=number")
        if parameter in values:
            raise UsageError(f"'{parameter}' stands twice in '{text}'")
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            raise UsageError(f"the value of {parameter} must be a number, not '{value}'")
        if len(digits) > 10 or abs(int(digits)) > GREATEST:
            raise UsageError(f"the value of {parameter} is too great; {GREATEST} is the greatest")
        values[parameter] = int(value)
    return name, values


def instantiate(sheet: Sheet, values: Mapping[str, int]) -> Sheet:
    """Return the sheet with a value for every `#const`: from `values`, else its own.

    Raises:
        UsageError: `values` has a name that is no `#const` of the sheet.
        RuleError: a constant has no value, because it depends on itself or divides by zero.
    """
    own = dict(sheet.constants)
    for name in values:
        if name not in own:
            known = f"its parameters are {', '.join(own)}" if own else "it has none"
            raise UsageError(f"{sheet.source.name} has no parameter '{name}'; {known}")
    given: dict[str, Term] = own | {name: Name(str(value)) for name, value in values.items()}
    final = {name: settled(name, given) for name in given}
    if not final:
        return sheet

    def valued(leaf: Variable | Name) -> Term:
        if isinstance(leaf, Name) and leaf.text in final:
            return Name(final[leaf.text], leaf.span)
        return leaf

    return Sheet(tuple(in_rule(rule, valued) for rule in sheet.rules), sheet.source)


def settled(name: str, constants: Mapping[str, Term]) -> str:
    """Return the number or name that a constant stands for in the end."""
    term, steps = constants[name], 0
    value = number(term, constants)
    if value is not None and abs(value) <= GREATEST:
        return str(value)
    while isinstance(term, Name) and steps <= len(constants):
        if term.text not in constants:
            return term.text
        term, steps = constants[term.text], steps + 1
    raise RuleError(f"the constant {name} has no value", constants[name].span)
