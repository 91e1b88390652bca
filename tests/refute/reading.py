"""Kept games read back by the adversary itself: KIF, nested lists and JSON, not validated."""

import json
from ast import literal_eval
from pathlib import Path

from tests.refute.drawn import Drawn, Spot
from tests.refute.sheet import Law, Rules, as_lit, as_term, kif


def read_rules(text: str) -> Rules:
    """Return the rules of a KIF text; a comment starts with a semicolon."""
    lines = [line.partition(";")[0] for line in text.splitlines()]
    terms = as_term(f"({' '.join(lines)})")
    assert isinstance(terms, tuple)
    laws = []
    for term in terms:
        if isinstance(term, str):
            laws.append(Law((term,)))
        elif term[0] == "<=":
            head = term[1] if isinstance(term[1], tuple) else (term[1],)
            laws.append(Law(head, tuple(as_lit(kif(each)) for each in term[2:])))
        else:
            laws.append(Law(term))
    return Rules(tuple(laws), "kept")


def read_drawn(path: Path) -> Drawn:
    """Return the explicit game of a file as the adversary writes them."""
    text = path.read_text()
    return from_json(text) if path.suffix == ".json" else from_tree(text)


def from_tree(text: str) -> Drawn:
    """Return the game of a `.tree` text with its `roles` and `root` in front."""
    head, rest = {}, ""
    for line in text.splitlines():
        name, colon, value = line.partition(":")
        if colon and name in ("roles", "root"):
            head[name] = value.split()
        else:
            rest += line
    roles = tuple(head.get("roles", ("max", "min")))
    spots: list[Spot] = []

    def add(item: object, mover: int) -> int:
        here = len(spots)
        spots.append(Spot(mover))
        if isinstance(item, list):
            children = tuple(add(child, (mover + 1) % len(roles)) for child in item)
            spots[here] = Spot(mover, children)
        else:
            values = item if isinstance(item, tuple) else (item, 100 - item)  # type: ignore[operator]
            spots[here] = Spot(mover, values=tuple(map(str, values)))
        return here

    add(literal_eval(rest), roles.index(head.get("root", [roles[0]])[0]))
    return Drawn(roles, tuple(spots), "tree")


def from_json(text: str) -> Drawn:
    """Return the game of a JSON text: a graph, or a tree of objects."""
    told = json.loads(text)
    roles = tuple(told["roles"])
    spots: list[Spot] = []
    if "nodes" in told:
        names = [told["root"], *(name for name in told["nodes"] if name != told["root"])]
        for name in names:
            node = told["nodes"][name]
            children = tuple(names.index(child) for child in node.get("children", ()))
            values = tuple(map(str, node["values"])) if "values" in node else None
            spots.append(Spot(roles.index(node["mover"]), children, values))
        return Named(roles, tuple(spots), "graph", tuple(names))

    def add(node: dict[str, object]) -> int:
        here = len(spots)
        spots.append(Spot(0))
        below = node.get("children", [])
        assert isinstance(below, list)
        values = node.get("values")
        assert isinstance(values, list | None)
        spots[here] = Spot(
            roles.index(str(node["mover"])),
            tuple(add(child) for child in below),
            None if values is None else tuple(map(str, values)),
        )
        return here

    add(told["tree"])
    return Drawn(roles, tuple(spots), "nested")


class Named(Drawn):
    """A graph whose nodes have names of their own."""

    def __init__(
        self, roles: tuple[str, ...], spots: tuple[Spot, ...], form: str, names: tuple[str, ...]
    ) -> None:
        """Take the names too."""
        super().__init__(roles, spots, form)
        object.__setattr__(self, "names", names)

    def name(self, number: int) -> str:
        """Return what a node is called."""
        names: tuple[str, ...] = vars(self)["names"]
        return names[number]
