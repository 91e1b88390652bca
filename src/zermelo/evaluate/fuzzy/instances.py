"""The instances of rules as written, found by clingo: which values their variables can have.

A fluent may hold or not if some state of the game has it; what follows from that, with negations
left out, can hold too. For every way in which a rule can hold clingo tells the values of all
variables and the atoms that they make of its literals. What never changes is settled: an instance
whose static part is false is not there. Neither the order nor the simplifications of clingo matter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from zermelo.errors import LimitError
from zermelo.evaluate.fuzzy.scopes import (
    Scope,
    ScopeChain,
    is_static,
    own_literals,
    scope_of,
    ways,
    without_intervals,
)
from zermelo.ground.encode import Encoder
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import call
from zermelo.rules.dependencies import Signature, signature
from zermelo.rules.rewrite import Clause, Literal, as_literal, clauses
from zermelo.text.ground_term import ground_term, ground_terms
from zermelo.text.tree import Aggregate, Atom, Compound, Name, Rule, Term, Variable

MOST_INSTANCES = 250_000
"""Instances of all rules together: with more, a state would take milliseconds."""
ALLOWANCE = Allowance()
Values = tuple[str, ...]
"""Terms in KIF, one for each variable or place."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A scope with values for its variables, and what they make of its dynamic literals."""

    values: Values
    literals: tuple[Values, ...]  # an atom; or the numbers that an aggregate is compared with
    elements: dict[int, list[Values]]  # by place: an aggregate's elements, terms and atoms


@dataclass(frozen=True, slots=True)
class RuleInstances:
    """A rule and its instances: by the head, and inside a scope by the values known around it."""

    rule: Rule
    scope: Scope
    heads: dict[str, dict[Values, Instance]] = field(default_factory=dict)
    inside: dict[tuple[Scope, Values], dict[Values, Instance]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AskedScope:
    """A way of a rule, and what it is called in question and answer."""

    of: RuleInstances
    way: ScopeChain
    name: str
    moving: tuple[Literal, ...]  # its dynamic literals

    def relation(self, what: str) -> str:
        """Return the name of a relation of its own; no sheet can write a name with a blank."""
        return f"{what} {self.name}"


def instances(
    rules: Sequence[Rule],
    dynamic: frozenset[Signature],
    fluents: Sequence[str],
    allowance: Allowance = ALLOWANCE,
) -> list[RuleInstances]:
    """Return the instances of every rule for a relation in `dynamic`, in the order of the rules.

    Raises:
        LimitError: there are too many, or it takes too long to find them.
    """
    plain = [without_intervals(rule) for rule in rules if signature(rule.head) in dynamic]
    found = [RuleInstances(rule, scope_of(rule)) for rule in plain]
    asked = [
        AskedScope(one, way, f"{number} {index}", moving(way, dynamic))
        for number, one in enumerate(found)
        for index, way in enumerate(ways(one.scope))
    ]
    static = clauses(rule for rule in rules if signature(rule.head) not in dynamic)
    told = answered([*static, *question(asked, dynamic)], fluents, allowance)
    for one in asked:
        take(one, told)
    return found


def moving(way: ScopeChain, dynamic: frozenset[Signature]) -> tuple[Literal, ...]:
    """Return the literals of a way that depend on the state."""
    return tuple(literal for literal in way.literals if not is_static(literal, dynamic))


def question(asked: Sequence[AskedScope], dynamic: frozenset[Signature]) -> Iterator[Clause]:
    """The rules with negations of what changes left out, and those that show their instances."""
    for one in asked:
        rule, literals = one.of.rule, one.way.literals
        names = tuple(Variable(name) for name in one.way.names)
        seen = Literal(True, Atom(one.relation("seen"), names))
        body = tuple(each for each in literals if each.positive or is_static(each, dynamic))
        assert isinstance(seen.atom, Atom)
        yield Clause(seen.atom, body, rule)
        yield Clause(rule.head, (seen,), rule)
        places = [term for literal in one.moving for term in places_of(literal)]
        shown = (as_term(rule.head), *names, *places)
        yield Clause(Atom(one.relation("shown"), shown), (seen,), rule)
        for place, literal in enumerate(one.moving):
            if isinstance(literal.atom, Aggregate):
                for number, element in enumerate(literal.atom.elements):
                    parts = tuple(map(as_literal, element.condition))
                    waits = [each for each in parts if not is_static(each, dynamic)]
                    terms = [term for each in waits for term in places_of(each)]
                    head = Atom(
                        one.relation(f"element {place} {number}"),
                        (as_term(Atom("terms", element.terms)), *names, *terms),
                    )
                    known = tuple(each for each in parts if each.positive or each not in waits)
                    yield Clause(head, (seen, *known), rule)


def places_of(literal: Literal) -> list[Term]:
    """Return what an instance tells of a literal: its atom, or an aggregate's bounds."""
    match literal.atom:
        case Atom():
            return [as_term(literal.atom)]
        case Aggregate(left=left, right=right):
            return [*([left[0]] if left else []), *([right[1]] if right else [])]
    raise TypeError(f"{literal} is static")


def as_term(atom: Atom) -> Term:
    """Return an atom as a term."""
    return Compound(atom.name, atom.args) if atom.args else Name(atom.name)


def answered(
    program: Sequence[Clause], fluents: Sequence[str], allowance: Allowance
) -> dict[str, list[Values]]:
    """Return the arguments of all atoms that clingo finds for the relations of the question."""
    encoder = Encoder()
    lines = [encoder.clause(clause) for clause in program]
    lines += [f"{{true({encoder.term(ground_term(fluent).tree, {})})}}." for fluent in fluents]
    shown = {
        code: name
        for (name, _), code in encoder.relations.items()
        if name.startswith(("shown ", "element "))
    }
    arity = {encoder.relations[key]: key[1] for key in encoder.relations}
    lines += ["#show.", *(f"#show {code}/{arity[code]}." for code in shown)]
    message = {"program": "\n".join(lines), "names": encoder.table()}
    try:
        answer = call("zermelo.ground.clingo:ground", message, allowance)
    except LimitError as error:
        raise LimitError(f"the goal has too many instances: {error}") from None
    count = answer["shown_atoms"].size
    if count > MOST_INSTANCES:
        raise LimitError(
            f"the goal has {count:,} instances of its rules; {MOST_INSTANCES:,} are the limit"
        )
    told: dict[str, list[Values]] = {}
    for line in answer["shown"].split("\n") if count else ():
        code, _, inside = line.partition("(")
        told.setdefault(shown[code], []).append(tuple(map(str, ground_terms(inside[:-1]))))
    return told


def take(asked: AskedScope, told: dict[str, list[Values]]) -> None:
    """Put the instances of a way where they belong."""
    names = asked.way.names
    elements = elements_of(asked, told)
    sizes = [
        (scope, [len(places_of(each)) for each in own_literals(scope) if each in asked.moving])
        for scope in asked.way.scopes
    ]
    for head, *rest in told.get(asked.relation("shown"), ()):
        values = tuple(rest[: len(names)])
        known = dict(zip(names, values, strict=True))
        places = iter(rest[len(names) :])
        for scope, each in sizes:
            inner = tuple(known[name] for name in scope.names)
            literals = tuple(tuple(islice(places, size)) for size in each)
            instance = Instance(inner, literals, elements.get(values, {}))
            if scope is asked.of.scope:
                asked.of.heads.setdefault(head, {})[inner] = instance
            else:
                around = scope, inner[: scope.outer]
                asked.of.inside.setdefault(around, {})[inner] = instance


def elements_of(
    asked: AskedScope, told: dict[str, list[Values]]
) -> dict[Values, dict[int, list[Values]]]:
    """Return the elements of all aggregates by the instance and the place of the literal.

    The number of the element comes first: it tells which literals the atoms at the end are.
    """
    found: dict[Values, dict[int, list[Values]]] = {}
    size = len(asked.way.names)
    for place, literal in enumerate(asked.moving):
        if isinstance(literal.atom, Aggregate):
            for number in range(len(literal.atom.elements)):
                for terms, *rest in told.get(asked.relation(f"element {place} {number}"), ()):
                    of = found.setdefault(tuple(rest[:size]), {}).setdefault(place, [])
                    of.append((str(number), terms, *rest[size:]))
    return found


def in_order(values: Values) -> tuple[tuple[int, int, str], ...]:
    """Return what terms are sorted by: numbers by their size, before all other terms."""
    return tuple(
        (0, int(text), "") if text.lstrip("-").isdecimal() else (1, 0, text) for text in values
    )
