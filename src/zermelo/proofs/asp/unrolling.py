"""Ground rules laid for one time after the other, from a state that is known.

What follows from the start is not left to the solver: a fluent that cannot hold yet, a move that
cannot be legal yet and all that depends on them are settled while the rules are laid. Of a puzzle
whose first ten moves touch a corner of the board, only that corner is ever laid for those times.

A literal is an atom of the solver or its negative; `TRUE` and `FALSE` are the literals of an atom
that always holds.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import clingo

from zermelo.proofs.theory import cone
from zermelo.rules.dependencies import components

TRUE, FALSE = 1, -1

Body = frozenset[int]
Weighted = tuple[int, tuple[tuple[int, int], ...]]
Part = tuple[list[int], bool]
"""Atoms, and whether they depend on themselves."""


class UnrollableRules:
    """The ground rules of a game with one role, in an order in which they can be evaluated."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        """Sort the rules: those that need no move first."""
        self.tables = tables
        self.bodies: dict[int, list[list[int]]] = {}
        self.sums: dict[int, list[Weighted]] = {}
        heads, ends, body = (tables[name].tolist() for name in ("heads", "ends", "body"))
        start = 0
        for head, end in zip(heads, ends, strict=True):
            self.bodies.setdefault(head, []).append(body[start:end])
            start = end
        weights, start = tables["weights"].reshape(-1, 2).tolist(), 0
        for head, bound, size in tables["weighted"]:
            pairs = tuple((atom, weight) for atom, weight in weights[start : start + size])
            self.sums.setdefault(head, []).append((bound, pairs))
            start += size
        self.fluents: list[int] = tables["true"].tolist()
        self.moves: list[int] = tables["does"][0].tolist()
        self.legal: list[int] = tables["legal"][0].tolist()
        self.next: list[int] = tables["next"].tolist()
        self.goals: list[tuple[int, int]] = [(value, atom) for value, atom in tables["goals"][0]]
        self.terminal: int = tables["terminal"]
        seen = [*self.legal, self.terminal, *(atom for _, atom in self.goals)]
        self.viewing = self.ordered(seen, set())
        self.stepping = self.ordered(self.next, {atom for part, _ in self.viewing for atom in part})

    def ordered(self, wanted: Sequence[int], done: set[int]) -> list[Part]:
        """Return the atoms that some depend on, but for inputs: those of a cycle together."""
        inputs = {*self.fluents, *self.moves}
        needed = cone(self.tables, list(wanted)).tolist()
        graph = {
            atom: self.used_by(atom)
            for atom in sorted(self.bodies.keys() | self.sums.keys())
            if needed[atom] and atom not in inputs and atom not in done
        }
        return [
            (part, len(part) > 1 or part[0] in graph[part[0]])
            for part in components(graph)
            if part[0] in graph
        ]

    def used_by(self, head: int) -> list[int]:
        """Return the atoms in the bodies of an atom."""
        literals = [literal for body in self.bodies.get(head, ()) for literal in body]
        literals += [literal for _, pairs in self.sums.get(head, ()) for literal, _ in pairs]
        return sorted({abs(literal) for literal in literals})


class Laying:
    """The rules for one time: each atom gets a literal, most of them that of another atom."""

    def __init__(
        self, rules: UnrollableRules, true: Sequence[int], backend: clingo.Backend
    ) -> None:
        """Lay what depends on the fluents alone, by their literals."""
        self.rules = rules
        self.backend = backend
        self.value: dict[int, int] = {0: FALSE}
        self.known: dict[frozenset[Body], int] = {}
        self.size = 0  # rules that were told
        self.value.update(zip(rules.fluents, true, strict=True))
        self.lay(rules.viewing)

    def of(self, atom: int) -> int:
        """Return the literal of an atom; what no rule makes true is false."""
        return self.value.get(atom, FALSE)

    def step(self, does: Sequence[int]) -> list[int]:
        """Return the literals of the fluents after a move, by the literals of the moves."""
        self.value.update(zip(self.rules.moves, does, strict=True))
        self.lay(self.rules.stepping)
        return list(map(self.of, self.rules.next))

    def lay(self, parts: Iterable[Part]) -> None:
        """Give every atom of some its literal."""
        for part, is_cycle in parts:
            if not is_cycle:
                self.value[part[0]] = self.literal(part[0])
                continue
            # Atoms that hold by each other: the solver has to see to it that they are founded.
            for atom in part:
                self.value[atom] = self.backend.add_atom()
            for atom in part:
                self.define(self.value[atom], atom)

    def literal(self, head: int) -> int:
        """Return the literal of an atom whose bodies have theirs."""
        bodies = {
            body
            for rule in self.rules.bodies.get(head, ())
            if (body := self.body(rule)) is not None
        }
        if head in self.rules.sums:
            atom: int = self.backend.add_atom()
            self.define(atom, head)
            return atom
        if not bodies:
            return FALSE
        if frozenset() in bodies:
            return TRUE
        if len(bodies) == 1 and len(next(iter(bodies))) == 1:
            return next(iter(next(iter(bodies))))
        key = frozenset(bodies)
        if key not in self.known:
            self.known[key] = self.backend.add_atom()
            for literals in sorted(map(sorted, bodies)):
                self.rule(self.known[key], literals)
        return self.known[key]

    def body(self, literals: Iterable[int]) -> Body | None:
        """Return what is left of a body; None if it cannot hold."""
        found = set()
        for literal in literals:
            own = self.of(literal) if literal > 0 else -self.of(-literal)
            if own == FALSE or -own in found:
                return None
            if own != TRUE:
                found.add(own)
        return frozenset(found)

    def define(self, atom: int, head: int) -> None:
        """Tell the rules of an atom whole."""
        for rule in self.rules.bodies.get(head, ()):
            body = self.body(rule)
            if body is not None:
                self.rule(atom, sorted(body))
        for bound, pairs in self.rules.sums.get(head, ()):
            told = [(self.of(one) if one > 0 else -self.of(-one), weight) for one, weight in pairs]
            self.backend.add_weight_rule([atom], bound, told)
            self.size += 1

    def rule(self, head: int, body: Sequence[int]) -> None:
        """Tell one rule."""
        self.backend.add_rule([head], body)
        self.size += 1
