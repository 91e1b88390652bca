"""Rules -> clauses of the same meaning: flat bodies, no `or`, negation only at atoms."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from zermelo.errors import RuleError
from zermelo.rules.dependencies import Signature, atoms, signature
from zermelo.text.tree import (
    Aggregate,
    And,
    Atom,
    Comparison,
    Formula,
    Not,
    Or,
    Relation,
    Rule,
    variables,
)

OUTPUTS: frozenset[Signature] = frozenset(
    {
        ("role", 1),
        ("init", 1),
        ("next", 1),
        ("legal", 2),
        ("goal", 2),
        ("terminal", 0),
        ("sees", 2),
    }
)
"""The relations that a game asks for; what they do not need is not grounded."""

OPPOSITE: dict[Relation, Relation] = {
    "!=": "=",
    "=": "!=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}
MOST_ALTERNATIVES = 4096


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom, comparison or aggregate, or its negation."""

    positive: bool
    atom: Atom | Comparison | Aggregate

    def names(self) -> frozenset[str]:
        """Return the variables in it."""
        return frozenset(variable.name for variable in variables(self.atom))


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule with a flat body, and the rule of the sheet that it came from."""

    head: Atom
    body: tuple[Literal, ...]
    rule: Rule


def clauses(rules: Iterable[Rule]) -> Iterator[Clause]:
    """Every rule as one clause for each way that its `or`s can hold."""
    for rule in rules:
        for body in conjunctions(And(rule.body), True, rule):
            yield Clause(rule.head, body, rule)


def conjunctions(formula: Formula, positive: bool, rule: Rule) -> list[tuple[Literal, ...]]:
    """Return the disjunctive normal form of a formula, or of its negation."""
    match formula:
        case Not(part):
            return conjunctions(part, not positive, rule)
        case And(parts) | Or(parts):
            choices = [conjunctions(part, positive, rule) for part in parts]
            if isinstance(formula, Or) is positive:
                return [body for choice in choices for body in choice]
            size = 1
            for choice in choices:
                size *= len(choice)
            if size > MOST_ALTERNATIVES:
                message = (
                    f"its ors and nots stand for {size} rules; name parts of them as relations"
                )
                raise RuleError(message, rule.span)
            return [merge(combination) for combination in product(*choices)]
        case Comparison(relation, left, right, span):
            if positive:
                return [(Literal(True, formula),)]
            return [(Literal(True, Comparison(OPPOSITE[relation], left, right, span)),)]
        case Atom() | Aggregate():
            return [(Literal(positive, formula),)]


def merge(bodies: Iterable[tuple[Literal, ...]]) -> tuple[Literal, ...]:
    """Return the literals of all bodies, each once, in order."""
    return tuple(dict.fromkeys(literal for body in bodies for literal in body))


def relevant(rules: Iterable[Rule]) -> list[Rule]:
    """Return the rules that some output depends on, in order."""
    by_head: dict[Signature, list[Rule]] = {}
    for rule in rules:
        by_head.setdefault(signature(rule.head), []).append(rule)
    needed = {output for output in OUTPUTS if output in by_head}
    todo = list(needed)
    while todo:
        for rule in by_head.get(todo.pop(), ()):
            for formula in rule.body:
                for atom, _ in atoms(formula):
                    if (used := signature(atom)) not in needed:
                        needed.add(used)
                        todo.append(used)
    return [rule for rule in rules if signature(rule.head) in needed]
