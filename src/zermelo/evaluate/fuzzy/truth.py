"""How true the goals are: the fuzzy goal heuristic, as it is defined.

A fluent that holds is true to the degree tau, one that does not to 1 - tau. From that follow, by a
t-norm, the degrees of all formulas of the cone and of the goals. A role's worth is the disjunction
of its goals, each true to its degree times its value. (Schiffel and Thielscher, Fluxplayer: a
successful general game player, AAAI 2007; Thielscher and Genesereth, General Game Playing, 2014,
chapter 16.)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.evaluate.fuzzy.cone import (
    Cone,
    Conjunction,
    Disjunction,
    Fluent,
    Negation,
    Tally,
    parts_of,
    spelled,
)
from zermelo.evaluate.fuzzy.norms import Norm
from zermelo.evaluate.term import Term
from zermelo.game.game import State, Values

Inhibitors = Mapping[int, tuple[tuple[int, bool], ...]]
"""For a fluent, others that each rule it out for good by being true, or by being false."""


@dataclass(frozen=True, slots=True)
class Truth:
    """How degrees of truth are given to fluents, combined, and made a worth."""

    tau: float = 0.9
    norm: Norm = field(default_factory=Norm)
    with_terminal: bool = False
    inhibitors: Inhibitors = field(default_factory=dict)

    def fluent(self, bit: int, state: State) -> float:
        """Return how true a fluent is; one that does not hold, and never will again, not at all."""
        if state >> bit & 1:
            return self.tau
        others = self.inhibitors.get(bit, ())
        ruled_out = any(bool(state >> other & 1) is holds for other, holds in others)
        return 0.0 if ruled_out else 1 - self.tau

    def degrees(self, cone: Cone, state: State) -> list[float]:
        """Return how true every node is in a state."""
        facts = holding(cone, state)
        degrees: list[float] = []
        for node, holds in zip(cone.nodes, facts, strict=True):
            match node:
                case Fluent(_, bit):
                    degree = self.fluent(bit, state)
                case Tally():
                    degree = self.tau if holds else 1 - self.tau
                case Negation(part):
                    degree = 1 - degrees[part]
                case Conjunction(parts):
                    degree = self.norm.all_of([degrees[part] for part in parts])
                case Disjunction(parts):
                    degree = self.norm.some_of([degrees[part] for part in parts])
            degrees.append(degree)
        return degrees

    def goals(self, cone: Cone, state: State) -> list[list[float]]:
        """Return how true the goals of each role are.

        With `with_terminal` what is meant is a goal at the end of the match. One that holds now
        should be kept, and the match may end: goal or terminal. One that does not should be
        reached before the match ends: goal and not terminal.
        """
        degrees = self.degrees(cone, state)
        if not self.with_terminal:
            return [[degrees[node] for _, node in goals] for goals in cone.goals]
        facts, end = holding(cone, state), degrees[cone.terminal]
        return [
            [
                self.norm.some_of([degrees[node], end])
                if facts[node]
                else self.norm.all_of([degrees[node], 1 - end])
                for _, node in goals
            ]
            for goals in cone.goals
        ]

    def worth(self, cone: Cone, state: State) -> Values:
        """Return the worth of a state for each role, 0 to 100."""
        plain = Norm(self.norm.kind, self.norm.q)
        return tuple(
            100.0
            * plain.some_of(
                [degree * value / 100 for degree, (value, _) in zip(degrees, goals, strict=True)]
            )
            for degrees, goals in zip(self.goals(cone, state), cone.goals, strict=True)
        )

    def terms(self, cone: Cone, state: State, roles: Sequence[str]) -> tuple[Term, ...]:
        """Return the worth for each role as a term, and below it why.

        Formulas that stand in several places are one term: a large cone is no larger as terms.
        """
        degrees = self.degrees(cone, state)
        made: list[Term] = []
        for index, node in enumerate(cone.nodes):
            parts = tuple(made[part] for part in parts_of(node))
            made.append(Term(spelled(cone, index), degrees[index], parts))
        found = zip(
            roles, self.worth(cone, state), self.goals(cone, state), cone.goals, strict=True
        )
        return tuple(
            Term(
                f"worth {role}",
                worth,
                tuple(
                    at_the_end(made[node], made[cone.terminal], degree)
                    if self.with_terminal
                    else made[node]
                    for degree, (_, node) in zip(of_role, goals, strict=True)
                ),
            )
            for role, worth, of_role, goals in found
        )


def at_the_end(goal: Term, end: Term, degree: float) -> Term:
    """Return a goal together with the end, where that counts too."""
    return Term(f"{goal.text} at the end", degree, (goal, end))


def holding(cone: Cone, state: State) -> list[bool]:
    """Return which nodes hold in a state, by the rules: no degrees."""
    holds: list[bool] = []
    for node in cone.nodes:
        match node:
            case Fluent(_, bit):
                found = bool(state >> bit & 1)
            case Negation(part):
                found = not holds[part]
            case Conjunction(parts):
                found = all(holds[part] for part in parts)
            case Disjunction(parts):
                found = any(holds[part] for part in parts)
            case Tally(parts, weights, low, high):
                total = sum(w for part, w in zip(parts, weights, strict=True) if holds[part])
                found = (low is None or total >= low) and (high is None or total <= high)
        holds.append(found)
    return holds
