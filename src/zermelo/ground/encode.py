"""Clauses -> a clingo program whose ground rules are those of the game.

Reachability is relaxed: a fluent is possible if it holds initially or some rule can make it next, a
move if it can be legal. Both are *choices*, so that clingo keeps them in the ground rules instead
of taking them for facts. Names of the sheet never reach clingo: relations become `p7`, functions
`f3`, constants `c5` or integers, and a table leads back. Codes of functions and of constants are in
the order of the names, for `<` compares them too.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from zermelo.rules.demand import REACHED
from zermelo.rules.rewrite import Clause, Literal
from zermelo.text.names import is_integer
from zermelo.text.tree import (
    Aggregate,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Element,
    Formula,
    Name,
    Not,
    Term,
    Variable,
)

RESERVED = frozenset("role init next true legal does goal terminal sees".split())
TRUE = """\
{true(F)} :- init(F).
{true(F)} :- next(F).
"""
FRAME = """\
{does(R,M)} :- legal(R,M), role(R).
#show role/1. #show init/1. #show true/1. #show next/1. #show does/2.
#show legal/2. #show goal/2. #show terminal/0. #show sees/2.
"""


@dataclass(slots=True)
class Encoder:
    """Spells clauses for clingo and remembers what each name stands for."""

    relations: dict[tuple[str, int], str] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)

    def clause(self, clause: Clause, count: int | None = None) -> str:
        """Return one rule; with `count`, each instance is reported as one of rule `count`."""
        variables: dict[str, str] = {}
        head = self.atom(clause.head, variables)
        body = [self.literal(literal, variables) for literal in clause.body]
        if clause.head.name in ("legal", "goal") and len(clause.head.args) == 2:
            body.append(f"role({self.term(clause.head.args[0], variables)})")
        if count is not None:
            instance = ",".join([str(count), *variables.values()])
            body.append(f"0=@instance({instance})")
        return f"{head} :- {', '.join(body)}." if body else f"{head}."

    def literal(self, literal: Literal, variables: dict[str, str]) -> str:
        """Return a literal of a body."""
        text = self.formula(literal.atom, variables)
        return text if literal.positive else f"not {text}"

    def formula(self, formula: Formula, variables: dict[str, str]) -> str:
        """Return an atom, a comparison, an aggregate, or the negation of one."""
        match formula:
            case Atom():
                return self.atom(formula, variables)
            case Comparison(relation, left, right):
                return f"{self.term(left, variables)}{relation}{self.term(right, variables)}"
            case Not(part):
                return f"not {self.formula(part, variables)}"
            case Aggregate(function, elements, left_guard, right_guard):
                inside = "; ".join(self.element(element, variables) for element in elements)
                text = f"{function}{{ {inside} }}"
                if left_guard:
                    text = f"{self.term(left_guard[0], variables)} {left_guard[1]} {text}"
                if right_guard:
                    text = f"{text} {right_guard[0]} {self.term(right_guard[1], variables)}"
                return text
        raise TypeError(f"{formula} has no place in a flat body")

    def element(self, element: Element, variables: dict[str, str]) -> str:
        """Return `terms : condition`."""
        terms = ",".join(self.term(term, variables) for term in element.terms)
        condition = ", ".join(self.formula(part, variables) for part in element.condition)
        return f"{terms} : {condition}" if condition else terms

    def atom(self, atom: Atom, variables: dict[str, str]) -> str:
        """Return an atom under its number, keywords under their own name."""
        key = atom.name, len(atom.args)
        if atom.name in RESERVED:
            name = atom.name
        else:
            name = self.relations.setdefault(key, f"p{len(self.relations)}")
        if not atom.args:
            return name
        return f"{name}({','.join(self.term(arg, variables) for arg in atom.args)})"

    def term(self, term: Term, variables: dict[str, str]) -> str:
        """Return a term under its number."""
        match term:
            case Variable(name):
                return variables.setdefault(name, f"V{len(variables)}")
            case Name(text):
                if is_integer(text):
                    return text
                return self.constants.setdefault(text, f"c{len(self.constants)}")
            case Compound(name, args):
                function = self.functions.setdefault(name, f"f{len(self.functions)}")
                return f"{function}({','.join(self.term(arg, variables) for arg in args)})"
            case Arithmetic("|", (arg,)):
                return f"|{self.term(arg, variables)}|"
            case Arithmetic(operator, (arg,)):
                return f"({operator}{self.term(arg, variables)})"
            case Arithmetic(operator, (left, right)):
                return f"({self.term(left, variables)}{operator}{self.term(right, variables)})"
        raise TypeError(f"{term} is no term")

    def table(self) -> dict[str, str]:
        """Return what each clingo name of a function or constant stands for."""
        return {code: name for name, code in [*self.functions.items(), *self.constants.items()]}


def coded(letter: str, names: Iterable[str]) -> dict[str, str]:
    """Return a code for each name, in the same order as the names when compared as texts.

    >>> coded("c", ["b", "a"])
    {'a': 'c0', 'b': 'c1'}
    """
    ranked = sorted(names)
    width = len(str(len(ranked) - 1))
    return {name: f"{letter}{rank:0{width}}" for rank, name in enumerate(ranked)}


def encode(clauses: Iterable[Clause], *, counting: bool = False) -> tuple[str, dict[str, str]]:
    """Return the program and the table from its names back to those of the sheet."""
    clauses = list(clauses)
    seen = Encoder()
    for clause in clauses:
        seen.clause(clause)
    encoder = Encoder(functions=coded("f", seen.functions), constants=coded("c", seen.constants))
    lines = [
        encoder.clause(clause, index if counting else None) for index, clause in enumerate(clauses)
    ]
    # Where the fluents that can hold are derived beforehand, states need not follow each other.
    reached = encoder.relations.get((REACHED, 1))
    frame = (f"{{true(F)}} :- {reached}(F).\n" if reached else TRUE) + FRAME
    return "\n".join([*lines, frame]), encoder.table()
