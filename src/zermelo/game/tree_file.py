"""Files of explicit trees and graphs -> games, so that lecture trees run through every search.

A `.tree` file is a nested list, `[[3,12,8],[2,4,6],[14,5,2]]`: max moves at the root, then min, in
turn. Lines before it may say otherwise: `root: min`, or `roles: a b c` with leaves `(1,3,5)`. Nodes
may have names, `A:[B:[3,12],C:[2,4]]`; comments start with `%` or `#`. A `.json` file has such a
list as `tree`, or `nodes` by name whose children are names: a graph, which may share nodes.
"""

import re
from pathlib import PurePath

from zermelo.errors import ReadError
from zermelo.game.brackets import BracketItem, nested
from zermelo.game.game import Role
from zermelo.game.tree_draft import NodeDraft, Roles, from_graph, from_nested
from zermelo.game.tree_game import TreeGame
from zermelo.text.load import load_source
from zermelo.text.source import Source, Span

HEADER = re.compile(r"\s*(?:[%#][^\n]*\n\s*)*(root|roles)[ \t]*:[ \t]*(?=[A-Za-z_])([^\n%#]*)")
WORD = re.compile(r"\S+")
MAX_AND_MIN: tuple[str, ...] = ("max", "min")


def load_tree(path: str) -> TreeGame:
    """Return the game that a file of a tree or a graph draws.

    Raises:
        ReadError: the file is no tree; with the place.
    """
    return read_tree(load_source(path), json=PurePath(path).suffix == ".json")


def read_tree(source: Source, *, json: bool = False) -> TreeGame:
    """Return the game that a text draws.

    >>> game = read_tree(Source("lecture.tree", "[[3,12,8],[2,4,6],[14,5,2]]"))
    >>> game.roles, len(game.nodes)
    (('max', 'min'), 13)
    """
    drafts, roles = read_json(source) if json else read_plain(source)
    return TreeGame(source.name, roles.names, tuple(draft.node() for draft in drafts))


def read_plain(source: Source) -> tuple[list[NodeDraft], Roles]:
    """Return the nodes of a `.tree` text and their roles."""
    names, start = MAX_AND_MIN, 0
    root: Span | None = None
    while found := HEADER.match(source.text, start):
        start = found.end()
        words = [
            Span(source, found.start(2) + word.start(), found.start(2) + word.end())
            for word in WORD.finditer(found.group(2))
        ]
        if found.group(1) == "roles":
            names = roles_of([(word.text, word) for word in words])
        elif len(words) != 1:
            raise ReadError("one role moves at the root: root: min", words[1])
        else:
            root = words[0]
    roles = Roles(names)
    first = Role(0) if root is None else roles.number(root.text, root)
    return from_nested(nested(source, start), roles, first), roles


def read_json(source: Source) -> tuple[list[NodeDraft], Roles]:
    """Return the nodes of a `.json` text and their roles."""
    top = nested(source, json=True)
    if top.kind == "list":
        roles = Roles(MAX_AND_MIN)
        return from_nested(top, roles, Role(0)), roles
    known = ("tree", "roles", "root", "nodes")
    if top.kind != "object" or not {"tree", "nodes"} & top.by_name.keys():
        hint = '{"tree": [[3,12],[2,4]]} or {"nodes": {...}, "root": NAME}'
        raise ReadError(f"neither a tree nor nodes are here; write {hint}", top.span)
    for item in top.items:
        if item.name not in known:
            raise ReadError(f"{item.name} means nothing here; known: {', '.join(known)}", item.span)
    roles = Roles(roles_in(top.by_name["roles"]) if "roles" in top.by_name else MAX_AND_MIN)
    root = top.by_name.get("root")
    if root is not None and root.kind != "text":
        raise ReadError('the root is a name: "root": "A"', root.span)
    if "nodes" in top.by_name:
        if "tree" in top.by_name:
            raise ReadError("a file has either a tree or nodes", top.by_name["tree"].span)
        return from_graph(top.by_name["nodes"], root, roles), roles
    first = Role(0) if root is None else roles.number(root.text, root.span)
    return from_nested(top.by_name["tree"], roles, first), roles


def roles_in(item: BracketItem) -> tuple[str, ...]:
    """Return the roles that a JSON list names."""
    for each in item.items:
        if each.kind != "text":
            raise ReadError("a role is a text", each.span)
    if item.kind != "list" or not item.items:
        raise ReadError('roles are a list of names: ["max", "min"]', item.span)
    return roles_of([(each.text, each.span) for each in item.items])


def roles_of(given: list[tuple[str, Span]]) -> tuple[str, ...]:
    """Return the names of roles, which must all be different."""
    names: list[str] = []
    for name, span in given:
        if name in names:
            raise ReadError(f"two roles are called {name}", span)
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_+-]*", name):
            raise ReadError(f"'{name}' cannot be a role: write letters, digits and _", span)
        names.append(name)
    return tuple(names)
