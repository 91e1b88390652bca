"""Goal values: whole numbers from 0 to 100, or -1, 0 and 1 for lost, drawn and won."""

from collections.abc import Iterator

from zermelo.rules.checks.problem import Problem, shown
from zermelo.rules.numbers import number
from zermelo.rules.parameters import leaves, settle
from zermelo.text.tree import Arithmetic, Name, Sheet, Term, Variable, variables

SIGNED = frozenset({-1, 0, 1})


def check_goals(sheet: Sheet) -> Iterator[Problem]:
    """A problem for each goal that is no whole number from 0 to 100."""
    signed = has_signed_goals(sheet)
    without_value = {name for name, text in settle(dict(sheet.constants)).items() if text is None}
    for term, value in goal_values(sheet):
        if not without_value.isdisjoint(leaves(term)):
            continue  # the constant is the problem
        if value is None:
            message = f"a goal is a number from 0 to 100, not {shown(term)}"
            hint = "write what the role gets as a number: 100 for a win, 0 for a loss"
            yield Problem("goal-value", message, term.span, "error", hint)
        elif not 0 <= value <= 100 and not signed:
            message = f"goal {shown(term)} is not between 0 and 100"
            hint = "scale all goals to 0..100: 100 for a win, 50 for a draw, 0 for a loss"
            if value == -1 and not is_kif(sheet):
                hint += "; or use -1, 0 and 1 and no other value"
            yield Problem("goal-value", message, term.span, "error", hint)


def has_signed_goals(sheet: Sheet) -> bool:
    """Tell whether all goals are -1, 0 or 1, and one is -1: lost, drawn and won.

    Only ASP sheets write goals so; in KIF they are always from 0 to 100.
    """
    values = {value for _, value in goal_values(sheet)}
    return -1 in values and values <= SIGNED and not is_kif(sheet)


def is_kif(sheet: Sheet) -> bool:
    """Tell whether a sheet is written in KIF, where a goal starts with its bracket."""
    return any(
        rule.head.span is not None and rule.head.span.text.startswith("(")
        for rule in sheet.rules
        if rule.head.name == "goal"
    )


def goal_values(sheet: Sheet) -> Iterator[tuple[Term, int | None]]:
    """The second arguments of `goal` heads without variables, with the numbers that they are."""
    values = settle(dict(sheet.constants))
    constants = {name: Name(text) for name, text in values.items() if text is not None}
    for rule in sheet.rules:
        if rule.head.name == "goal" and len(rule.head.args) == 2:
            term = rule.head.args[1]
            if isinstance(term, Arithmetic) and any(True for _ in variables(term)):
                continue
            if not isinstance(term, Variable):
                yield term, number(term, constants)
