"""Trees -> problems: everything that is wrong with a rule sheet, at once and with its place."""

from collections.abc import Iterator

from zermelo.errors import RuleError
from zermelo.rules.checks.constants import check_constants
from zermelo.rules.checks.goals import check_goals
from zermelo.rules.checks.growth import check_growth
from zermelo.rules.checks.keywords import check_keywords
from zermelo.rules.checks.problem import Problem, Severity
from zermelo.rules.checks.recursion import check_recursion
from zermelo.rules.checks.relations import check_relations
from zermelo.rules.checks.roles import check_parts, check_roles
from zermelo.rules.checks.safety import check_safety
from zermelo.rules.checks.strata import check_strata
from zermelo.rules.checks.text import check_text
from zermelo.rules.dependencies import edges
from zermelo.rules.information import Information, information
from zermelo.rules.parameters import settle
from zermelo.rules.rewrite import Clause, clauses
from zermelo.text.tree import Name, Sheet

__all__ = [
    "Information",
    "Problem",
    "Severity",
    "check",
    "check_text",
    "information",
    "require",
]


def check(sheet: Sheet) -> tuple[Problem, ...]:
    """Return every problem of a sheet, those of the whole sheet first, then by place."""
    return checked(sheet)[0]


def checked(sheet: Sheet) -> tuple[tuple[Problem, ...], list[Clause]]:
    """Return the problems of a sheet, and the clauses of the rules that could be flattened."""
    flat: list[Clause] = []
    problems = list(flatten(sheet, flat))
    found, values = list(edges(sheet.rules)), settle(dict(sheet.constants))
    constants = {name: Name(text) for name, text in values.items() if text is not None}
    problems += check_constants(sheet, values)
    problems += check_text(sheet.source)
    problems += check_parts(sheet)
    problems += check_roles(sheet)
    problems += check_goals(sheet)
    problems += check_keywords(sheet.rules, found)
    problems += check_relations(sheet.rules, found)
    problems += check_safety(flat, constants)
    problems += check_strata(sheet.rules, found, constants)
    growth = list(check_growth(flat, constants))
    problems += growth
    # What grows is wrong enough; that it also breaks the letter of the restriction says no more.
    growing = {problem.span for problem in growth}
    rest = [clause for clause in flat if clause.head.span not in growing]
    problems += check_recursion(found, rest)
    # A pool in a head stands for several rules with one place: what is wrong is said once.
    return tuple(dict.fromkeys(sorted(problems, key=place))), flat


def place(problem: Problem) -> tuple[int, int, str]:
    """Return where a problem comes in a list: by place, errors first."""
    start = -1 if problem.span is None else problem.span.start
    return start, problem.severity != "error", problem.code


def flatten(sheet: Sheet, flat: list[Clause]) -> Iterator[Problem]:
    """A problem for each rule with too many alternatives; `flat` gets the clauses of the rest."""
    for rule in sheet.rules:
        try:
            flat += clauses([rule])
        except RuleError as error:
            hint = "name parts of the body as relations of their own"
            yield Problem("too-many-alternatives", error.message, error.span, "error", hint)


def require(sheet: Sheet) -> list[Clause]:
    """Return the clauses of a sheet; RuleError with all its errors, at the place of the first."""
    problems, flat = checked(sheet)
    errors = [problem for problem in problems if problem.severity == "error"]
    if not errors:
        return flat
    first = errors[0]
    if len(errors) == 1:
        raise RuleError(f"{first.message}; {first.hint}", first.span)
    lines = [f"{len(errors)} errors in the rules"]
    for error in errors:
        where = f"line {error.line}, column {error.column}: " if error.span else ""
        lines.append(f"  {where}{error.message}; {error.hint}")
    raise RuleError("\n".join(lines), first.span)
