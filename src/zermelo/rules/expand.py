"""Sheets in ASP syntax -> sheets that KIF and infix syntax can say: no arithmetic, no aggregates.

A static relation that is calculated becomes a list of facts. In other rules each calculation
becomes a table of the values that it can ever have: `N = M+1` is `plus_1(N,M)` with one fact for
every M that can be reached. An aggregate over the state is added up by rules: see `unroll`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from zermelo.rules.dependencies import Signature, atoms, depending_on, signature
from zermelo.rules.expansion.normal import calculates, normal
from zermelo.rules.expansion.reach import FOLLOWS, Reach, positive
from zermelo.rules.expansion.store import Row
from zermelo.rules.expansion.titles import guard_title, title
from zermelo.rules.expansion.totals import fits, inner, result, stages
from zermelo.rules.expansion.unroll import unroll
from zermelo.rules.expansion.values import Bindings, order, term_of
from zermelo.rules.parameters import instantiate
from zermelo.text.replace import canonical
from zermelo.text.spell import unused
from zermelo.text.tree import (
    KEYWORDS,
    Aggregate,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Formula,
    Not,
    Rule,
    Sheet,
    Term,
    Variable,
    variables,
)

MOVING: frozenset[Signature] = frozenset(
    {("true", 1), ("does", 2), ("legal", 2), ("next", 1), ("goal", 2), ("terminal", 0), ("sees", 2)}
)


def expand(sheet: Sheet) -> Sheet:
    """Return a sheet of the same game without arithmetic, aggregates or comparisons but `!=`.

    Raises:
        RuleError: a rule has numbers without a bound, or more values than can be written out.
    """
    sheet = instantiate(sheet, {})
    if not any(map(calculates, sheet.rules)):
        return sheet
    return Sheet(tuple(Expander(sheet.rules).expanded()), sheet.source)


@dataclass(slots=True)
class NewRelation:
    """A new relation and the rows that it will have."""

    name: str
    columns: int
    used: bool = False
    rows: dict[Row, None] = field(default_factory=dict)


class Expander:
    """Finds out which values the rules can meet, and writes them down."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        """Reach everything that a calculation depends on."""
        self.rules = rules
        self.moving = depending_on(rules, MOVING)
        self.relations = set(KEYWORDS)
        for rule in rules:
            self.relations.add(rule.head.name)
            self.relations |= {atom.name for part in rule.body for atom, _ in atoms(part)}
        self.tables: dict[Rule, NewRelation] = {}
        self.of_part: dict[int, tuple[NewRelation, tuple[str, ...]]] = {}
        self.normal = {id(rule): normal(rule) for rule in needed(rules)}
        self.reach = Reach(
            (each for group in self.normal.values() for each in group), self.moving, self.seen
        )

    def relation(self, name: str) -> str:
        """Return a name for a new relation."""
        new = unused(name, self.relations)
        self.relations.add(new)
        return new

    def seen(self, parts: tuple[Formula, ...], bindings: Bindings) -> None:
        """Note the values of the calculations in an instance of a rule."""
        for part in parts:
            if needs_table(part):
                table, columns = self.table(part, parts)
                table.rows[tuple(bindings[name] for name in columns)] = None

    def table(
        self, part: Formula, parts: tuple[Formula, ...]
    ) -> tuple[NewRelation, tuple[str, ...]]:
        """Return the table of a calculation and its columns; equal calculations share one."""
        if id(part) not in self.of_part:
            inside = positive(part)
            if isinstance(inside, Aggregate):
                columns = columns_of(inside, part, parts)
                self.of_part[id(part)] = (NewRelation("", len(columns)), columns)
            else:
                assert isinstance(part, Comparison)
                columns = tuple(dict.fromkeys(each.name for each in variables(part)))
                key = canonical(Rule(Atom(""), (part,)))
                if key not in self.tables:
                    self.tables[key] = NewRelation(self.relation(title(part)), len(columns))
                self.of_part[id(part)] = (self.tables[key], columns)
        return self.of_part[id(part)]

    def expanded(self) -> Iterator[Rule]:
        """Every rule without calculations, then what the new relations need."""
        written: set[Signature] = set()
        extra: list[Rule] = []
        static = {signature(rule.head) for rule in self.rules if calculates(rule)} - self.moving
        for rule in self.rules:
            head = signature(rule.head)
            if head in static:
                if head not in written:
                    written.add(head)
                    rows = self.reach.store.rows.get(head, ())
                    yield from facts(rule.head.name, rows, rule)
            elif not calculates(rule):
                yield rule
            else:
                for each in self.normal[id(rule)]:
                    if self.reach.counts.get(id(each)):
                        yield Rule(each.head, self.translate(each.body, extra), rule.span)
        for table in self.tables.values():
            if table.used:
                yield from facts(table.name, sorted(table.rows, key=by_order), None)
        yield from extra

    def translate(self, parts: tuple[Formula, ...], extra: list[Rule]) -> tuple[Formula, ...]:
        """Return a body with tables in place of calculations."""
        new: list[Formula] = []
        for part in parts:
            if not needs_table(part):
                new.append(part)
                continue
            inside = positive(part)
            table, columns = self.table(part, parts)
            if isinstance(inside, Aggregate):
                if self.reach.is_dynamic(inside):
                    new += self.unrolled(part, inside, parts, extra)
                    continue
                if columns and not table.name:
                    table.name = self.relation(inside.function.strip("#+"))
                    extra += facts(table.name, sorted(table.rows, key=by_order), None)
            if columns:
                table.used = True
                new.append(Atom(table.name, tuple(map(Variable, columns)), part.span))
        return tuple(new)

    def unrolled(
        self, part: Formula, aggregate: Aggregate, parts: tuple[Formula, ...], extra: list[Rule]
    ) -> list[Formula]:
        """Return atoms that say what an aggregate over the state says."""
        table, columns = self.table(part, parts)
        outside = tuple(name for name in columns if name in inner(aggregate))
        places = [columns.index(name) for name in outside]
        rows = self.reach.elements[aggregate]
        known = unroll(
            aggregate,
            tuple(map(Variable, outside)),
            dict.fromkeys(tuple(row[place] for place in places) for row in table.rows),
            rows,
            translate=lambda condition: self.translate(condition, extra),
            relation=self.relation,
        )
        extra += known.rules
        variable = result(aggregate)
        given = variable is not None and not isinstance(part, Not)
        used = {each.name for other in parts for each in variables(other)}
        value = variable if given and variable else Variable(unused("S", used | set(columns)))
        total = Atom(known.after, (*map(Variable, outside), known.last, value), part.span)
        if given:
            return [total]
        guarded = list(
            dict.fromkeys(each.name for term in aggregate.guards for each in variables(term))
        )
        name = self.relation(f"{known.after}_{guard_title(aggregate)}")
        fitting: list[Row] = []
        values = sorted(stages(aggregate, rows)[-1], key=order)
        for row in dict.fromkeys(
            tuple(row[columns.index(each)] for each in guarded) for row in table.rows
        ):
            bindings = dict(zip(guarded, row, strict=True))
            fitting += [
                (each, *row)
                for each in values
                if fits(aggregate, each, bindings) is not isinstance(part, Not)
            ]
        extra += facts(name, fitting, None)
        return [total, Atom(name, (value, *map(Variable, guarded)), part.span)]


def needed(rules: tuple[Rule, ...]) -> list[Rule]:
    """Return the rules whose atoms must be known to know what the calculations can meet."""
    found = {signature(rule.head) for rule in rules if calculates(rule)}
    todo = list(found)
    while todo:
        relation = todo.pop()
        used = {before for before, after in FOLLOWS.items() if after == relation}
        for rule in rules:
            if signature(rule.head) == relation:
                used |= {signature(atom) for part in rule.body for atom, _ in atoms(part)}
        todo += used - found
        found |= used
    return [rule for rule in rules if signature(rule.head) in found]


def needs_table(part: Formula) -> bool:
    """Tell whether a literal of a normal rule is a calculation."""
    match part:
        case Comparison("!=", left, right):
            return has_arithmetic(left) or has_arithmetic(right)
        case Comparison():
            return True
        case _:
            return isinstance(positive(part), Aggregate)


def has_arithmetic(term: Term) -> bool:
    """Tell whether there is a calculation in a term."""
    match term:
        case Arithmetic():
            return True
        case Compound(_, args):
            return any(map(has_arithmetic, args))
        case _:
            return False


def columns_of(aggregate: Aggregate, part: Formula, parts: tuple[Formula, ...]) -> tuple[str, ...]:
    """Return the variables of an aggregate that occur outside of it, and those of its guards."""
    outside: set[str] = set()
    for other in parts:
        if other is not part:
            inside = positive(other)
            nodes = inside.guards if isinstance(inside, Aggregate) else (other,)
            outside |= {each.name for node in nodes for each in variables(node)}
    guarded = [each.name for term in aggregate.guards for each in variables(term)]
    shared = [name for name in inner(aggregate) if name in outside or name in guarded]
    return tuple(dict.fromkeys([*shared, *guarded]))


def by_order(row: Row) -> tuple[object, ...]:
    """Return a key that sorts rows."""
    return tuple(map(order, row))


def facts(name: str, rows: Iterable[Row], rule: Rule | None) -> list[Rule]:
    """Return one fact for each row."""
    span = rule.span if rule else None
    return [Rule(Atom(name, tuple(map(term_of, row)), span), (), span) for row in rows]
