"""Goals -1, 0, 1 of ASP syntax -> 0, 50, 100, as the other syntaxes have them."""

from dataclasses import replace

from zermelo.errors import RuleError
from zermelo.rules.checks.goals import has_signed_goals
from zermelo.text.tree import Name, Rule, Sheet

SCALE = {"-1": "0", "0": "50", "1": "100"}


def on_goal_scale(sheet: Sheet) -> Sheet:
    """Return the sheet with goals in 0..100; the same sheet if they are that already."""
    if not has_signed_goals(sheet):
        return sheet
    return replace(sheet, rules=tuple(rescaled(rule) for rule in sheet.rules))


def rescaled(rule: Rule) -> Rule:
    """Return a rule with its goal on the scale 0..100.

    Raises:
        RuleError: the goal is a variable, so that the rule does not say which it is.
    """
    if rule.head.name != "goal" or len(rule.head.args) != 2:
        return rule
    role, value = rule.head.args
    if not isinstance(value, Name) or value.text not in SCALE:
        message = "goals below 0 must be numbers to be written on the scale 0..100"
        raise RuleError(message, rule.head.span)
    head = replace(rule.head, args=(role, replace(value, text=SCALE[value.text])))
    return replace(rule, head=head)
