"""The key of an alpha-beta exercise: what alpha-beta does at every node, proved by plain minimax.

The proof has three parts. Minimax gives the root the same value. Every value that alpha-beta leaves
a node with is the node's worth, or a bound on it on the side that its window allows. And whatever
the leaves say that were left out, the root is worth the same: it is so if they are infinitely bad,
and if they are infinitely good, and minimax is monotone in between.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from zermelo.errors import PlayError, UsageError
from zermelo.game.game import Role
from zermelo.game.tree_game import TreeGame
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.base import Clock, last
from zermelo.search.events import Event, EventKind

Worths = tuple[float, ...]
"""What every node is worth, by its number."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A node that alpha-beta came to: the window it came with, and the value it left with."""

    low: float
    high: float
    value: float

    @property
    def hard(self) -> float:
        """The value as fail-hard alpha-beta has it: never outside of the window."""
        return min(max(self.value, self.low), self.high)


@dataclass(frozen=True, slots=True)
class Key:
    """The right answers to everything that can be asked about a tree."""

    game: TreeGame
    events: tuple[Event, ...] = field(repr=False)
    visits: Mapping[int, Visit]  # in the order in which it comes to them, leaves included
    cuts: tuple[Event, ...]
    worths: Worths  # by plain minimax
    move: str  # the first that is best

    @property
    def value(self) -> float:
        """What the root is worth."""
        return self.visits[0].value

    @property
    def unseen(self) -> frozenset[int]:
        """The nodes that alpha-beta never comes to."""
        return frozenset(range(len(self.game.nodes))) - self.visits.keys()

    @property
    def branches(self) -> dict[int, Event]:
        """The nodes at which something was left out with all below, and the cut that did it."""
        return {
            int(self.game.next(cut.state, joint)): cut for cut in self.cuts for joint in cut.pruned
        }

    def below(self, node: int) -> list[int]:
        """Return a node and all below it."""
        found = [node]
        for number in found:
            found += self.game.nodes[number].children
        return found


def key_of(game: TreeGame) -> Key:
    """Return what alpha-beta without a table does on a tree, from left to right.

    Raises:
        UsageError: it is no tree for alpha-beta: not of two roles, a graph, or a single leaf.
        PlayError: the key is not what plain minimax says.
    """
    refuse_unfit(game)
    events: list[Event] = []
    thinker = Alphabeta(table=False).start(game, Role(0), Clock(), events.append)
    result = last(thinker(game.initial, Clock()))
    assert result is not None
    assert result.move is not None, "the root has children"
    entered = {event.node: event for event in events if event.kind is EventKind.ENTER}
    left = {event.node: event.value for event in events if event.kind is EventKind.LEAVE}
    visits = {
        int(event.state): Visit(event.low, event.high, left[number] or 0.0)
        for number, event in entered.items()
    }
    cuts = tuple(event for event in events if event.kind is EventKind.CUT)
    move = game.spell(Role(0), result.move) if game.nodes[0].mover == 0 else ""
    key = Key(game, tuple(events), visits, cuts, minimax(game), move)
    if (problem := unproved(key)) is not None:
        raise PlayError(f"the key of the exercise is not what plain minimax says: {problem}")
    return key


def refuse_unfit(game: TreeGame) -> None:
    """Raise UsageError unless alpha-beta can be practised on a tree."""
    if len(game.roles) != 2:
        raise UsageError(f"alpha-beta is for two roles; this tree has {len(game.roles)}")
    if not game.nodes[0].children:
        raise UsageError("a tree to practise on has a root and at least one branch")
    parents = [child for node in game.nodes for child in node.children]
    if len({*parents}) != len(parents) or 0 in parents:
        raise UsageError("this is a graph, in which several ways lead to a node; take a tree")


def minimax(game: TreeGame, instead: Mapping[int, float] | None = None) -> Worths:
    """Return what every node is worth for the first role, by the definition.

    `instead` has other worths of some leaves.
    """
    worths = [0.0] * len(game.nodes)
    order = [0]
    for number in order:
        order += game.nodes[number].children
    for number in reversed(order):
        node = game.nodes[number]
        if not node.children:
            assert node.values is not None, "a leaf has values"
            worths[number] = (instead or {}).get(number, node.values[0])
        else:
            choose = max if node.mover == 0 else min
            worths[number] = choose(worths[child] for child in node.children)
    return tuple(worths)


def unproved(key: Key) -> str | None:
    """Return what minimax says against a key; None if it proves it."""
    if key.value != key.worths[0]:
        return f"the root is worth {key.worths[0]:g}, not {key.value:g}"
    for number, visit in key.visits.items():
        worth = key.worths[number]
        low, high = visit.value <= visit.low, visit.value >= visit.high
        if not (
            worth <= visit.value if low else worth >= visit.value if high else worth == visit.value
        ):
            return f"{key.game.nodes[number].name} is worth {worth:g}, not {visit.value:g}"
    for extreme in (-inf, inf):
        if minimax(key.game, dict.fromkeys(key.unseen, extreme))[0] != key.value:
            return "leaves that were left out matter"
    return None
