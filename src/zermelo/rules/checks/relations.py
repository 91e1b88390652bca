"""A sheet's own relations: used but never defined, defined but never used, with two arities."""

from collections.abc import Iterable, Iterator

from zermelo.rules.checks.keywords import ARITY, NEVER_IN_BODIES
from zermelo.rules.checks.problem import Problem, relation
from zermelo.rules.checks.roles import MOST_GUESSES, NEEDED, closest
from zermelo.rules.dependencies import Dependency, Signature, signature
from zermelo.text.tree import Atom, Rule

GIVEN = frozenset({"true", "does", "distinct", *NEVER_IN_BODIES, *NEEDED})
"""Keywords that need no rule to be used, or whose lack is reported anyway."""


def check_relations(rules: Iterable[Rule], edges: Iterable[Dependency]) -> Iterator[Problem]:
    """A warning for each relation that is undefined, unused, or defined with two arities."""
    defined: dict[Signature, Atom] = {}
    for rule in rules:
        defined.setdefault(signature(rule.head), rule.head)
    used: dict[Signature, Dependency] = {}
    below: dict[Signature, set[Signature]] = {}
    for edge in edges:
        used.setdefault(edge.body, edge)
        below.setdefault(edge.head, set()).add(edge.body)
    yield from undefined(used, defined)
    yield from unused(defined, below)
    yield from two_arities(defined)


def undefined(
    used: dict[Signature, Dependency], defined: dict[Signature, Atom]
) -> Iterator[Problem]:
    """A warning for each relation that no rule defines, where it is used first."""
    guesses = 0
    for name, edge in used.items():
        if name in defined or name[0] in GIVEN or ARITY.get(name[0], name[1]) != name[1]:
            continue
        message = f"{relation(name)} is used but never defined, so it never holds"
        hint = f"define {relation(name)} or leave it out"
        guesses += 1
        if guesses <= MOST_GUESSES and (meant := suggestion(name, defined)):
            hint = f"did you mean {meant}?"
        yield Problem("undefined-relation", message, edge.atom.span, "warning", hint)


def suggestion(name: Signature, defined: Iterable[Signature]) -> str:
    """Return what an undefined relation was perhaps meant to be, nothing if there is no guess."""
    others = [relation(each) for each in defined if each[0] == name[0]]
    if others:
        return " or ".join(others)
    words = {word for word, arity in (*defined, *ARITY.items()) if arity == name[1]}
    return closest(name[0], words - {name[0], "init", *NEVER_IN_BODIES})


def unused(
    defined: dict[Signature, Atom], below: dict[Signature, set[Signature]]
) -> Iterator[Problem]:
    """A warning for each relation that no keyword depends on, where it is defined first."""
    needed = {name for name in defined if name[0] in ARITY}
    todo = list(needed)
    while todo:
        for name in below.get(todo.pop(), ()):
            if name not in needed:
                needed.add(name)
                todo.append(name)
    used = {name for user, others in below.items() for name in others if name != user}
    for name, atom in defined.items():
        if name not in needed:
            message = f"{relation(name)} is never used"
            if name in used:
                message = f"{relation(name)} is used only by relations that are never used"
            hint = "leave it out, or use it in a rule for legal, next, goal or terminal"
            yield Problem("unused-relation", message, atom.span, "warning", hint)


def two_arities(defined: dict[Signature, Atom]) -> Iterator[Problem]:
    """A warning for each relation whose name already has rules with another arity."""
    first: dict[str, Signature] = {}
    for name, atom in defined.items():
        other = first.setdefault(name[0], name)
        if other != name and name[0] not in ARITY:
            message = f"{relation(name)} is another relation than {relation(other)}"
            hint = "add or remove an argument, or give one of the two another name"
            yield Problem("two-arities", message, atom.span, "warning", hint)
