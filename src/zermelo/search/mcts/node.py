"""The tree of a Monte Carlo search: nodes are states, edges are what each role may choose there.

A role's statistics stand on its own edges, so that a node where several roles choose at once has a
row of edges for each of them; a child belongs to a choice of one edge by every role. Rewards are
goals divided by 100, for statistics; what is proved is kept in goals, in exact fractions.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from zermelo.game.game import Game, Joint, Move, Role, State
from zermelo.game.proof import exact
from zermelo.search.mcts.span import GoalSpan

Rewards = tuple[float, ...]
Choice = tuple[int, ...]
"""The number of the edge that each role takes."""
SPREAD = 2654435761
"""Knuth's multiplier: where the edges of a node are begun with, other for every node."""


@dataclass(slots=True)
class TreeEdge:
    """A move of one role in one state, and how well that role fared with it."""

    move: Move
    visits: int = 0
    total: float = 0.0  # of the rewards of the role that has the move
    near: int = 0  # playouts from this state in which the role made the move, sooner or later
    near_total: float = 0.0

    @property
    def mean(self) -> float:
        """The mean reward."""
        return self.total / self.visits


@dataclass(slots=True)
class MctsNode:
    """A state in the tree; `low` and `high` are proved bounds of what each role gets from it.

    A state before the end in which a role has no move is `stuck`: nothing lies below it, nothing
    is known of what anybody gets there, and it can only be guessed at.
    """

    number: int  # in the order of being made
    state: State
    terminal: bool
    edges: tuple[list[TreeEdge], ...]  # by role
    low: list[Fraction]
    high: list[Fraction]
    rewards: Rewards = ()  # of an end
    visits: int = 0
    totals: list[float] = field(default_factory=list)
    children: dict[Choice, "MctsNode"] = field(default_factory=dict)

    @property
    def choosers(self) -> list[int]:
        """The roles that have a choice."""
        return [role for role, edges in enumerate(self.edges) if len(edges) > 1]

    @property
    def proven(self) -> bool:
        """Whether nothing is left to be found out."""
        return self.low == self.high

    @property
    def stuck(self) -> bool:
        """Whether the match is not over and a role has no move."""
        return not self.terminal and not all(self.edges)

    @property
    def settled_rewards(self) -> Rewards:
        """What every visit brings where nothing is left to be found out."""
        return self.rewards if self.terminal else tuple(map(rewarded, self.low))

    def joint(self, choice: Choice) -> Joint:
        """Return the moves of a choice."""
        return tuple(edges[at].move for edges, at in zip(self.edges, choice, strict=True))

    def scan(self, role: int) -> Iterator[int]:
        """Yield the numbers of a role's edges, beginning somewhere: no move is always the first."""
        size = len(self.edges[role])
        begin = (self.number * SPREAD >> 16) % size
        for step in range(1, size + 1):
            yield (begin + step) % size


def new_node(game: Game, spans: tuple[GoalSpan, ...], number: int, state: State) -> MctsNode:
    """Return a node for a state, with its edges."""
    roles = range(len(spans))
    low, high = [span.low for span in spans], [span.high for span in spans]
    totals = [0.0 for _ in roles]
    if not game.terminal(state):
        edges = tuple([TreeEdge(move) for move in game.legal(state, Role(role))] for role in roles)
        return MctsNode(number, state, False, edges, low, high, totals=totals)
    goals = game.goals(state)
    for role, goal in enumerate(goals):
        if goal is not None:
            low[role] = high[role] = exact(goal)
    nothing: tuple[list[TreeEdge], ...] = tuple([] for _ in roles)
    return MctsNode(
        number, state, True, nothing, low, high, tuple(map(rewarded, goals)), totals=totals
    )


def rewarded(goal: float | Fraction | None) -> float:
    """Return a goal as a reward; one that the rules leave open is worth nothing."""
    return min(1.0, max(0.0, float(goal or 0.0) / 100.0))
