"""Rules -> clauses of the same meaning: flat bodies, no `or`, negation only at atoms."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from zermelo.rules.dependencies import Signature, atoms, dependents, signature
from zermelo.text.flatten import flat
from zermelo.text.tree import (
    Aggregate,
    Atom,
    Comparison,
    Formula,
    Not,
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
        for one in flat(rule):
            yield Clause(rule.head, tuple(dict.fromkeys(map(as_literal, one.body))), rule)


def depending(clauses: Iterable[Clause], sources: Iterable[Signature]) -> frozenset[Signature]:
    """Return `sources` and the relations whose clauses depend on them, not through aggregates."""
    uses = (
        (signature(clause.head), signature(literal.atom))
        for clause in clauses
        for literal in clause.body
        if isinstance(literal.atom, Atom)
    )
    return dependents(uses, sources)


def as_literal(formula: Formula) -> Literal:
    """Return an atom, comparison or aggregate, negated or not, as a literal."""
    positive = True
    while isinstance(formula, Not):
        formula, positive = formula.part, not positive
    match formula:
        case Comparison(relation, left, right, span) if not positive:
            return Literal(True, Comparison(OPPOSITE[relation], left, right, span))
        case Atom() | Comparison() | Aggregate():
            return Literal(positive, formula)
    raise TypeError(f"{formula} is no literal")


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
