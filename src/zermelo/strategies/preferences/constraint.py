"""Weak constraints: bodies whose instances are counted, weighed and compared level by level.

`:~ true(cell(A,B,P)), mover(P). [1@2]` costs 1 at level 2 for every way to fill its variables. Of
two states, the one that costs less at the highest level at which they differ is preferred. After
Law, Russo and Broda, Learning weak constraints in answer set programming (2015).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product

DIFFERENT = "{} != {}"
"""The shape of the one comparison that bodies have."""
Facts = Mapping[str, Sequence[tuple[str, ...]]]
"""What holds, by shape: `true(cell({},{},{}))` has a tuple for every such fluent of a state."""
Binding = tuple[tuple[str, str], ...]
"""Values of variables, sorted by the names of the variables."""


def is_variable(text: str) -> bool:
    """Tell whether an argument is a variable, not a value.

    >>> is_variable("P"), is_variable("x"), is_variable("3")
    (True, False, False)
    """
    return text[:1].isupper()


@dataclass(frozen=True, slots=True, order=True)
class ShapeLiteral:
    """A shape with a variable or a value in each of its places."""

    shape: str
    args: tuple[str, ...] = ()

    @property
    def variables(self) -> tuple[str, ...]:
        """Its variables, each as often as it occurs."""
        return tuple(arg for arg in self.args if is_variable(arg))

    def renamed(self, names: Mapping[str, str]) -> "ShapeLiteral":
        """Return it with other names for its variables."""
        return ShapeLiteral(self.shape, tuple(names.get(arg, arg) for arg in self.args))

    def __str__(self) -> str:
        """Spell it in ASP syntax."""
        return self.shape.format(*self.args)


@dataclass(frozen=True, slots=True)
class ConstraintBody:
    """Literals that hold together; `weigh` is the variable whose number an instance counts for."""

    literals: tuple[ShapeLiteral, ...]
    weigh: str | None = None

    @property
    def length(self) -> int:
        """How many literals it has."""
        return len(self.literals)

    @property
    def variables(self) -> tuple[str, ...]:
        """Its variables, sorted."""
        return tuple(sorted({name for literal in self.literals for name in literal.variables}))

    def count(self, facts: Facts) -> int:
        """Return how many instances it has among facts, or the sum of the numbers it weighs by."""
        found: set[Binding] = {()}
        for literal in self.literals:
            found = {more for binding in found for more in extended(binding, literal, facts)}
        if self.weigh is None:
            return len(found)
        return sum(int(dict(binding)[self.weigh]) for binding in found)

    def __str__(self) -> str:
        """Spell it in ASP syntax."""
        return ", ".join(map(str, self.literals))


def extended(binding: Binding, literal: ShapeLiteral, facts: Facts) -> list[Binding]:
    """Return all ways to fill the other variables of a literal so that it is a fact."""
    known = dict(binding)
    if literal.shape == DIFFERENT:
        left, right = (known.get(arg, arg) for arg in literal.args)
        return [binding] if left != right else []
    ways = []
    for values in facts.get(literal.shape, ()):
        filled = dict(known)
        for arg, value in zip(literal.args, values, strict=True):
            if (filled.setdefault(arg, value) if is_variable(arg) else arg) != value:
                break
        else:
            ways.append(tuple(sorted(filled.items())))
    return ways


def canonical(body: ConstraintBody, types: Mapping[str, str]) -> ConstraintBody:
    """Return the first of all bodies that differ from this one in names of variables only.

    Variables of a type exchange names among themselves; `types` has that of each.

    >>> one = ConstraintBody((ShapeLiteral("p({})", ("B",)), ShapeLiteral("q({},{})", ("A", "B"))))
    >>> str(canonical(one, {"A": "t", "B": "t"}))
    'p(A), q(B,A)'
    """
    kinds: dict[str, list[str]] = {}
    for name in body.variables:
        kinds.setdefault(types[name], []).append(name)
    best: tuple[tuple[ShapeLiteral, ...], str] | None = None
    for choice in product(*(permutations(names) for names in kinds.values())):
        names = {
            old: new
            for group, order in zip(kinds.values(), choice, strict=True)
            for old, new in zip(group, order, strict=True)
        }
        literals = tuple(sorted(literal.renamed(names) for literal in body.literals))
        candidate = literals, names.get(body.weigh or "", "")
        if best is None or candidate < best:
            best = candidate
    assert best is not None, "no variables have one choice too"
    return ConstraintBody(best[0], best[1] or None)


@dataclass(frozen=True, slots=True)
class Constraint:
    """A body, what each instance costs, and at which level; less is better, higher comes first."""

    body: ConstraintBody
    weight: int
    level: int

    def cost(self, facts: Facts) -> int:
        """Return what it costs in a state."""
        return self.weight * self.body.count(facts)

    def spelled(self, number: int) -> str:
        """Spell it in ASP syntax; the number keeps it apart from others of the same variables."""
        if self.body.weigh:
            weight = f"-{self.body.weigh}" if self.weight < 0 else self.body.weigh
        else:
            weight = str(self.weight)
        terms = ",".join([f"{weight}@{self.level}", str(number), *self.body.variables])
        return f":~ {self.body}. [{terms}]"


@dataclass(frozen=True, slots=True)
class Preferences:
    """Weak constraints, and the facts of their own that they speak of."""

    constraints: tuple[Constraint, ...] = ()
    background: tuple[ShapeLiteral, ...] = ()

    @property
    def length(self) -> int:
        """How many literals all bodies have."""
        return sum(constraint.body.length for constraint in self.constraints)

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels that are in use, the highest first."""
        return tuple(sorted({one.level for one in self.constraints}, reverse=True))

    def costs(self, facts: Facts) -> tuple[int, ...]:
        """Return what a state costs at each level; of two states, the smaller one is preferred."""
        return tuple(
            sum(one.cost(facts) for one in self.constraints if one.level == level)
            for level in self.levels
        )
