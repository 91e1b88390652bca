"""Alpha-beta exercises: a random tree, what alpha-beta does on it, and how an answer is graded.

All leaves differ, so that a leaf can be named by its number, and no two values are ever equal:
whether a cut needs "less" or "not more" makes no difference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_uppercase

from zermelo.errors import UsageError
from zermelo.exercises.answer_key import Key, Visit, key_of
from zermelo.game.tree_file import read_tree
from zermelo.game.tree_game import TreeGame
from zermelo.search.events import Event
from zermelo.text.source import Source

MOST_LEAVES = 243
ATTEMPTS = 50
"""Trees that are drawn until alpha-beta has something to prune."""

Nested = float | list["Nested"]


@dataclass(frozen=True, slots=True)
class Exercise:
    """A tree and the right answers."""

    tree: Nested
    key: Key
    pruned: tuple[float, ...]  # leaves that alpha-beta does not look at, from left to right

    @property
    def windows(self) -> Mapping[str, Visit]:
        """The visits of the inner nodes, by name, in the order in which alpha-beta enters them."""
        nodes = self.game.nodes
        visits = self.key.visits.items()
        return {nodes[at].name: visit for at, visit in visits if nodes[at].children}

    @property
    def game(self) -> TreeGame:
        """The tree as a game."""
        return self.key.game

    @property
    def events(self) -> tuple[Event, ...]:
        """What alpha-beta tells."""
        return self.key.events

    @property
    def value(self) -> float:
        """What the root is worth."""
        return self.key.value

    @property
    def move(self) -> str:
        """The best move at the root."""
        return self.key.move


@dataclass(frozen=True, slots=True)
class TreeGrade:
    """What is right and wrong about an answer."""

    value: bool
    missed: tuple[float, ...]  # pruned leaves that the answer does not have
    wrong: tuple[float, ...]  # leaves of the answer that are looked at

    @property
    def right(self) -> bool:
        """Whether all of it is right."""
        return self.value and not self.missed and not self.wrong


def exercise(seed: int = 0, depth: int = 3, branching: int = 2) -> Exercise:
    """Return an exercise; the same seed gives the same.

    >>> exercise(seed=1, depth=2, branching=3).tree
    [[18, 6, 5], [19, 4, 7], [17, 12, 14]]
    """
    leaves = branching**depth
    if depth < 1 or branching < 2 or leaves > MOST_LEAVES:
        raise UsageError(
            f"depth {depth} and branching {branching} make {leaves} leaves; "
            f"take a depth from 1 and a branching from 2, with at most {MOST_LEAVES} leaves"
        )
    generator = Random(f"{seed} {depth} {branching}")
    for _ in range(ATTEMPTS):
        values = generator.sample(range(1, 2 * leaves + 3), leaves)
        found = solved(grown(values, branching))
        if found.pruned or depth == 1:
            break
    return found


def grown(values: Sequence[int], branching: int) -> Nested:
    """Return the tree with these leaves, from left to right.

    >>> grown([1, 2, 3, 4], 2)
    [[1, 2], [3, 4]]
    """
    level: list[Nested] = list(values)
    while len(level) > branching:
        level = [level[at : at + branching] for at in range(0, len(level), branching)]
    return level


def solved(tree: Nested) -> Exercise:
    """Return what alpha-beta, without a table, does on a tree; plain minimax has proved it."""
    key = key_of(read_tree(Source("exercise", spelled(tree))))
    pruned = tuple(
        node.values[0]
        for number, node in enumerate(key.game.nodes)
        if not node.children and node.values is not None and number in key.unseen
    )
    return Exercise(tree, key, pruned)


def spelled(tree: Nested) -> str:
    """Return a tree as text, its inner nodes named A, B, C ... level by level.

    >>> spelled([[3, 12], [2, 4]])
    'A:[B:[3,12],C:[2,4]]'
    """
    names: dict[int, str] = {}
    level = [tree]
    while level:
        for item in level:
            if isinstance(item, list):
                names[id(item)] = letters(len(names))
        level = [child for item in level if isinstance(item, list) for child in item]

    def text(item: Nested) -> str:
        if not isinstance(item, list):
            return f"{item:g}"
        return f"{names[id(item)]}:[{','.join(map(text, item))}]"

    return text(tree)


def letters(number: int) -> str:
    """Return a name made of letters.

    >>> letters(0), letters(25), letters(26), letters(27)
    ('A', 'Z', 'AA', 'AB')
    """
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = ascii_uppercase[rest] + name
    return name


def graded(task: Exercise, value: float, pruned: Sequence[float]) -> TreeGrade:
    """Return what is right about an answer."""
    missed = tuple(leaf for leaf in task.pruned if leaf not in pruned)
    wrong = tuple(leaf for leaf in dict.fromkeys(pruned) if leaf not in task.pruned)
    return TreeGrade(value == task.value, missed, wrong)
