"""Rules with their calculations taken out of atoms: `p(X+1) :- q(X)` is `p(N) :- q(X), N = X+1`."""

from zermelo.errors import RuleError
from zermelo.rules.rewrite import OPPOSITE
from zermelo.text.flatten import flat
from zermelo.text.replace import in_rule
from zermelo.text.spell import unused
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
    Rule,
    Term,
    Variable,
    variables,
)


def calculates(rule: Rule) -> bool:
    """Tell whether a rule says something that KIF and infix syntax cannot say."""
    stack: list[Term | Formula] = [rule.head, *rule.body]
    while stack:
        match stack.pop():
            case Arithmetic() | Aggregate():
                return True
            case Comparison(relation, left, right):
                if relation != "!=":
                    return True
                stack += (left, right)
            case Compound(_, args) | Atom(_, args):
                stack += args
            case Not(part):
                stack.append(part)
            case Variable() | Name():
                pass
            case connected:
                stack += connected.parts
    return False


def normal(rule: Rule) -> list[Rule]:
    """Return flat rules of the same meaning whose atoms hold no calculations."""
    return [Normaliser(each).rule() for each in map(substituted, flat(rule))]


def substituted(rule: Rule) -> Rule:
    """Return a flat rule without equations that only give a variable another name."""
    for index, part in enumerate(rule.body):
        match part:
            case Comparison("=", Variable(name), other) if is_plain(other, name):
                pass
            case Comparison("=", other, Variable(name)) if is_plain(other, name):
                pass
            case _:
                continue
        rest = Rule(rule.head, rule.body[:index] + rule.body[index + 1 :], rule.span)
        return substituted(in_rule(rest, lambda leaf: other if leaf == Variable(name) else leaf))
    return rule


def is_plain(term: Term, name: str) -> bool:
    """Tell whether a term has no calculation and not the variable `name`."""
    match term:
        case Variable(other):
            return other != name
        case Compound(_, args):
            return all(is_plain(arg, name) for arg in args)
        case Name():
            return True
        case Arithmetic():
            return False


Equations = list[tuple[Term, Variable]]


class Normaliser:
    """Gives the calculations of one flat rule names of their own."""

    def __init__(self, rule: Rule) -> None:
        """Start with the names that the rule has."""
        self.flat = rule
        parts = (rule.head, *rule.body)
        self.names = {variable.name for part in parts for variable in variables(part)}

    def rule(self) -> Rule:
        """Return the rule, its new equations behind what it had."""
        equations: Equations = []
        head = self.atom(self.flat.head, equations)
        body = [self.formula(part, equations) for part in self.flat.body]
        return Rule(head, (*body, *equated(equations)), self.flat.span)

    def formula(self, formula: Formula, equations: Equations) -> Formula:
        """Return a literal without calculations in its atoms."""
        match formula:
            case Atom():
                return self.atom(formula, equations)
            case Not(Comparison(relation, left, right, span)):
                return Comparison(OPPOSITE[relation], left, right, span)
            case Not(part, span):
                before = len(equations)
                inner = self.formula(part, equations)
                for term, _ in equations[before:]:
                    if has_interval(term):
                        raise RuleError("an interval below 'not' cannot be expanded", span)
                return Not(inner, span)
            case Aggregate(function, elements, left_guard, right_guard, span):
                new = tuple(self.element(each) for each in elements)
                return Aggregate(function, new, left_guard, right_guard, span)
            case _:
                return formula

    def element(self, element: Element) -> Element:
        """Return an element whose calculations are equations in its own condition."""
        equations: Equations = []
        terms = tuple(self.term(term, equations) for term in element.terms)
        condition = [self.formula(part, equations) for part in element.condition]
        return Element(terms, (*condition, *equated(equations)))

    def atom(self, atom: Atom, equations: Equations) -> Atom:
        """Return an atom without calculations."""
        return Atom(atom.name, tuple(self.term(arg, equations) for arg in atom.args), atom.span)

    def term(self, term: Term, equations: Equations) -> Term:
        """Return a term with a variable for each calculation."""
        match term:
            case Compound(name, args, span):
                return Compound(name, tuple(self.term(arg, equations) for arg in args), span)
            case Arithmetic():
                # The same interval twice means any two of its numbers, so each gets a name.
                for known, variable in equations:
                    if known == term and not has_interval(term):
                        return variable
                new = Variable(unused("N", self.names), term.span)
                self.names.add(new.name)
                equations.append((term, new))
                return new
            case _:
                return term


def equated(equations: Equations) -> list[Formula]:
    """Return an equation for each new variable."""
    return [Comparison("=", new, term, new.span) for term, new in equations]


def has_interval(term: Term) -> bool:
    """Tell whether a term stands for several values."""
    match term:
        case Arithmetic("..", _):
            return True
        case Arithmetic(_, args) | Compound(_, args):
            return any(map(has_interval, args))
        case _:
            return False
