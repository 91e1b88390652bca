"""The parts that a game must have: roles, rules for each keyword, goals in range."""

import difflib
from collections.abc import Iterable, Iterator

from zermelo.rules.checks.problem import Problem, Severity, shown
from zermelo.rules.dependencies import atoms
from zermelo.rules.information import RANDOM
from zermelo.text.tree import Atom, Name, Rule, Sheet

NEEDED: dict[str, tuple[Severity, str]] = {
    "role": ("error", "name each role, as in (role white)"),
    "init": ("warning", "say what is true in the first state, as in (init (control white))"),
    "legal": ("error", "say what each role may do, as in (<= (legal ?r noop) (role ?r))"),
    "next": ("warning", "say what will be true, as in (<= (next ?f) (true ?f))"),
    "terminal": ("error", "say when the game ends, as in (<= terminal (true (step 10)))"),
    "goal": ("error", "say what each role gets, as in (<= (goal white 100) (wins white))"),
}
WITHOUT = {
    "role": "no roles",
    "init": "no 'init': nothing is true in the first state",
    "legal": "no rule for 'legal'",
    "next": "no rule for 'next': nothing is true after the first move",
    "terminal": "no rule for 'terminal'",
    "goal": "no rule for 'goal'",
}
MOST_GUESSES = 50
"""How many unknown names are compared with the known ones; beyond that it takes too long."""
FIRST_IS_ROLE = frozenset({"legal", "does", "goal", "input", "sees"})


def check_parts(sheet: Sheet) -> Iterator[Problem]:
    """A problem for each keyword that a game cannot do without."""
    heads = {rule.head.name for rule in sheet.rules}
    for name, (severity, hint) in NEEDED.items():
        if name not in heads:
            yield Problem(f"no-{name}", WITHOUT[name], None, severity, hint)


def check_roles(sheet: Sheet) -> Iterator[Problem]:
    """A problem for each role that is declared twice, or used without being declared."""
    roles: set[str] = set()
    listed = True
    for rule in sheet.rules:
        match rule.head:
            case Atom("role", (Name(text),)) if not rule.body:
                hint = "leave one of the two out"
                if text in roles:
                    message = f"role {text} is declared twice"
                    yield Problem("duplicate-role", message, rule.head.span, "error", hint)
                elif text.lower() == RANDOM and RANDOM in map(str.lower, roles):
                    message = f"role {text} is chance, which is declared already in other letters"
                    yield Problem("duplicate-role", message, rule.head.span, "error", hint)
                roles.add(text)
            case Atom("role"):
                listed = False
    # Roles that are computed by rules are not known here, so nothing can be missed.
    if roles and listed:
        yield from unknown_roles(sheet.rules, roles)


def unknown_roles(rules: Iterable[Rule], roles: set[str]) -> Iterator[Problem]:
    """A warning for each name that stands for a role and is none, where it stands first."""
    reported: set[str] = set()
    for atom in every_atom(rules):
        if atom.name in FIRST_IS_ROLE and len(atom.args) == 2:
            first = atom.args[0]
            if isinstance(first, Name) and first.text not in roles and first.text not in reported:
                reported.add(first.text)
                message = f"{first.text} is no role, so {shown(atom)} says nothing"
                meant = closest(first.text, roles) if len(reported) <= MOST_GUESSES else ""
                hint = f"did you mean {meant}?" if meant else "declare it with 'role'"
                yield Problem("unknown-role", message, first.span, "warning", hint)


def closest(name: str, known: Iterable[str]) -> str:
    """Return the name that `name` was perhaps meant to be, nothing if none comes close.

    >>> closest("wihte", {"white", "black"})
    'white'
    """
    return next(iter(difflib.get_close_matches(name, sorted(known), 1, 0.75)), "")


def every_atom(rules: Iterable[Rule]) -> Iterator[Atom]:
    """Every atom of heads and bodies, in the order of the text."""
    for rule in rules:
        yield rule.head
        for formula in rule.body:
            for atom, _ in atoms(formula):
                yield atom
