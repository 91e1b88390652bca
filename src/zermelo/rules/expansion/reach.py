"""What can ever hold: static relations exactly, others if negation did not exist.

A fluent is possible if it holds initially or some rule can make it next, a move if it can be legal.
This is the grounder's relaxed reachability in plain Python, for the few relations whose numbers
must be known; see it as the definition, not as the way to ground whole games.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from zermelo.errors import RuleError
from zermelo.rules.dependencies import Signature, atoms, components, signature
from zermelo.rules.expansion.store import RelationStore, Row, matched
from zermelo.rules.expansion.totals import fits, inner, result, stages, total
from zermelo.rules.expansion.values import (
    Bindings,
    Value,
    among,
    compare,
    evaluate,
    is_interval,
    match,
    value_of,
)
from zermelo.rules.numbers import linear
from zermelo.text.tree import (
    Aggregate,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Formula,
    Not,
    Rule,
    Term,
    variables,
)

MOST_INSTANCES = 100_000
UNKNOWN = float("inf")
"""The cost of what cannot be solved yet."""
FOLLOWS: dict[Signature, Signature] = {
    ("init", 1): ("true", 1),
    ("next", 1): ("true", 1),
    ("legal", 2): ("does", 2),
}
Seen = Callable[[tuple[Formula, ...], Bindings], None]


def names(*nodes: Term | Formula) -> set[str]:
    """Return the names of the variables in some nodes."""
    return {variable.name for node in nodes for variable in variables(node)}


class Reach:
    """The possible atoms of normal rules; `seen` is called with every instance of a body."""

    def __init__(self, rules: Iterable[Rule], dynamic: frozenset[Signature], seen: Seen) -> None:
        """Find what can hold."""
        self.store = RelationStore()
        self.dynamic = dynamic
        self.seen = seen
        self.elements: dict[Aggregate, dict[Row, None]] = {}
        self.counts: dict[int, int] = {}
        self.outers: dict[int, frozenset[str]] = {}
        self.rules = rules = tuple(rules)  # kept, because `outers` knows parts by identity
        graph: dict[Signature, set[Signature]] = {}
        for rule in rules:
            used = graph.setdefault(signature(rule.head), set())
            used |= {signature(atom) for part in rule.body for atom, _ in atoms(part)}
        for component in components({head: used & graph.keys() for head, used in graph.items()}):
            if component[0] not in dynamic:
                self.complete([rule for rule in rules if signature(rule.head) in component])
        self.complete([rule for rule in rules if signature(rule.head) in dynamic])

    def complete(self, rules: Sequence[Rule]) -> None:
        """Add all that the rules of one component can derive."""
        queue: deque[tuple[Signature, Row]] = deque()
        waiting: set[tuple[Signature, Row]] = set()

        def derive(rule: Rule, bindings: Bindings) -> None:
            self.count(rule)
            self.seen(rule.body, bindings)
            row = tuple(
                value for arg in rule.head.args if (value := value_of(arg, bindings)) is not None
            )
            if len(row) < len(rule.head.args):
                raise RuleError("a variable of the head has no value", rule.span)
            relation: Signature | None = signature(rule.head)
            while relation is not None:
                atom = (relation, row)
                if atom not in waiting and not self.store.has(*atom):
                    waiting.add(atom)
                    queue.append(atom)
                relation = FOLLOWS.get(relation)

        watched: dict[Signature, list[tuple[Rule, Atom]]] = {}
        for rule in rules:
            for part in rule.body:
                if isinstance(part, Atom):
                    watched.setdefault(signature(part), []).append((rule, part))
        again = list(rules)
        while again:
            for rule in again:
                self.counts[id(rule)] = 0
                for found in self.join(list(rule.body), {}, rule):
                    derive(rule, found)
            moved = bool(queue)
            while queue:
                relation, row = queue.popleft()
                waiting.discard((relation, row))
                self.store.add(relation, row)
                for rule, atom in watched.get(relation, ()):
                    bindings = matched(atom, row, {})
                    if bindings is not None:
                        rest = [part for part in rule.body if part is not atom]
                        for found in self.join(rest, bindings, rule):
                            derive(rule, found)
            # New atoms may be new elements of an aggregate, which no watched atom tells.
            again = [rule for rule in rules if moved and self.aggregates_move(rule)]

    def count(self, rule: Rule) -> None:
        """Count an instance; too many mean numbers without a bound."""
        self.counts[id(rule)] = self.counts.get(id(rule), 0) + 1
        if self.counts[id(rule)] > MOST_INSTANCES:
            hint = "are its numbers bound by no comparison?"
            message = f"this rule has more than {MOST_INSTANCES} instances; {hint}"
            raise RuleError(message, rule.span)

    def is_dynamic(self, formula: Formula) -> bool:
        """Tell whether a formula depends on the state."""
        return any(signature(atom) in self.dynamic for atom, _ in atoms(formula))

    def aggregates_move(self, rule: Rule) -> bool:
        """Tell whether a rule has an aggregate that depends on the state."""
        return any(
            isinstance(positive(part), Aggregate) and self.is_dynamic(part) for part in rule.body
        )

    def join(
        self, parts: list[Formula], bindings: Bindings, rule: Rule
    ) -> Iterator[dict[str, Value]]:
        """Every way to satisfy all parts; negated ones only as far as they are static."""
        if not parts:
            yield dict(bindings)
            return
        part = min(parts, key=lambda each: self.cost(each, parts, bindings))
        if self.cost(part, parts, bindings) >= UNKNOWN:
            raise RuleError(
                "a variable of this rule gets no value, so it cannot be expanded", rule.span
            )
        rest = [each for each in parts if each is not part]
        for found in self.solve(part, bindings, rule):
            yield from self.join(rest, found, rule)

    def cost(self, part: Formula, parts: list[Formula], bindings: Bindings) -> float:
        """Return how late a part should be solved: tests first, then what has fewest solutions."""
        match part:
            case Atom():
                every = self.outer(part)
                free = len(every - bindings.keys())
                rows = len(self.store.rows.get(signature(part), ()))
                # As if each variable divided the rows equally.
                return float(rows ** (free / len(every))) if free else 0
            case Comparison():
                return 0 if self.solvable(part, bindings) else UNKNOWN
            case Not(Aggregate() as aggregate) | (Aggregate() as aggregate):
                outside = {name for each in parts if each is not part for name in self.outer(each)}
                needed = (outside & inner(aggregate).keys()) | names(*aggregate.guards)
                variable = result(aggregate)
                if variable is not None and not isinstance(part, Not):
                    needed -= {variable.name}
                return 1 if needed <= bindings.keys() else UNKNOWN
            case _:
                return 0 if self.outer(part) <= bindings.keys() else UNKNOWN

    def outer(self, part: Formula) -> frozenset[str]:
        """Return the variables of a part outside of an aggregate's elements."""
        found = self.outers.get(id(part))
        if found is None:
            inside = positive(part)
            nodes = inside.guards if isinstance(inside, Aggregate) else (part,)
            found = self.outers[id(part)] = frozenset(names(*nodes))
        return found

    def solvable(self, part: Comparison, bindings: Bindings) -> bool:
        """Tell whether a comparison can be tested, or an equation solved."""
        if self.outer(part) <= bindings.keys():
            return True
        if part.relation != "=":
            return False
        left = names(part.left) <= bindings.keys()
        right = names(part.right) <= bindings.keys()
        return (left and can_match(part.right)) or (right and can_match(part.left))

    def solve(self, part: Formula, bindings: Bindings, rule: Rule) -> Iterator[dict[str, Value]]:
        """Every way to satisfy one part."""
        match part:
            case Atom():
                yield from self.store.solutions(part, bindings)
            case Comparison():
                yield from compared(part, bindings)
            case Aggregate():
                yield from self.aggregated(part, bindings, rule, True)
            case Not(Aggregate() as aggregate):
                yield from self.aggregated(aggregate, bindings, rule, False)
            case Not(part):
                if self.is_dynamic(part) or not any(True for _ in self.solve(part, bindings, rule)):
                    yield dict(bindings)
            case _:
                raise AssertionError("the rule is normal")

    def aggregated(
        self, aggregate: Aggregate, bindings: Bindings, rule: Rule, holds: bool
    ) -> Iterator[dict[str, Value]]:
        """Every value that an aggregate can have and that fits its guards."""
        rows: dict[Row, None] = {}
        moving = self.is_dynamic(aggregate)
        for element in aggregate.elements:
            for found in self.join(list(element.condition), bindings, rule):
                row = tuple(
                    value for term in element.terms if (value := value_of(term, found)) is not None
                )
                if len(row) < len(element.terms):
                    raise RuleError("a variable of this aggregate has no value", aggregate.span)
                rows[row] = None
                if moving:
                    self.seen(element.condition, found)
        self.elements.setdefault(aggregate, {}).update(rows)
        possible = stages(aggregate, rows)[-1] if moving else [total(aggregate, rows)]
        variable = result(aggregate)
        for value in possible:
            if variable is not None and variable.name not in bindings:
                yield {**bindings, variable.name: value}
            elif fits(aggregate, value, bindings) is holds:
                yield dict(bindings)
                return


def positive(formula: Formula) -> Formula:
    """Return what a negation negates."""
    while isinstance(formula, Not):
        formula = formula.part
    return formula


def can_match(term: Term) -> bool:
    """Tell whether the variables of a term can be found from its value."""
    match term:
        case Compound(_, args):
            return all(can_match(arg) for arg in args)
        case Arithmetic():
            return linear(term, {}) is not None
        case _:
            return True


def holds(part: Comparison, bindings: Bindings) -> bool:
    """Tell whether a comparison without free variables holds for some values of its sides."""
    left, right = part.left, part.right
    if part.relation == "=":
        if is_interval(left):
            left, right = right, left
        # An interval is not written out: it may have billions of numbers.
        return any(among(right, value, bindings) for value in evaluate(left, bindings))
    return any(
        compare(part.relation, one, other)
        for one in evaluate(left, bindings)
        for other in evaluate(right, bindings)
    )


def compared(part: Comparison, bindings: Bindings) -> Iterator[dict[str, Value]]:
    """Every way to satisfy a comparison."""
    if names(part) <= bindings.keys():
        if holds(part, bindings):
            yield dict(bindings)
        return
    free_left = bool(names(part.left) - bindings.keys())
    pattern, known = (part.left, part.right) if free_left else (part.right, part.left)
    for value in evaluate(known, bindings):
        found = dict(bindings)
        if match(pattern, value, found):
            yield found
