"""A tiny evaluator of rules with stratified negation: naive, and obviously right.

Every stratum is closed under its rules, one after the other; a negated condition is asked only of
strata that are closed. No grounding, no circuit, no solver.
"""

from collections.abc import Iterable, Iterator, Sequence

from tests.refute.sheet import Atom, Law, Lit, Rules, Term

Facts = dict[str, set[tuple[Term, ...]]]
Binding = dict[str, Term]


class UnsoundRulesError(Exception):
    """The rules are no stratified program whose variables are all bound."""


class Program:
    """Rules in strata: what never changes, what the state decides, what moves decide."""

    def __init__(self, rules: Rules) -> None:
        """Sort the rules."""
        self.rules = [law for law in rules.laws if law.body]
        self.facts: Facts = {}
        for law in rules.laws:
            if not law.body:
                add(self.facts, law.head)
        self.levels = strata(self.rules)
        moved = depending(self.rules, {"does"})
        stated = depending(self.rules, {"true", "does"})
        self.fixed = [law for law in self.rules if name(law.head) not in stated]
        self.by_state = [law for law in self.rules if name(law.head) in stated - moved]
        self.by_moves = [law for law in self.rules if name(law.head) in moved]
        self.fixed_facts = self.closed(self.facts, self.fixed)

    def closed(self, facts: Facts, rules: Sequence[Law]) -> Facts:
        """Return all that follows from facts by rules, stratum by stratum."""
        known = {predicate: set(rows) for predicate, rows in facts.items()}
        for level in sorted({self.levels[name(law.head)] for law in rules}):
            own = [law for law in rules if self.levels[name(law.head)] == level]
            going_on = True
            while going_on:
                going_on = False
                for law in own:
                    for binding in list(solutions(law.body, known, {})):
                        going_on |= add(known, bound(law.head, binding))
        return known

    def at(self, state: Iterable[Term]) -> Facts:
        """Return all that holds in a state, whatever is done."""
        facts: Facts = {**self.fixed_facts, "true": {(fluent,) for fluent in state}}
        return self.closed(facts, self.by_state)

    def after(self, here: Facts, does: Iterable[tuple[str, Term]]) -> frozenset[Term]:
        """Return the state after a joint move, from what holds before it."""
        facts = self.closed({**here, "does": set(does)}, self.by_moves)
        return frozenset(row[0] for row in facts.get("next", ()))


def name(atom: Atom) -> str:
    """Return the predicate of an atom."""
    first = atom[0]
    assert isinstance(first, str)
    return first


def add(facts: Facts, atom: Atom) -> bool:
    """Add a fact; return whether it is new."""
    rows = facts.setdefault(name(atom), set())
    before = len(rows)
    rows.add(atom[1:])
    return len(rows) > before


def strata(rules: Sequence[Law]) -> dict[str, int]:
    """Return a number for each predicate, higher than those that it negates."""
    levels = {name(law.head): 0 for law in rules}
    for _ in range(len(levels) + 1):
        changed = False
        for law in rules:
            head = name(law.head)
            for lit in law.body:
                below = levels.get(name(lit.atom), 0) + (not lit.holds)
                if name(lit.atom) != "distinct" and levels[head] < below:
                    levels[head] = below
                    changed = True
        if not changed:
            return levels
    raise UnsoundRulesError("negation in a circle")


def depending(rules: Sequence[Law], roots: set[str]) -> set[str]:
    """Return the predicates that depend on some others."""
    found = set(roots)
    while True:
        more = {name(law.head) for law in rules if any(name(lit.atom) in found for lit in law.body)}
        if more <= found:
            return found - roots
        found |= more


def solutions(body: Sequence[Lit], facts: Facts, binding: Binding) -> Iterator[Binding]:
    """Yield every binding of variables that makes all conditions true; positive ones come first."""
    waiting = sorted(body, key=lambda lit: (not lit.holds, name(lit.atom) == "distinct"))
    positive = [lit for lit in waiting if lit.holds and name(lit.atom) != "distinct"]
    tests = [lit for lit in waiting if lit not in positive]
    for found in joined(positive, facts, binding):
        if all(passes(lit, facts, found) for lit in tests):
            yield found


def joined(body: Sequence[Lit], facts: Facts, binding: Binding) -> Iterator[Binding]:
    """Yield every binding that makes all positive conditions true."""
    if not body:
        yield binding
        return
    first, rest = body[0], body[1:]
    for row in facts.get(name(first.atom), ()):
        if len(row) == len(first.atom) - 1:
            more = matched(first.atom[1:], row, binding)
            if more is not None:
                yield from joined(rest, facts, more)


def passes(lit: Lit, facts: Facts, binding: Binding) -> bool:
    """Whether a negated condition, or `distinct`, is true."""
    atom = bound(lit.atom, binding)
    if name(atom) == "distinct":
        return (atom[1] != atom[2]) == lit.holds
    return (atom[1:] in facts.get(name(atom), ())) == lit.holds


def matched(pattern: Sequence[Term], row: Sequence[Term], binding: Binding) -> Binding | None:
    """Return the binding with what a row adds; None if it does not match."""
    found = binding
    todo = list(zip(pattern, row, strict=True))
    while todo:
        wanted, there = todo.pop()
        if isinstance(wanted, str) and wanted.startswith("?"):
            if wanted not in found:
                found = {**found, wanted: there}
            elif found[wanted] != there:
                return None
        elif isinstance(wanted, tuple) and isinstance(there, tuple) and len(wanted) == len(there):
            todo += zip(wanted, there, strict=True)
        elif wanted != there:
            return None
    return found


def bound(term: Atom, binding: Binding) -> Atom:
    """Return an atom with its variables replaced."""
    return tuple(replaced(one, binding) for one in term)


def replaced(term: Term, binding: Binding) -> Term:
    """Return a term with its variables replaced."""
    if isinstance(term, tuple):
        return tuple(replaced(one, binding) for one in term)
    if term.startswith("?"):
        if term not in binding:
            raise UnsoundRulesError(f"{term} is not bound")
        return binding[term]
    return term
