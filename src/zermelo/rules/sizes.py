"""How many instances each relation can have at most: a quick estimate, never too small.

First the values that can stand at each place of each relation, by a fixpoint over constants that
forgets which values occur together. Then for each clause the cheapest way to bind its head's
variables: by whole literals of the body, as many ways as the literal has instances, or value by
value.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from zermelo.rules.dependencies import STATE, Signature, components, signature
from zermelo.rules.rewrite import OUTPUTS, Clause
from zermelo.text.tree import Arithmetic, Atom, Compound, Name, Term, Variable

Place = tuple[str | int, ...]
"""A relation, the index of an argument, and within it functions and indices again."""

ROOTS = {"init": "fluent", "next": "fluent", "true": "fluent", "legal": "move", "does": "move"}
"""Relations that share their values: what is next is true, what is legal is done."""


@dataclass(slots=True)
class Values:
    """What can stand at a place: constants, or anything."""

    constants: set[str] = field(default_factory=set)
    functions: set[Signature] = field(default_factory=set)
    anything: bool = False

    def size(self) -> float:
        """Return how many constants; terms made of functions are taken to be without end."""
        return math.inf if self.anything or self.functions else len(self.constants)


def sizes(clauses: Iterable[Clause]) -> dict[Signature, float]:
    """Return how many instances each relation with a rule can have at most."""
    given = list(clauses)
    values = places(given)
    by_head: dict[Signature, list[Clause]] = {}
    for clause in given:
        by_head.setdefault(signature(clause.head), []).append(clause)
    graph = {
        head: {
            signature(literal.atom)
            for clause in group
            for literal in clause.body
            if literal.positive and isinstance(literal.atom, Atom)
        }
        for head, group in by_head.items()
    }
    found: dict[Signature, float] = {}
    for component in components(graph):
        for relation in component:
            group = by_head.get(relation, ())
            known = sum(instances(clause, values, found) for clause in group)
            found[relation] = math.inf if relation in STATE else known
    return found


@dataclass(frozen=True, slots=True)
class Estimate:
    """What can stand where, and how often: to guess what it costs to join a literal."""

    values: dict[Place, Values]
    sizes: dict[Signature, float]

    def choices(self, atom: Atom, names: frozenset[str]) -> float:
        """Return how many values some variables can have where they stand in an atom."""
        each: dict[str, float] = {}
        for place, term in occurrences(atom):
            if isinstance(term, Variable) and term.name in names:
                size = self.values[place].size() if place in self.values else 0
                each[term.name] = min(size, each.get(term.name, math.inf))
        return math.prod(each.values())

    def ways(self, atom: Atom, known: frozenset[str], asked: frozenset[str]) -> float:
        """Return how many values `asked` can have in an atom, on average, given `known`."""
        size = self.sizes.get(signature(atom), 0)
        return min(size / max(1, self.choices(atom, known)), self.choices(atom, asked))


def estimate(clauses: Iterable[Clause]) -> Estimate:
    """Return the estimate for these clauses."""
    given = list(clauses)
    return Estimate(places(given), sizes(given))


def largest(clauses: Iterable[Clause]) -> float:
    """Return how many instances the largest relation can have that is no part of a game's frame."""
    return max(
        (size for relation, size in sizes(clauses).items() if relation not in OUTPUTS | STATE),
        default=0,
    )


def places(clauses: Sequence[Clause]) -> dict[Place, Values]:
    """Return what can stand at each place; the least fixpoint."""
    values: dict[Place, Values] = {}
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            known = domains(clause, values)
            for place, term in occurrences(clause.head):
                changed |= put(values.setdefault(place, Values()), term, known)
    return values


def put(at: Values, term: Term, known: dict[str, Values]) -> bool:
    """Let `term` stand at a place; whether that was new."""
    before = len(at.constants), len(at.functions), at.anything
    match term:
        case Name(text):
            at.constants.add(text)
        case Compound(name, args):
            at.functions.add((name, len(args)))
        case Variable(name):
            new = known.get(name, Values(anything=True))
            at.constants |= new.constants
            at.anything |= new.anything or bool(new.functions)
        case Arithmetic():
            at.anything = True
    return before != (len(at.constants), len(at.functions), at.anything)


def domains(clause: Clause, values: dict[Place, Values]) -> dict[str, Values]:
    """Return what each variable of a clause can be: the smallest of the places where it stands."""
    known: dict[str, Values] = {}
    for literal in clause.body:
        if literal.positive and isinstance(literal.atom, Atom):
            for place, term in occurrences(literal.atom):
                if isinstance(term, Variable):
                    here = values.get(place, Values())
                    best = known.get(term.name)
                    if best is None or here.size() < best.size():
                        known[term.name] = here
    return known


def occurrences(atom: Atom) -> list[tuple[Place, Term]]:
    """Return every term of an atom with its place."""
    found: list[tuple[Place, Term]] = []
    todo: list[tuple[Place, Term]] = [
        ((ROOTS.get(atom.name, f"{len(atom.args)} {atom.name}"), index), arg)
        for index, arg in enumerate(atom.args)
    ]
    while todo:
        place, term = todo.pop()
        found.append((place, term))
        if isinstance(term, Compound):
            todo.extend(
                ((*place, f"{len(term.args)} {term.name}", index), arg)
                for index, arg in enumerate(term.args)
            )
    return found


def instances(clause: Clause, values: dict[Place, Values], found: dict[Signature, float]) -> float:
    """Return how many heads a clause can have at most."""
    known = domains(clause, values)
    open_names = {term.name for _, term in occurrences(clause.head) if isinstance(term, Variable)}
    each = {name: known[name].size() if name in known else math.inf for name in open_names}
    literals = [
        (found.get(signature(literal.atom), math.inf), literal.names())
        for literal in clause.body
        if literal.positive and isinstance(literal.atom, Atom)
    ]
    ways = 1.0
    while open_names:
        # The way that costs least for each variable that it binds.
        choices = [
            (size ** (1 / len(new)), size, new)
            for size, bound in literals
            if (new := bound & open_names)
        ]
        choices += [(each[name], each[name], frozenset({name})) for name in open_names]
        _, size, new = min(choices, key=lambda choice: choice[0])
        ways *= size
        open_names -= new
    return ways
