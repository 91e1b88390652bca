"""Ground atoms, found by what is known of their arguments."""

from collections.abc import Iterator

from zermelo.rules.dependencies import Signature
from zermelo.rules.expansion.values import Bindings, Value, match, value_of
from zermelo.text.tree import Atom, Compound

Row = tuple[Value, ...]
Path = tuple[int, int]
"""An argument and a place in it: -2 for all of it, -1 for its function, else one of its own."""
WHOLE, FUNCTION = -2, -1
Index = dict[tuple[Value | None, ...], list[Row]]


def look(row: Row, path: Path) -> Value | None:
    """Return what stands at a path, None if there is no such place."""
    value, place = row[path[0]], path[1]
    if place == WHOLE:
        return value
    if not isinstance(value, tuple):
        return None
    if place == FUNCTION:
        return (value[0], len(value))
    return value[1 + place] if place + 1 < len(value) else None


class RelationStore:
    """Sets of rows by relation, with an index for every way they were asked for."""

    def __init__(self) -> None:
        """Start empty."""
        self.rows: dict[Signature, dict[Row, None]] = {}
        self.indexes: dict[Signature, dict[tuple[Path, ...], Index]] = {}

    def add(self, relation: Signature, row: Row) -> None:
        """Put a row in, which must be new."""
        self.rows.setdefault(relation, {})[row] = None
        for paths, index in self.indexes.get(relation, {}).items():
            index.setdefault(tuple(look(row, path) for path in paths), []).append(row)

    def has(self, relation: Signature, row: Row) -> bool:
        """Tell whether a row is in."""
        return row in self.rows.get(relation, ())

    def solutions(self, atom: Atom, bindings: Bindings) -> Iterator[dict[str, Value]]:
        """Every way to bind the variables of an atom so that it is in the store."""
        relation = (atom.name, len(atom.args))
        paths, key = asked(atom, bindings)
        by_paths = self.indexes.setdefault(relation, {})
        if paths not in by_paths:
            fresh: Index = {}
            for row in self.rows.get(relation, ()):
                fresh.setdefault(tuple(look(row, path) for path in paths), []).append(row)
            by_paths[paths] = fresh
        # A copy, because what follows may add rows.
        for row in tuple(by_paths[paths].get(key, ())):
            if (found := matched(atom, row, bindings)) is not None:
                yield found


def asked(atom: Atom, bindings: Bindings) -> tuple[tuple[Path, ...], tuple[Value | None, ...]]:
    """Return the paths whose values are known, and those values."""
    known: list[tuple[Path, Value]] = []
    for number, arg in enumerate(atom.args):
        value = value_of(arg, bindings)
        if value is not None:
            known.append(((number, WHOLE), value))
        elif isinstance(arg, Compound):
            known.append(((number, FUNCTION), (arg.name, len(arg.args) + 1)))
            for place, inner in enumerate(arg.args):
                value = value_of(inner, bindings)
                if value is not None:
                    known.append(((number, place), value))
    return tuple(path for path, _ in known), tuple(value for _, value in known)


def matched(atom: Atom, row: Row, bindings: Bindings) -> dict[str, Value] | None:
    """Return the bindings that make an atom a row, None if there are none."""
    found = dict(bindings)
    if all(match(arg, value, found) for arg, value in zip(atom.args, row, strict=True)):
        return found
    return None
