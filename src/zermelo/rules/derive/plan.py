"""A clause -> a plan: in which order its literals are asked, and what is kept from each.

A plan works on whole sets of rows, a column for each variable that is still needed: rows that have
become equal are one. So a long body costs what it tells apart, not the product of its literals.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Protocol

from zermelo.errors import RuleError, UnsuitedError
from zermelo.rules.dependencies import Signature, signature
from zermelo.rules.derive.values import Row, Shape, Value, is_known, opened, shape_of, value_of
from zermelo.rules.rewrite import Clause, Literal
from zermelo.text.tree import Aggregate, Atom, Comparison, Compound, Term, Variable, variables

Build = Callable[[Row], Row]
Mask = tuple[bool, ...]
"""Which arguments of a call are known."""

OUT_OF_ORDER = 5.0
"""How much cheaper a call of a recursive relation must seem than one that is written before it. The
text is written to be derived from left to right: in another order, it may recur for ever more."""
WIDER = 4
"""How many times as many rows are tried next, if none of some rows comes through."""
DERIVED = 1000.0
"""How many rows are expected of a relation that has rules."""


class RowSource(Protocol):
    """What a plan asks."""

    def expected(self, relation: Signature, shape: Shape) -> float:
        """Return about how many rows of facts are found where those of a shape are known."""

    def derived(self, relation: Signature) -> bool:
        """Whether a relation has rules; else it is a set of facts."""

    def recursive(self, relation: Signature) -> bool:
        """Whether the rules of a relation depend on itself."""

    def facts(self, relation: Signature, shape: Shape, key: Row) -> Sequence[Row]:
        """Return what is looked for in the facts of a relation."""

    def ask(
        self, relation: Signature, mask: Mask, key: Row, shape: Shape, inner: Row
    ) -> Sequence[Row]:
        """Return what is looked for in the answers to a call."""

    def spend(self, steps: int) -> None:
        """Count work."""


Step = Callable[[RowSource, Iterable[Row]], Iterable[Row]]


@dataclass(frozen=True, slots=True)
class DerivationPlan:
    """How the rows of a clause's head are found for calls that know the same arguments."""

    shape: Shape
    constants: Row
    steps: tuple[Step, ...]
    output: Build

    def answers(self, source: RowSource, key: Row) -> Iterable[Row]:
        """Return the arguments that are not known, for a call that knows `key`."""
        rows: Iterable[Row] = self.begin(key)
        for step in self.steps:
            rows = step(source, rows)
            if not rows:
                return ()
        return [self.output(row) for row in rows]

    def some_answers(self, source: RowSource, key: Row) -> Iterable[Row]:
        """Return some of the answers, the first that are found by going into the depth."""
        return [self.output(row) for row in self.some(source, self.begin(key), 0)]

    def some(self, source: RowSource, rows: Sequence[Row], at: int) -> Sequence[Row]:
        """Return what becomes of the first rows that come through all steps from one on."""
        if at == len(self.steps):
            return rows
        first, size = 0, 1
        while first < len(rows):
            found = list(self.steps[at](source, rows[first : first + size]))
            if found and (through := self.some(source, found, at + 1)):
                return through
            first, size = first + size, WIDER * size
        return ()

    def begin(self, key: Row) -> Sequence[Row]:
        """Return the row of variables that a call gives values to; none if it does not fit."""
        known: list[Value] = []
        found: list[Value] = []
        if not opened(key, self.shape, known, found) or tuple(known) != self.constants:
            return ()
        return (tuple(found),)


def planned(clause: Clause, mask: Mask, source: RowSource) -> DerivationPlan:
    """Return the plan of a clause for calls that know the arguments of `mask`.

    Raises:
        RuleError: a variable is bound by no positive literal.
        UnsuitedError: the clause calculates.
    """
    head = clause.head.args
    given = [arg for arg, known in zip(head, mask, strict=True) if known]
    wanted = [arg for arg, known in zip(head, mask, strict=True) if not known]
    columns: dict[str, int] = {}
    constants: list[Term] = []
    shape = shape_of(given, frozenset(), columns, constants)
    names = list(columns)
    left, steps = list(clause.body), list[Step]()
    while left:
        known = frozenset(names)
        literal = min(left, key=partial(price, left, known, source))
        if cost(literal, known, source) == float("inf"):
            raise RuleError("a variable of this rule has no value", clause.rule.span)
        left.remove(literal)
        needed = {each.name for term in wanted for each in variables(term)}
        needed |= {name for each in left for name in each.names()}
        step, names = step_of(literal, names, needed, source)
        steps.append(step)
    if not all(is_known(term, frozenset(names)) for term in wanted):
        raise RuleError("a variable of the head has no value", clause.rule.span)
    output = builder(wanted, names)
    return DerivationPlan(shape, tuple(map(value_of, constants)), tuple(steps), output)


def price(
    body: Sequence[Literal], known: frozenset[str], source: RowSource, literal: Literal
) -> float:
    """Return the cost of a literal, more if it is a recursive call before its turn."""
    calls = [each for each in body if is_call(each, known, source)]
    late = literal in calls[1:] and source.recursive(signature_of(literal))
    return cost(literal, known, source) * (OUT_OF_ORDER if late else 1.0)


def is_call(literal: Literal, known: frozenset[str], source: RowSource) -> bool:
    """Tell whether a literal asks for values that have to be derived."""
    if not literal.positive or literal.names() <= known:
        return False
    return isinstance(literal.atom, Atom) and source.derived(signature(literal.atom))


def signature_of(literal: Literal) -> Signature:
    """Return the relation that a literal asks."""
    assert isinstance(literal.atom, Atom)
    return signature(literal.atom)


def cost(literal: Literal, known: frozenset[str], source: RowSource) -> float:
    """Return how late a literal should be asked: tests first, then what has the fewest rows."""
    free = literal.names() - known
    match literal.atom:
        case Aggregate():
            raise UnsuitedError("aggregates cannot be derived; expand the rules first")
        case Comparison(relation, left, right):
            if not free:
                return -1.0
            binds = relation == "=" and any(
                isinstance(one, Variable) and is_known(other, known)
                for one, other in ((left, right), (right, left))
            )
            return -1.0 if binds else float("inf")
        case Atom() as atom:
            derived = source.derived(signature(atom))
            if not literal.positive:
                return float("inf") if free else 0.7
            if not free:
                return 0.5 if derived else 0.0
            if derived:
                # Asked with parts of a term known, a relation is derived for all such terms.
                unknown = sum(not is_known(arg, known) for arg in atom.args)
                return max(1.0, float(DERIVED ** (unknown / len(atom.args))))
            shape = shape_of(atom.args, known, {}, [])
            return max(1.0, source.expected(signature(atom), shape))
    raise AssertionError("there is no other kind of literal")


def step_of(
    literal: Literal, names: list[str], needed: set[str], source: RowSource
) -> tuple[Step, list[str]]:
    """Return the step that asks a literal, and the columns of the rows after it."""
    atom, known = literal.atom, frozenset(names)
    kept = [name for name in names if name in needed]
    keep = columns_of(kept, names)
    if isinstance(atom, Comparison):
        return compared(atom, names, known, needed, keep, kept)
    assert isinstance(atom, Atom)
    columns: dict[str, int] = {}
    inner: list[Term] = []
    relation = signature(atom)
    if source.derived(relation):
        mask = tuple(is_known(arg, known) for arg in atom.args)
        outer = [arg for arg, whole in zip(atom.args, mask, strict=True) if whole]
        rest = [arg for arg, whole in zip(atom.args, mask, strict=True) if not whole]
        shape = shape_of(rest, known, columns, inner)
        key_of, inner_of = builder(outer, names), builder(inner, names)

        def look(source: RowSource, row: Row) -> Sequence[Row]:
            return source.ask(relation, mask, key_of(row), shape, inner_of(row))
    else:
        shape = shape_of(atom.args, known, columns, inner)
        inner_of = builder(inner, names)

        def look(source: RowSource, row: Row) -> Sequence[Row]:
            return source.facts(relation, shape, inner_of(row))

    if not literal.positive:
        return filtered(lambda source, row: not look(source, row), keep), kept
    new = [name for name in columns if name in needed]
    if not new:
        return filtered(lambda source, row: bool(look(source, row)), keep), kept
    return joined(look, keep, columns_of(new, list(columns))), kept + new


def compared(
    atom: Comparison,
    names: list[str],
    known: frozenset[str],
    needed: set[str],
    keep: Build,
    kept: list[str],
) -> tuple[Step, list[str]]:
    """Return the step of a comparison: a test, or a variable that gets the other side's value."""
    if atom.relation not in ("=", "!="):
        raise UnsuitedError(f"'{atom.relation}' cannot be derived; expand the rules first")
    for one, other in ((atom.left, atom.right), (atom.right, atom.left)):
        if isinstance(one, Variable) and one.name not in known:
            if one.name not in needed:
                return filtered(lambda source, row: True, keep), kept
            value = builder([other], names)
            return joined(lambda source, row: (row,), keep, value), [*kept, one.name]
    both, equal = builder([atom.left, atom.right], names), atom.relation == "="

    def holds(_: RowSource, row: Row) -> bool:
        left, right = both(row)
        return (left == right) is equal

    return filtered(holds, keep), kept


def filtered(holds: Callable[[RowSource, Row], bool], keep: Build) -> Step:
    """Return a step that keeps the rows for which something holds."""

    def step(source: RowSource, rows: Iterable[Row]) -> Iterable[Row]:
        found = {keep(row) for row in rows if holds(source, row)}
        source.spend(1 + len(found))
        return found

    return step


def joined(look: Callable[[RowSource, Row], Sequence[Row]], keep: Build, pick: Build) -> Step:
    """Return a step that extends each row by all that is found for it."""

    def step(source: RowSource, rows: Iterable[Row]) -> Iterable[Row]:
        found: set[Row] = set()
        for row in rows:
            kept = keep(row)
            new = look(source, row)
            source.spend(1 + len(new))
            found.update([kept + pick(each) for each in new])
        return found

    return step


def columns_of(wanted: Sequence[str], names: Sequence[str]) -> Build:
    """Return a function from rows to some of their columns."""
    places = [names.index(name) for name in wanted]
    if places == list(range(len(names))):
        return lambda row: row
    if len(places) > 1:
        return itemgetter(*places)
    if not places:
        return lambda row: ()
    return lambda row: (row[places[0]],)


def builder(terms: Sequence[Term], names: Sequence[str]) -> Build:
    """Return a function from rows to the values of some terms."""
    if all(isinstance(term, Variable) for term in terms):
        return columns_of([term.name for term in terms if isinstance(term, Variable)], names)
    makers = [maker(term, names) for term in terms]
    return lambda row: tuple([make(row) for make in makers])


def maker(term: Term, names: Sequence[str]) -> Callable[[Row], Value]:
    """Return a function from rows to the value of a term."""
    if isinstance(term, Variable):
        return itemgetter(names.index(term.name))
    if not any(True for _ in variables(term)):
        value = value_of(term)
        return lambda row: value
    assert isinstance(term, Compound)
    parts = [maker(arg, names) for arg in term.args]
    return lambda row: (term.name, *[part(row) for part in parts])
