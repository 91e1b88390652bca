"""Regret matching (Hart and Mas-Colell 2000) where several roles choose at once.

UCB settles on one move, and whoever knows it can answer it. Regret matching keeps for every move
how much better it would have been than what was done, and mixes moves by what it regrets; the mean
of these mixtures comes near an equilibrium in games of two with a constant sum.
"""

from dataclasses import dataclass, field
from random import Random

from zermelo.search.mcts.node import Choice, MctsNode

UNIFORM = 0.1
"""How much of a mixture is uniform: every reply must be met with now and then."""


@dataclass(slots=True)
class Regrets:
    """Regrets and mean mixtures of the nodes at which several roles choose."""

    generator: Random
    regrets: dict[tuple[int, int], list[float]] = field(default_factory=dict)  # by node and role
    mixtures: dict[tuple[int, int], list[float]] = field(default_factory=dict)

    def mixture(self, node: MctsNode, role: int) -> list[float]:
        """Return with what probability each edge is taken now."""
        size = len(node.edges[role])
        positive = [max(0.0, one) for one in self.regrets.get((node.number, role), [0.0] * size)]
        total = sum(positive)
        if total <= 0.0:
            return [1.0 / size] * size
        return [one / total for one in positive]

    def sample(self, node: MctsNode, role: int) -> int:
        """Return an edge by the present mixture, and keep the mixture for the mean."""
        mixture = self.mixture(node, role)
        means = self.mixtures.setdefault((node.number, role), [0.0] * len(mixture))
        for at, share in enumerate(mixture):
            means[at] += share
        if self.generator.random() < UNIFORM:
            return self.generator.randrange(len(mixture))
        return self.generator.choices(range(len(mixture)), mixture)[0]

    def update(self, node: MctsNode, choice: Choice, rewards: tuple[float, ...]) -> None:
        """Regret what would have been better against what the others did."""
        for role in node.choosers:
            size = len(node.edges[role])
            regrets = self.regrets.setdefault((node.number, role), [0.0] * size)
            for at in range(size):
                other = node.children.get((*choice[:role], at, *choice[role + 1 :]))
                if at == choice[role]:
                    continue
                worth = other.totals[role] / other.visits if other and other.visits else 0.0
                regrets[at] += worth - rewards[role]

    def mean(self, node: MctsNode, role: int) -> list[float]:
        """Return the mean mixture, without what was explored."""
        size = len(node.edges[role])
        means = self.mixtures.get((node.number, role), [1.0] * size)
        total = sum(means)
        return [one / total for one in means]
