"""Sheets with `#const` names, and the values that are given to them."""

from collections.abc import Collection, Iterator, Mapping

from zermelo.errors import RuleError, UsageError
from zermelo.rules.numbers import number
from zermelo.text.names import GREATEST
from zermelo.text.replace import in_rule
from zermelo.text.tree import Arithmetic, Compound, Name, Sheet, Term, Variable


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
    final: dict[str, str] = {}
    for name, text in settle(given).items():
        if text is None:
            raise RuleError(f"the constant {name} has no value", given[name].span)
        final[name] = text
    if not final:
        return sheet

    def valued(leaf: Variable | Name) -> Term:
        if isinstance(leaf, Name) and leaf.text in final:
            return Name(final[leaf.text], leaf.span)
        return leaf

    return Sheet(tuple(in_rule(rule, valued) for rule in sheet.rules), sheet.source)


def settle(constants: Mapping[str, Term]) -> dict[str, str | None]:
    """Return the number or name that each constant stands for in the end; None if for nothing.

    Each is looked at once, after those that it depends on.

    >>> settle({"n": Arithmetic("+", (Name("m"), Name("1"))), "m": Name("2"), "k": Name("k")})
    {'n': '3', 'm': '2', 'k': None}
    """
    values: dict[str, str | None] = {}
    entered: set[str] = set()
    for first in constants:
        todo = [first]
        while todo:
            name = todo[-1]
            used = {text for text in leaves(constants[name]) if text in constants}
            open_ones = used - values.keys()
            if name in values or not open_ones or open_ones & entered:
                todo.pop()
                circular = name not in values and open_ones
                values.setdefault(name, None if circular else value(constants[name], used, values))
            else:
                entered.add(name)
                todo += open_ones
    return {name: values[name] for name in constants}


def value(term: Term, used: Collection[str], values: Mapping[str, str | None]) -> str | None:
    """Return what a term stands for, given what the constants in it do."""
    known = {name: Name(text) for name in used if (text := values[name]) is not None}
    found = number(term, known)
    if found is not None:
        return str(found) if abs(found) <= GREATEST else None
    if isinstance(term, Name):
        return values[term.text] if term.text in used else term.text
    return None


def leaves(term: Term) -> Iterator[str]:
    """The names in a term."""
    todo = [term]
    while todo:
        match todo.pop():
            case Name(text):
                yield text
            case Compound(_, args) | Arithmetic(_, args):
                todo += args
