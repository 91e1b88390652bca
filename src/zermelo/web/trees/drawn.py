"""Drawn trees: examples that the page offers, and texts that a learner writes."""

from dataclasses import dataclass
from typing import Any

from zermelo.errors import UsageError
from zermelo.game.tree_file import read_tree
from zermelo.game.tree_game import TreeGame
from zermelo.text.source import Source

LONGEST_TREE = 4000
"""Characters of a drawn tree: it stands in the address of the page."""


@dataclass(frozen=True, slots=True)
class ExampleTree:
    """A tree that the page offers."""

    title: str
    text: str

    def as_object(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {"title": self.title, "tree": self.text}


EXAMPLES = (
    ExampleTree("The lecture's tree", "A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]"),
    ExampleTree("Min begins", "root: min\nA:[B:[6,4],C:[10,1]]"),
    ExampleTree("A deep cut", "A:[m:7, B:[C:[D:[n:5,x:9], y:6], z:8]]"),
    ExampleTree(
        "Four levels",
        "[[[[8,7],[3,9]],[[9,8],[2,4]]],[[[1,8],[8,9]],[[9,9],[3,4]]],[[[6,2],[5,1]],[[7,3],[4,8]]]]",
    ),
    ExampleTree(
        "Three players",
        "roles: a b c\n"
        "[[[(1,2,6),(4,2,3)],[(6,1,2),(7,4,1)]],[[(5,1,1),(1,5,2)],[(7,7,1),(5,4,5)]]]",
    ),
    ExampleTree(
        "Three players who share out ten",
        "roles: a b c\n"
        "A:[B:[(4,5,1),(2,4,4)],C:[E:[(3,1,6),(5,4,1),(8,0,2)],F:[(3,2,5),(6,3,1)]],"
        "D:[G:[(1,0,9),(4,1,5),(5,3,2)],H:[(7,2,1),(6,2,2)]]]",
    ),
    ExampleTree(
        "A graph that comes back to itself",
        '{"root": "A", "nodes": {"A": {"mover": "max", "children": ["B", "C"]}, '
        '"B": {"mover": "min", "children": ["D", "E"]}, '
        '"C": {"mover": "min", "children": ["E", "A"], "value": 8}, '
        '"D": {"value": 3}, "E": {"value": 9}}}',
    ),
)


def tree_of(text: str) -> TreeGame:
    """Return the game that a text draws: a nested list, or JSON.

    Raises:
        ReadError: it is no tree; with the place.
        UsageError: it is too long.

    >>> tree_of("[[3,12],[2,4]]").roles
    ('max', 'min')
    """
    if len(text) > LONGEST_TREE:
        raise UsageError(f"a drawn tree has at most {LONGEST_TREE:,} characters")
    return read_tree(Source("tree", text), json=text.lstrip().startswith("{"))
