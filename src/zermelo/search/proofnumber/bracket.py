"""The value between two bounds that questions bring together, and which question to ask next."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite, nextafter

from zermelo.game.game import Evidence, Game, Role
from zermelo.game.proof import exact
from zermelo.game.tree_game import TreeGame
from zermelo.search.endless import endless_values
from zermelo.search.findings import ending
from zermelo.search.proofnumber.question import Verdict

USUAL = tuple(map(float, range(101)))
"""The goals that are asked for where the game does not list its own."""


@dataclass(slots=True)
class Bracket:
    """What is proved of a value.

    `goals` only choose the questions: what is not among them is found all the same. The bounds
    before the first answer are those of the rules: no match comes to less, or to more.
    """

    goals: Sequence[float]  # ascending
    low: float = -inf
    high: float = inf
    ceiling: float = inf  # from here on questions are not answered within the depth
    raised: bool = False  # whether a question was answered with yes
    lowered: bool = False  # or with no

    def question(self) -> float | None:
        """Return the next threshold; None if there is no more to ask."""
        if self.low == self.high and not self.closed:
            return self.low if self.ceiling == inf else None
        between = [goal for goal in self.goals if self.low < goal <= self.high]
        between = [goal for goal in between if goal < self.ceiling]
        if between:
            return between[(len(between) - 1) // 2]
        if self.low >= self.high or self.ceiling < inf:
            return None
        return self.high if isfinite(self.high) else nextafter(self.low, inf)

    def take(self, threshold: float, verdict: Verdict) -> None:
        """Take the answer to a question."""
        if not verdict.sure:
            self.ceiling = min(self.ceiling, threshold)
        elif verdict.proved:
            self.low, self.raised = max(self.low, verdict.bound), True
        else:
            self.high, self.lowered = min(self.high, verdict.bound), True

    @property
    def closed(self) -> bool:
        """Whether the value is known: a search has come to ends, and the bounds meet."""
        return (self.raised or self.lowered) and self.low >= self.high


def bracket_of(game: Game, role: Role) -> Bracket:
    """Return what the rules say of the value for a role before anything is searched."""
    every = goals_of(game)
    if not every:
        return Bracket(USUAL)
    ends = ending(game).evidence is Evidence.PROVED
    endless = () if ends else endless_values(every)
    own = sorted(map(float, every[role]))
    reached = [*own, *map(float, endless)]
    low, high = min(reached), max(reached)
    return Bracket(own, low, high)


def goals_of(game: Game) -> list[set[Fraction]]:
    """Return the goals that each role can have at an end; none if the game does not list them."""
    if isinstance(game, TreeGame):
        leaves = [node.values for node in game.nodes if not node.children and node.values]
        return [set(map(exact, own)) for own in zip(*leaves, strict=True)]
    if (compiled := game.compiled) is None:
        return []
    found: list[set[Fraction]] = [set() for _ in game.roles]
    roles, values = compiled.dimensions.goal_roles, compiled.dimensions.goal_values
    for role, value in zip(roles.tolist(), values.tolist(), strict=True):
        found[role].add(Fraction(value))
    return found if all(found) else []
