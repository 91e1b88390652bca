"""Trees and graphs for tests: drawn by hand or by chance, and searches that run on them."""

from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any

from hypothesis import strategies as st

from zermelo.evaluate.evaluators.goal import Goal
from zermelo.game.game import Role, State
from zermelo.game.tree_file import read_tree
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.dual import Dual
from zermelo.search.algorithms.iterative import Iterative
from zermelo.search.algorithms.mtd import Mtd
from zermelo.search.algorithms.negamax import Negamax
from zermelo.search.algorithms.scout import Scout
from zermelo.search.algorithms.sss import Sss
from zermelo.search.base import Clock, Limits, Result, Search, Spent, last
from zermelo.search.events import Event, EventKind
from zermelo.text.source import Source

MAX, MIN = Role(0), Role(1)
EVALUATOR = Goal()
LECTURE = "[[3,12,8],[2,4,6],[14,5,2]]"
"""Russell and Norvig, figure 5.2."""


@dataclass(frozen=True)
class Branch:
    """An inner node: who moves, what may be guessed of it, where to."""

    mover: Role
    guess: int
    children: tuple[Any, ...]


@dataclass(frozen=True)
class Run:
    """What a search said and did."""

    result: Result
    results: tuple[Result, ...]
    events: tuple[Event, ...]
    count: Spent

    @property
    def leaves(self) -> list[State]:
        """Every leaf that was looked at, in order."""
        return [event.state for event in self.events if event.kind is EventKind.LEAF]

    @property
    def leaf_values(self) -> list[float | None]:
        """The values of the leaves that were looked at, in order."""
        return [event.value for event in self.events if event.kind is EventKind.LEAF]


def run(search: Search, game: TreeGame, *, role: Role = MAX, depth: int | None = None) -> Run:
    """Search a game from its start, watched."""
    events: list[Event] = []
    results: list[Result] = []
    clock = Clock(Limits(depth=depth))
    for result in search.start(game, role, clock, events.append)(game.initial, clock):
        results.append(result)  # noqa: PERF402 - what came before an error is of interest
    return Run(results[-1], tuple(results), tuple(events), clock.count)


def value_of(
    search: Search, game: TreeGame, *, role: Role = MAX, depth: int | None = None
) -> float:
    """The value that a search finds for a role, not watched."""
    clock = Clock(Limits(depth=depth))
    result = last(search.start(game, role, clock)(game.initial, clock))
    assert result is not None
    return result.values[role]


def lecture() -> TreeGame:
    """The tree that everybody knows."""
    return drawn(LECTURE)


def drawn(text: str) -> TreeGame:
    """A tree as a nested list."""
    return read_tree(Source("drawn.tree", text))


def built(top: Branch) -> TreeGame:
    """A tree with values of 0 to 100, as a game of constant sum."""
    nodes: list[DrawnNode] = []

    def add(item: Branch | int) -> int:
        number = len(nodes)
        nodes.append(DrawnNode(f"n{number}", MAX))
        if isinstance(item, int):
            nodes[number] = DrawnNode(f"n{number}", MAX, values=(float(item), 100.0 - item))
            return number
        children = tuple(add(child) for child in item.children)
        labels = tuple(f"m{index}" for index in range(len(children)))
        values = float(item.guess), 100.0 - item.guess
        nodes[number] = DrawnNode(f"n{number}", item.mover, children, labels, values)
        return number

    add(top)
    return TreeGame("a tree", ("max", "min"), tuple(nodes))


def circle() -> TreeGame:
    """A graph whose path comes back to the root, unless max takes the second move."""
    nodes = (
        DrawnNode("a", MAX, (1, 2), ("on", "out")),
        DrawnNode("b", MIN, (0,), ("back",)),
        DrawnNode("c", MAX, values=(1.0, 99.0)),
    )
    return TreeGame("circle", ("max", "min"), nodes)


def chain(length: int) -> TreeGame:
    """A single line of forced moves."""
    inner = [DrawnNode(f"n{number}", MAX, (number + 1,), ("on",)) for number in range(length)]
    return TreeGame("chain", ("max", "min"), (*inner, DrawnNode("end", MAX, values=(7.0, 93.0))))


MOVERS = st.sampled_from([MAX, MIN])
VALUES = st.integers(0, 5)
"""Few, so that many are equal."""


def branches(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Branch]:
    """Inner nodes of one to three children; a role may move again and again."""
    return st.builds(Branch, MOVERS, VALUES, st.lists(children, min_size=1, max_size=3).map(tuple))


def trees(most: int = 18) -> st.SearchStrategy[TreeGame]:
    """Ragged trees with ties and nodes of one child, either role at the root."""
    below = st.recursive(VALUES, branches, max_leaves=most)
    return branches(below).map(built)


@cache
def some_of(targets: range, fewest: int) -> st.SearchStrategy[list[int]]:
    """Up to three of some numbers; made once, which takes longer than to draw from it."""
    return st.lists(st.sampled_from(targets), min_size=fewest, max_size=3)


SIZES = st.integers(2, 9)


@st.composite
def graphs(draw: st.DrawFn, *, cycles: bool = False) -> TreeGame:
    """Graphs whose nodes are shared, also at different depths; with cycles if wanted."""
    size = draw(SIZES)
    nodes = []
    for number in range(size):
        targets = range(size) if cycles else range(number + 1, size)
        children: list[int] = []
        if targets:
            children = draw(some_of(targets, 1 if number == 0 else 0))
        value = draw(VALUES)
        labels = tuple(f"m{index}" for index in range(len(children)))
        values = float(value), 100.0 - value
        nodes.append(DrawnNode(f"n{number}", draw(MOVERS), tuple(children), labels, values))
    return TreeGame("a graph", ("max", "min"), tuple(nodes))


def uniform(branching: int, depth: int, values: list[int], root: Role = MAX) -> TreeGame:
    """A tree whose nodes all have as many children, roles moving in turn."""
    rest = iter(values)

    def grow(left: int, mover: Role) -> Branch | int:
        if left == 0:
            return next(rest)
        other = MIN if mover == MAX else MAX
        return Branch(mover, 0, tuple(grow(left - 1, other) for _ in range(branching)))

    top = grow(depth, root)
    assert isinstance(top, Branch)
    return built(top)


def methods() -> dict[str, Search]:
    """Every way to the value of minimax, without what changes the order of moves."""
    return {
        "alphabeta": Alphabeta(evaluator=EVALUATOR, table=False),
        "negamax": Negamax(evaluator=EVALUATOR),
        "scout": Scout(evaluator=EVALUATOR, table=False),
        "mtd from its guess": Mtd(evaluator=EVALUATOR),
        "mtd from the middle": Mtd(evaluator=EVALUATOR, first=2.5),
        "mtd from above": Mtd(evaluator=EVALUATOR, first=inf),
        "mtd from below": Mtd(evaluator=EVALUATOR, first=-inf),
        "sss": Sss(evaluator=EVALUATOR),
        "dual": Dual(evaluator=EVALUATOR),
    }


def helped() -> dict[str, Search]:
    """Every way to the value that remembers or orders."""
    return {
        "table": Alphabeta(evaluator=EVALUATOR),
        "killers": Alphabeta(evaluator=EVALUATOR, table=False, killers=True),
        "history": Alphabeta(evaluator=EVALUATOR, table=False, history=True),
        "shallow": Alphabeta(evaluator=EVALUATOR, table=False, shallow=2),
        "aspiration": Alphabeta(evaluator=EVALUATOR, aspiration=1.0),
        "narrow aspiration": Alphabeta(evaluator=EVALUATOR, table=False, aspiration=0.0),
        "all of them": Alphabeta(
            evaluator=EVALUATOR, killers=True, history=True, shallow=1, aspiration=0.5
        ),
        "scout with a table": Scout(evaluator=EVALUATOR, killers=True, history=True),
        "mtd": Mtd(evaluator=EVALUATOR, killers=True, history=True),
        "refutation": Iterative(
            evaluator=EVALUATOR, table=False, killers=False, history=False, refutation=True
        ),
        "deepening by itself": Iterative(
            evaluator=EVALUATOR, table=False, killers=False, history=False, refutation=False
        ),
        "deepening with all": Iterative(evaluator=EVALUATOR, shallow=1, aspiration=0.5),
    }
