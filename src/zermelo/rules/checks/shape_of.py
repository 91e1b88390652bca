"""One step of a clause on shapes: from what its body may hold for to what its head may become.

Negation does not limit anything here, as in the relaxed grounding that follows; comparisons limit
calculations only. A limit is believed in when there is one in the direction of counting: whether
it stops `N+2` at `N != 5` is left to the grounder, which has limits of its own.
"""

from collections.abc import Iterator
from operator import attrgetter
from typing import Literal as Choice

from zermelo.rules.checks.shapes import CALCULATED, Shapes, TermShape, is_number
from zermelo.rules.numbers import Constants, linear, number
from zermelo.rules.rewrite import Clause, as_literal
from zermelo.text.tree import (
    Aggregate,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Element,
    Term,
    Variable,
    variables,
)

LINKED = {"init": "true", "next": "true", "legal": "does"}
"""What becomes true or done comes from these."""
DEEPEST_TERM = 40
"""Below this a term of the sheet is taken for a constant."""
MOST_ROUNDS = 50
"""How often equations are gone through; what is not solved then is taken for a constant."""
Place = tuple[str, int, int]
"""A relation's name, its arity, and the number of an argument."""
Table = dict[Place, TermShape]
Environment = dict[str, TermShape]
Direction = Choice["up", "down"]


def place(atom: Atom, index: int) -> Place:
    """Return where an argument of an atom belongs."""
    return LINKED.get(atom.name, atom.name), len(atom.args), index


class ShapeClause:
    """A clause that can be applied to a table of shapes."""

    def __init__(self, clause: Clause, shapes: Shapes, constants: Constants) -> None:
        """Look up once what limits its variables."""
        self.clause = clause
        self.shapes = shapes
        self.constants = constants
        self.cut = False
        """Whether to take all variables for constants: set when the clause makes terms grow."""
        self.limits: dict[str, list[tuple[Direction, Term]]] = {}
        for literal in clause.body:
            if isinstance(literal.atom, Comparison):
                for name, direction, limit in limits(literal.atom, constants):
                    self.limits.setdefault(name, []).append((direction, limit))

    def apply(self, table: Table) -> list[TermShape]:
        """Return the shapes of the head's arguments, none if the body cannot hold yet."""
        environment: Environment = {}
        for literal in self.clause.body:
            if (
                isinstance(literal.atom, Atom)
                and literal.positive
                and not self.holds(literal.atom, table, environment)
            ):
                return []
        if not self.calculate(table, environment):
            return []
        if self.cut:
            environment.clear()
        return [self.value(arg, environment) for arg in self.clause.head.args]

    def holds(self, atom: Atom, table: Table, environment: Environment) -> bool:
        """Tell whether an atom may hold; the environment learns its variables."""
        for index, arg in enumerate(atom.args):
            shape = table.get(place(atom, index))
            if shape is None or not self.match(arg, shape, environment):
                return False
        return True

    def match(self, term: Term, shape: TermShape, environment: Environment) -> bool:
        """Tell whether a term may have a shape; the environment learns its variables."""
        match term:
            case Variable(name):
                known = environment.get(name)
                met = shape if known is None else self.shapes.meet(known, shape)
                if met is not None:
                    environment[name] = met
                return met is not None
            case Compound(name, args):
                parts = shape.parts.get((name, len(args)))
                if parts is None:
                    return False
                for arg, part in zip(args, parts, strict=True):
                    if not self.match(arg, part, environment):
                        return False
                return True
            case Arithmetic():
                form = linear(term, self.constants)
                if form is None:
                    return True
                return self.match(form[0], self.solved(form, shape, environment), environment)
        return is_number(shape)

    def solved(
        self, form: tuple[Variable, int, int], shape: TermShape, environment: Environment
    ) -> TermShape:
        """Return the shape of X where `a*X + b` has a shape."""
        variable, factor, offset = form
        if factor == 1 and offset == 0:
            return shape
        way: Direction = "down" if offset > 0 else "up"
        found = self.limiting([variable.name], way if factor == 1 else None, environment)
        return self.shapes.result(shape) if found is None else found

    def calculate(self, table: Table, environment: Environment) -> bool:
        """Use equations and aggregates as soon as one side is known; False if one cannot hold."""
        waiting = [literal.atom for literal in self.clause.body if literal.positive]
        progress, rounds = True, 0
        while progress and rounds < MOST_ROUNDS:
            progress, rounds = False, rounds + 1
            for formula in waiting:
                if isinstance(formula, Atom):
                    continue
                for pattern, shape in self.equations(formula, table, environment):
                    waiting = [each for each in waiting if each is not formula]
                    progress = True
                    if not self.match(pattern, shape, environment):
                        return False
        return True

    def equations(
        self, formula: Comparison | Aggregate, table: Table, environment: Environment
    ) -> Iterator[tuple[Term, TermShape]]:
        """What a formula says that is equal: a term and the shape of its value."""
        match formula:
            case Comparison("=", left, right):
                for pattern, term in ((left, right), (right, left)):
                    if all(variable.name in environment for variable in variables(term)):
                        alias = pattern.name if isinstance(pattern, Variable) else None
                        yield pattern, self.value(term, environment, alias)
                        return
            case Aggregate(elements=elements):
                shape = self.shapes.constant
                for element in elements:
                    shape = self.shapes.join(
                        shape, self.counted(element, formula.function, table, environment)
                    )
                if formula.left is not None and formula.left[1] == "=":
                    yield formula.left[0], shape
                elif formula.right is not None and formula.right[0] == "=":
                    yield formula.right[1], shape

    def counted(
        self, element: Element, function: str, table: Table, environment: Environment
    ) -> TermShape:
        """Return the shape of the number that an aggregate makes of one element."""
        inside = dict(environment)
        for literal in map(as_literal, element.condition):
            if isinstance(literal.atom, Atom) and literal.positive:
                self.holds(literal.atom, table, inside)
        shape = self.shapes.constant
        for term in element.terms if function == "#count" else element.terms[:1]:
            shape = self.shapes.join(shape, self.shapes.numbers(self.value(term, inside)))
        return shape if function in ("#min", "#max") else self.shapes.result(shape)

    def value(
        self, term: Term, environment: Environment, alias: str | None = None, depth: int = 0
    ) -> TermShape:
        """Return the shape of a term; limits of the variable `alias` hold for it too."""
        match term:
            case Variable(name):
                return environment.get(name, self.shapes.constant)
            case Compound(name, args) if depth < DEEPEST_TERM:
                parts = [self.value(arg, environment, None, depth + 1) for arg in args]
                return self.shapes.make({(name, len(args)): tuple(parts)})
            case Arithmetic(operator, args) if number(term, self.constants) is None:
                if operator == "\\" and number(args[1], self.constants) is not None:
                    return self.shapes.constant
                if operator in ("..", "/", "\\", "|") or len(args) == 1:
                    # No result is farther from zero than what it is calculated from.
                    shape = self.shapes.constant
                    for arg in args:
                        inner = self.value(arg, environment, alias, depth + 1)
                        shape = self.shapes.join(shape, self.shapes.numbers(inner))
                    return shape
                limited = self.limited(term, environment, alias)
                if limited is not None:
                    return limited
                return self.shapes.result(self.numbers(term, environment))
        return self.shapes.constant

    def numbers(self, term: Term, environment: Environment) -> TermShape:
        """Return the shape of all numbers that a term is calculated from."""
        shape = self.shapes.constant
        for variable in variables(term):
            known = environment.get(variable.name, self.shapes.constant)
            shape = self.shapes.join(shape, self.shapes.numbers(known))
        return shape

    def limited(self, term: Term, environment: Environment, alias: str | None) -> TermShape | None:
        """Return the shape of what limits a calculation, None if nothing does."""
        way: Direction | None = None
        if (form := linear(term, self.constants)) and form[1] == 1:
            if form[2] == 0:
                return self.numbers(term, environment)
            way = "up" if form[2] > 0 else "down"
        growing = [
            variable.name
            for variable in variables(term)
            if CALCULATED in environment.get(variable.name, self.shapes.constant).parts
        ]
        if not growing:
            return None
        shape = self.shapes.constant
        for name in growing:
            names = [name] if alias is None else [name, alias]
            limit = self.limiting(names, way, environment)
            if limit is None:
                return None
            shape = self.shapes.join(shape, limit)
        return shape

    def limiting(
        self, names: list[str], way: Direction | None, environment: Environment
    ) -> TermShape | None:
        """Return the flattest shape that limits one of some variables, in one way or in any."""
        found = [
            self.numbers(limit, environment)
            for name in names
            for direction, limit in self.limits.get(name, ())
            if way is None or direction == way
        ]
        return min(found, key=attrgetter("depth"), default=None)


def limits(comparison: Comparison, constants: Constants) -> Iterator[tuple[str, Direction, Term]]:
    """The variables that a comparison limits, in which direction, and by what."""
    left, right = comparison.left, comparison.right
    match comparison.relation:
        case "<" | "<=":
            pairs = [(left, right, True, False), (right, left, False, True)]
        case ">" | ">=":
            pairs = [(left, right, False, True), (right, left, True, False)]
        case _:
            pairs = [(left, right, True, True), (right, left, True, True)]
    for side, limit, above, below in pairs:
        if comparison.relation in ("=", "!=") and number(limit, constants) is None:
            continue
        around = {variable.name for variable in variables(limit)}
        form = linear(side, constants)
        turned = form is not None and form[1] < 0
        for variable in variables(side):
            if variable.name not in around:
                if above:
                    yield variable.name, "down" if turned else "up", limit
                if below:
                    yield variable.name, "up" if turned else "down", limit
