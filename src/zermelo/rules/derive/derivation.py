"""What follows from the rules in a given state: top down, every call answered once and remembered.

Grounding asks what can ever hold, which may be too much to write down. This asks what holds now,
and of helper relations only what the rules call for. Calls that depend on each other in a circle
are evaluated again and again until nothing new is found: tabled resolution, in the simple form of
Zhou, Sato and Shen, "Linear tabling strategies and optimizations" (2008). As no negation is in a
circle, what is negated has always been evaluated completely.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

from zermelo.errors import LimitError
from zermelo.rules.dependencies import Signature, components, signature
from zermelo.rules.derive.plan import DerivationPlan, Mask, planned
from zermelo.rules.derive.values import Row, RowSet, Shape, Value, flattened, value_of
from zermelo.rules.rewrite import Clause, depending
from zermelo.text.tree import Atom

TRUE, DOES = ("true", 1), ("does", 2)
SIZES = {TRUE: 60.0, DOES: 2.0}
"""How many rows are expected of a state, and of a joint move."""
NOWHERE = 1 << 60
"""The depth of no call at all."""
DEEPEST_CALL = 60_000
"""Functions of this module that may call each other. All of them are Python: they need no stack."""
OFTEN = 1024
"""Steps after which whoever waits may say that it is enough."""


class Call:
    """A call and the answers found so far."""

    def __init__(self) -> None:
        """Start without answers."""
        self.rows = RowSet()
        self.complete = False
        self.depth = NOWHERE  # its place among the calls that are being evaluated
        self.low = NOWHERE  # the outermost call that its answers depend on
        self.round = -1


class Derivation:
    """Answers questions about the present state; remembers what does not depend on it."""

    def __init__(self, clauses: Iterable[Clause], heed: Callable[[], None] | None = None) -> None:
        """Sort the clauses; `heed` is called now and then, and may raise to end a question."""
        given = list(clauses)
        self.heed = heed
        self.known: dict[Signature, RowSet] = {}
        self.rules: dict[Signature, list[Clause]] = {}
        for clause in given:
            relation = signature(clause.head)
            if clause.body:
                self.rules.setdefault(relation, []).append(clause)
            else:
                row = tuple(map(value_of, clause.head.args))
                self.known.setdefault(relation, RowSet()).add(row)
        moving, changing = depending(given, {DOES}), depending(given, {TRUE})
        self.levels = {
            relation: 2 if relation in moving else 1 if relation in changing else 0
            for relation in self.rules
        }
        self.circles = recursive(self.rules)
        self.tables: list[dict[tuple[Signature, Mask, Row], Call]] = [{}, {}, {}]
        self.plans: dict[tuple[Signature, Mask], list[DerivationPlan]] = {}
        self.allowed = NOWHERE
        self.steps = self.heeded = 0
        self.early = False  # whether a question looks for some answers first
        self.partial: list[Row] = []  # of a question that was broken off
        self.clear()

    def clear(self) -> None:
        """Forget what was being evaluated."""
        self.stack: list[Call] = []
        self.pending: list[Call] = []
        self.low = NOWHERE
        self.round = self.grown = 0
        for level, calls in enumerate(self.tables):
            self.tables[level] = {key: call for key, call in calls.items() if call.complete}

    def tell_state(self, fluents: Iterable[Value]) -> None:
        """Say which fluents hold now."""
        self.known[TRUE] = RowSet((fluent,) for fluent in fluents)
        self.known[DOES] = RowSet()
        self.tables[1], self.tables[2] = {}, {}

    def tell_moves(self, moves: Iterable[tuple[Value, Value]]) -> None:
        """Say which role does what."""
        self.known[DOES] = RowSet(moves)
        self.tables[2] = {}

    def question(self, name: str, *args: Value | None, steps: int | None = None) -> list[Row]:
        """Return the values of the arguments that are None, for which a relation holds.

        Raises:
            LimitError: it takes more steps than allowed, or nests too deeply.
        """
        self.steps, self.heeded, self.allowed = 0, 0, NOWHERE if steps is None else steps
        self.partial = []
        relation, mask = (name, len(args)), tuple(arg is not None for arg in args)
        key = tuple(arg for arg in args if arg is not None)
        shape = tuple(range(len(args) - len(key)))
        usual = sys.getrecursionlimit()
        sys.setrecursionlimit(DEEPEST_CALL)
        try:
            return list(self.ask(relation, mask, key, shape, ()))
        except RecursionError:
            raise LimitError("the rules call each other too deeply to derive what holds") from None
        finally:
            sys.setrecursionlimit(usual)
            if self.stack:
                self.partial = self.so_far()
                self.clear()

    def so_far(self) -> list[Row]:
        """Return the answers found to the question that is being asked, or was broken off.

        They are right, though there may be more: what is negated is always evaluated completely.
        """
        return list(self.stack[0].rows.order) if self.stack else self.partial

    def spend(self, steps: int) -> None:
        """Count steps; LimitError when there are more than allowed."""
        self.steps += steps
        if self.steps > self.allowed:
            raise LimitError(f"{self.allowed:,} steps were not enough to derive what holds")
        if self.heed and self.steps - self.heeded > OFTEN:
            self.heeded = self.steps
            self.heed()

    def expected(self, relation: Signature, shape: Shape) -> float:
        """Return about how many rows of facts are found where those of a shape are known."""
        if relation in SIZES:
            leaves = flattened(shape)
            share = sum(leaf is not None for leaf in leaves) / len(leaves)
            return float(SIZES[relation] ** share)
        rows = self.known.get(relation)
        return rows.fan_out(shape) if rows is not None else 0.0

    def derived(self, relation: Signature) -> bool:
        """Whether a relation has rules."""
        return relation in self.rules

    def recursive(self, relation: Signature) -> bool:
        """Whether the rules of a relation depend on itself."""
        return relation in self.circles

    def facts(self, relation: Signature, shape: Shape, key: Row) -> Sequence[Row]:
        """Return what is looked for in the facts of a relation."""
        rows = self.known.get(relation)
        return rows.matching(shape, key) if rows is not None else ()

    def stated(self, relation: Signature, mask: Mask, key: Row) -> Sequence[Row]:
        """Return the answers to a call that are facts."""
        if relation not in self.known:
            return ()
        columns = iter(range(len(mask)))
        whole = tuple(None if known else next(columns) for known in mask)
        return self.facts(relation, whole, key)

    def ask(
        self, relation: Signature, mask: Mask, key: Row, shape: Shape, inner: Row
    ) -> Sequence[Row]:
        """Return what is looked for in the answers to a call."""
        if relation not in self.rules:
            rows = RowSet(self.stated(relation, mask, key))
        else:
            calls = self.tables[self.levels[relation]]
            call = calls.get((relation, mask, key))
            if call is None:
                call = calls[relation, mask, key] = Call()
            if not call.complete:
                if call.depth != NOWHERE:
                    self.low = min(self.low, call.depth)
                elif call.round == self.round:
                    self.low = min(self.low, call.low)
                else:
                    self.evaluate(call, relation, mask, key)
            rows = call.rows
        if not inner and shape == tuple(range(len(shape))):
            return rows.order
        return rows.matching(shape, inner)

    def evaluate(self, call: Call, relation: Signature, mask: Mask, key: Row) -> None:
        """Find the answers to a call; all of them, unless it is part of a circle further out."""
        plans = self.plans_for(relation, mask)
        outer, mark = self.low, len(self.pending)
        call.depth = depth = len(self.stack)
        self.stack.append(call)
        if call.round < 0:
            for row in self.stated(relation, mask, key):
                self.grown += call.rows.add(row)
        while True:
            call.round, before, self.low = self.round, self.grown, NOWHERE
            for plan in plans if self.early and depth == 0 and not call.rows.order else ():
                for row in plan.some_answers(self, key):
                    self.grown += call.rows.add(row)
            for plan in plans:
                for row in plan.answers(self, key):
                    self.grown += call.rows.add(row)
            low = self.low
            if low != depth or self.grown == before:
                break
            self.round += 1  # a circle that begins here: once more with what was found
        self.stack.pop()
        call.depth = NOWHERE
        if low < depth:
            self.pending.append(call)
            for member in self.pending[mark:]:
                member.low = min(member.low, low)
        else:
            call.complete = True
            for member in self.pending[mark:]:
                member.complete = True
            del self.pending[mark:]
            low = NOWHERE
        self.low = min(outer, low)

    def plans_for(self, relation: Signature, mask: Mask) -> list[DerivationPlan]:
        """Return the plans of a relation for calls that know the same arguments."""
        plans = self.plans.get((relation, mask))
        if plans is None:
            plans = [planned(clause, mask, self) for clause in self.rules[relation]]
            self.plans[relation, mask] = plans
        return plans


def recursive(rules: Mapping[Signature, Iterable[Clause]]) -> frozenset[Signature]:
    """Return the relations whose rules depend on themselves."""
    graph = {
        head: {
            signature(literal.atom)
            for clause in clauses
            for literal in clause.body
            if isinstance(literal.atom, Atom)
        }
        for head, clauses in rules.items()
    }
    found = components({head: used & graph.keys() for head, used in graph.items()})
    return frozenset(
        head for group in found for head in group if len(group) > 1 or head in graph[head]
    )
