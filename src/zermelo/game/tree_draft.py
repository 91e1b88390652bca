"""Items of a tree file -> nodes: who moves where, what the moves are called, what leaves are worth.

A leaf's one number is what the first role gets; the second gets the rest of 100, which makes any
such tree constant-sum. With three roles or more each has its own number.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from zermelo.errors import ReadError
from zermelo.game.brackets import DEEPEST_NESTING, BracketItem
from zermelo.game.game import Role, Values
from zermelo.game.tree_game import DrawnNode
from zermelo.text.source import Span

NAME = re.compile(r"[^\s();,:\[\]{}\"%#?]+")
FIELDS = ("name", "mover", "value", "values", "children")
WHOLE = 100.0
"""What two roles share out."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The names of the roles, in the order in which they move."""

    names: tuple[str, ...]

    def number(self, name: str, span: Span) -> Role:
        """Return which role is called `name`."""
        if name not in self.names:
            there = ", ".join(self.names)
            raise ReadError(f"no role is called {name}; there are {there}", span)
        return Role(self.names.index(name))

    def values(self, item: BracketItem) -> Values:
        """Return what a number or a vector says that each role gets."""
        if item.kind == "number":
            if len(self.names) > 2:
                many = f"{len(self.names)} roles need a vector of {len(self.names)} numbers"
                raise ReadError(f"{many}, not one", item.span)
            return (item.number, WHOLE - item.number)[: len(self.names)]
        if item.kind not in ("vector", "list"):
            raise ReadError(f"'{item.span.text}' is no number", item.span)
        for each in item.items:
            if each.kind != "number":
                raise ReadError(f"'{each.span.text}' is no number", each.span)
        if len(item.items) != len(self.names):
            wanted = f"{len(self.names)} roles ({', '.join(self.names)})"
            raise ReadError(f"{len(item.items)} values for {wanted}", item.span)
        return tuple(each.number for each in item.items)


@dataclass(slots=True)
class NodeDraft:
    """A node that is being put together."""

    name: str
    mover: Role
    values: Values | None = None
    children: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    def node(self) -> DrawnNode:
        """Return the node."""
        return DrawnNode(
            self.name, self.mover, tuple(self.children), tuple(self.labels), self.values
        )


def from_nested(top: BracketItem, roles: Roles, first: Role) -> list[NodeDraft]:
    """Return the nodes of a nested list, the root first; roles move in turn."""
    drafts: list[NodeDraft] = []
    used: set[str] = set()
    # An item, how the way to it is called, the role in turn there, its parent
    todo: list[tuple[BracketItem, str, Role, NodeDraft | None]] = [(top, "root", first, None)]
    while todo:
        item, way, mover, parent = todo.pop()
        fields = dict(fields_of(item))
        draft = NodeDraft(name_of(item, fields, way, used), mover)
        if "mover" in fields:
            draft.mover = mover_of(fields["mover"], roles)
        value = fields.get("values", fields.get("value"))
        draft.values = None if value is None else roles.values(value)
        if parent is not None:
            parent.children.append(len(drafts))
            parent.labels.append(str(len(parent.children)))
        children = fields["children"].items if "children" in fields else []
        if not children and draft.values is None:
            raise ReadError("an empty node: a leaf has a number", item.span)
        after = Role((draft.mover + 1) % len(roles.names))
        drafts.append(draft)
        todo += [
            (child, str(number) if way == "root" else f"{way}.{number}", after, draft)
            for number, child in reversed(list(enumerate(children, start=1)))
        ]
    return drafts


def name_of(item: BracketItem, fields: dict[str, BracketItem], way: str, used: set[str]) -> str:
    """Return what a node is called: by its name, or by the way to it."""
    name, span = item.name, item.name_span
    if item.name == "tree" or "name" in fields:  # the key of a JSON file is no name
        name = fields["name"].text if "name" in fields else None
        span = fields["name"].span if "name" in fields else None
    if name is None or span is None or name == way:
        return way
    check_name(name, span)
    if name in used or re.fullmatch(r"root|[0-9.]+", name):
        why = "is taken" if name in used else "is what a node without a name is called"
        raise ReadError(f"the name {name} {why}; choose another", span)
    used.add(name)
    return name


def check_name(name: str, span: Span) -> None:
    """Refuse names that could not be written as moves."""
    if name == "noop" or not NAME.fullmatch(name):
        hint = "a name has no blanks, brackets, commas, colons, quotes, %, # or ?, and is not noop"
        raise ReadError(f"'{name}' cannot be the name of a node: {hint}", span)


def mover_of(item: BracketItem, roles: Roles) -> Role:
    """Return the role that a node says moves there."""
    if item.kind != "text":
        raise ReadError('the mover is a role: "mover": "max"', item.span)
    return roles.number(item.text, item.span)


def fields_of(item: BracketItem) -> Iterator[tuple[str, BracketItem]]:
    """Yield what an item says of its node, by the names of JSON's fields."""
    if item.kind == "list":
        yield "children", item
    elif item.kind in ("number", "vector"):
        yield "value", item
    elif item.kind == "object":
        for each in item.items:
            if each.name not in FIELDS:
                known = ", ".join(FIELDS)
                raise ReadError(f"a node has no {each.name}; known: {known}", each.span)
            if each.name == "children" and each.kind != "list":
                raise ReadError("children are a list", each.span)
            if each.name == "value" and each.kind != "number":
                raise ReadError(f"'{each.span.text}' is no number", each.span)
            yield each.name, each
        if "value" in item.by_name and "values" in item.by_name:
            raise ReadError("a node has either a value or values", item.span)
    else:
        raise ReadError(f"'{item.span.text}' is neither a number nor a node", item.span)


def from_graph(nodes: BracketItem, root: BracketItem | None, roles: Roles) -> list[NodeDraft]:
    """Return the nodes of a graph, the root first."""
    if nodes.kind != "object" or not nodes.items:
        raise ReadError('nodes are named: {"A": {"mover": "max", "children": ["B"]}}', nodes.span)
    if root is None:
        raise ReadError('the graph has no root: add "root": NAME', nodes.span)
    if root.text not in nodes.by_name:
        raise ReadError(f"the root {root.text} is not among the nodes", root.span)
    items = [nodes.by_name[root.text]]
    items += [item for item in nodes.items if item is not items[0]]
    numbers = {item.name: number for number, item in enumerate(items)}
    drafts = []
    for item in items:
        assert item.name is not None
        assert item.name_span is not None
        check_name(item.name, item.name_span)
        if item.kind != "object":
            raise ReadError(f'{item.name} should be {{"value": 3}} or have children', item.span)
        drafts.append(graph_node(item, item.name, numbers, roles))
    check_depth(drafts, nodes.span)
    return drafts


def graph_node(
    item: BracketItem, name: str, numbers: dict[str | None, int], roles: Roles
) -> NodeDraft:
    """Return one node of a graph; its children are names of others."""
    fields = dict(fields_of(item))
    if "name" in fields:
        raise ReadError(f"{name} has its name already", fields["name"].span)
    value = fields.get("values", fields.get("value"))
    draft = NodeDraft(name, Role(0), None if value is None else roles.values(value))
    for child in fields["children"].items if "children" in fields else []:
        if child.kind != "text" or child.text not in numbers:
            raise ReadError(f"no node is called {child.text or child.span.text}", child.span)
        if child.text in draft.labels:
            raise ReadError(f"{child.text} is a child of {name} twice", child.span)
        draft.labels.append(child.text)
        draft.children.append(numbers[child.text])
    if "mover" in fields:
        draft.mover = mover_of(fields["mover"], roles)
    elif draft.children and len(roles.names) > 1:
        raise ReadError(f'who moves at {name}? Add "mover": ROLE', item.span)
    if not draft.children and draft.values is None:
        raise ReadError(f"{name} is an empty node: a leaf has a value", item.span)
    return draft


def check_depth(drafts: list[NodeDraft], span: Span) -> None:
    """Refuse a graph without cycles that is deeper than a search can go; cycles need a depth."""
    waiting = [0] * len(drafts)
    for draft in drafts:
        for child in draft.children:
            waiting[child] += 1
    depths = [0] * len(drafts)
    ready = [number for number, count in enumerate(waiting) if not count]
    while ready:
        number = ready.pop()
        if depths[number] > DEEPEST_NESTING:
            raise ReadError(f"too deep: a path has more than {DEEPEST_NESTING} moves", span)
        for child in drafts[number].children:
            depths[child] = max(depths[child], depths[number] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
