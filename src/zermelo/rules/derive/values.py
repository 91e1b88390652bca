"""Ground terms as plain Python values, and rows of them that can be looked up by some columns.

A name is a string, `(cell 1 2 b)` is `("cell", "1", "2", "b")`.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from zermelo.errors import UnsuitedError
from zermelo.text.tree import Compound, Name, Term, Variable

Value = str | tuple[Any, ...]
Row = tuple[Value, ...]
Node = None | int | tuple[Any, ...]
"""None: a value that is known; a number: the column of a value to be found; else a function's name
and the nodes of its arguments."""
Shape = tuple[Node, ...]


def value_of(term: Term) -> Value:
    """Return a term without variables as a value.

    >>> from zermelo.text.kif import read_term
    >>> value_of(read_term("(mark 1 (at b))"))
    ('mark', '1', ('at', 'b'))
    """
    match term:
        case Name(text):
            return text
        case Compound(name, args):
            return (name, *map(value_of, args))
    raise UnsuitedError(f"{term} is not a ground term of KIF")


def spelled(value: Value) -> str:
    """Return a value in KIF.

    >>> spelled(("mark", "1", ("at", "b")))
    '(mark 1 (at b))'
    """
    return value if isinstance(value, str) else f"({' '.join(map(spelled, value))})"


def shape_of(
    args: Iterable[Term], known: frozenset[str], columns: dict[str, int], keys: list[Term]
) -> Shape:
    """Return how values are matched against terms of which some variables are known.

    Args:
        args: the terms.
        known: the variables that have a value already.
        columns: is given the column of every other variable.
        keys: is given the terms, or parts of them, that are known, from left to right.
    """
    shape: list[Node] = []
    for term in args:
        if is_known(term, known):
            keys.append(term)
            shape.append(None)
        elif isinstance(term, Compound):
            shape.append((term.name, *shape_of(term.args, known, columns, keys)))
        else:
            assert isinstance(term, Variable), "what is not known is a variable, or has one"
            shape.append(columns.setdefault(term.name, len(columns)))
    return tuple(shape)


def is_known(term: Term, known: frozenset[str]) -> bool:
    """Tell whether all variables of a term have a value."""
    match term:
        case Variable(name):
            return name in known
        case Compound(_, args):
            return all(is_known(arg, known) for arg in args)
        case Name():
            return True
    raise UnsuitedError("arithmetic cannot be derived; expand the rules first")


def opened(values: Sequence[Value], shape: Shape, key: list[Value], found: list[Value]) -> bool:
    """Split values into those that a shape knows and those that it looks for; False if none fit.

    >>> key, found = [], []
    >>> opened([("cell", "1", "2", "b")], (("cell", 0, 0, None),), key, found)
    False
    >>> key, found = [], []
    >>> opened([("cell", "1", "2", "b")], (("cell", 0, 1, None),), key, found), key, found
    (True, ['b'], ['1', '2'])
    """
    for value, node in zip(values, shape, strict=True):
        if node is None:
            key.append(value)
        elif isinstance(node, int):
            if node == len(found):
                found.append(value)
            elif found[node] != value:
                return False
        elif (
            isinstance(value, str)
            or value[0] != node[0]
            or len(value) != len(node)
            or not opened(value[1:], node[1:], key, found)
        ):
            return False
    return True


def flattened(shape: Shape) -> list[int | None]:
    """Return the nodes of a shape without its functions.

    >>> flattened((None, ("cell", 0, None)))
    [None, 0, None]
    """
    leaves: list[int | None] = []
    for node in shape:
        leaves += flattened(node[1:]) if isinstance(node, tuple) else [node]
    return leaves


class RowSet:
    """Rows in the order in which they were added, with an index for every shape that is asked."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        """Start with some rows."""
        self.rows = dict.fromkeys(rows)
        self.order = list(self.rows)
        self.indexes: dict[Shape, dict[Row, list[Row]]] = {}
        self.indexed: dict[Shape, int] = {}

    def add(self, row: Row) -> bool:
        """Add a row; return whether it is new."""
        if row in self.rows:
            return False
        self.rows[row] = None
        self.order.append(row)
        return True

    def matching(self, shape: Shape, key: Row) -> Sequence[Row]:
        """Return what a shape looks for in the rows whose known values are `key`."""
        return self.index(shape).get(key, ())

    def fan_out(self, shape: Shape) -> float:
        """Return how many rows there are on average for known values."""
        index = self.index(shape)
        return sum(map(len, index.values())) / max(1, len(index))

    def index(self, shape: Shape) -> dict[Row, list[Row]]:
        """Return what a shape looks for, by the values that it knows."""
        index = self.indexes.setdefault(shape, {})
        for row in self.order[self.indexed.get(shape, 0) :]:
            known: list[Value] = []
            found: list[Value] = []
            if opened(row, shape, known, found):
                index.setdefault(tuple(known), []).append(tuple(found))
        self.indexed[shape] = len(self.order)
        return index
