"""The words of GDL: how many arguments each takes, where it may stand, what it may depend on."""

from collections.abc import Iterable, Iterator, Sequence

from zermelo.rules.checks.problem import Problem, shown
from zermelo.rules.dependencies import Dependency, Signature, atoms
from zermelo.text.tree import Atom, Rule

ARITY = {
    "role": 1,
    "init": 1,
    "true": 1,
    "next": 1,
    "legal": 2,
    "does": 2,
    "goal": 2,
    "terminal": 0,
    "base": 1,
    "input": 2,
    "distinct": 2,
    "sees": 2,
}
NEVER_HEADS = {
    "true": "say 'init' for the first state and 'next' for those that follow",
    "does": "the roles choose what they do; say with 'legal' what they may choose",
    "distinct": "it compares two terms and can only stand in a body",
}
NEVER_IN_BODIES = {
    "next": "give the condition a relation of its own and use it in both rules",
    "sees": "give the condition a relation of its own and use it in both rules",
}
STATE: frozenset[Signature] = frozenset({("true", 1), ("does", 2), ("next", 1), ("sees", 2)})
MOVES: frozenset[Signature] = frozenset({("does", 2), ("next", 1), ("sees", 2)})
STATIC = ("role", "init", "base", "input")
BEFORE_MOVES = ("legal", "goal", "terminal")
LONGEST_WAY = 10
"""How many relations of a dependency a message names."""


def check_keywords(rules: Iterable[Rule], edges: Sequence[Dependency]) -> Iterator[Problem]:
    """A problem for each keyword that is not used as GDL says."""
    for rule in rules:
        yield from check_arity(rule.head)
        if hint := NEVER_HEADS.get(rule.head.name):
            message = f"'{rule.head.name}' cannot be a head"
            yield Problem("keyword-in-head", message, rule.head.span, "error", hint)
        for formula in rule.body:
            for atom, _ in atoms(formula):
                yield from check_arity(atom)
                yield from check_body(atom)
    yield from check_dependencies(edges)


def check_arity(atom: Atom) -> Iterator[Problem]:
    """A problem if a keyword has too few or too many arguments."""
    wanted, found = ARITY.get(atom.name), len(atom.args)
    if wanted is not None and wanted != found:
        count = {0: "no arguments", 1: "1 argument"}.get(wanted, f"{wanted} arguments")
        message = f"'{atom.name}' takes {count}, not {found}: {shown(atom)}"
        hint = f"'{atom.name}' is a word of GDL; call your own relations otherwise"
        yield Problem("keyword-arity", message, atom.span, "error", hint)


def check_body(atom: Atom) -> Iterator[Problem]:
    """A problem if an atom cannot stand in a body, or should not."""
    if hint := NEVER_IN_BODIES.get(atom.name):
        message = f"'{atom.name}' cannot stand in a body"
        yield Problem("keyword-in-body", message, atom.span, "error", hint)
    elif atom.name == "init":
        # No real sheet does so, but its meaning is plain: what held at the start.
        message = "'init' stands in a body; GDL allows it in heads only"
        hint = "give the first state a relation of its own and let 'init' depend on it"
        yield Problem("init-in-body", message, atom.span, "warning", hint)


def check_dependencies(edges: Sequence[Dependency]) -> Iterator[Problem]:
    """A problem for each literal that makes a keyword depend on what comes after it."""
    to_state, to_moves = towards(edges, STATE), towards(edges, MOVES)
    for edge in edges:
        name = edge.head[0]
        if name in STATIC and edge.body in to_state:
            way = " -> ".join((name, *path(edge.body, to_state)))
            message = f"'{name}' cannot depend on the state: {way}"
            hint = f"'{name}' is fixed before the game starts; use relations without 'true'"
            yield Problem("not-static", message, edge.atom.span, "error", hint)
        elif name in BEFORE_MOVES and edge.body in to_moves:
            way = " -> ".join((name, *path(edge.body, to_moves)))
            message = f"'{name}' cannot depend on the moves: {way}"
            hint = f"'{name}' is asked before the roles move; let 'next' remember what was done"
            yield Problem("depends-on-does", message, edge.atom.span, "error", hint)


def towards(
    edges: Iterable[Dependency], targets: frozenset[Signature]
) -> dict[Signature, Signature | None]:
    """Return for each relation that depends on a target the next step on a shortest way to it."""
    users: dict[Signature, list[Dependency]] = {}
    for edge in edges:
        users.setdefault(edge.body, []).append(edge)
    steps: dict[Signature, Signature | None] = dict.fromkeys(sorted(targets))
    queue = list(steps)
    for node in queue:
        for edge in users.get(node, ()):
            if edge.head not in steps:
                steps[edge.head] = node
                queue.append(edge.head)
    return steps


def path(start: Signature, steps: dict[Signature, Signature | None]) -> Iterator[str]:
    """The names of the relations from `start` to a target; a long way is cut."""
    node: Signature | None = start
    for _ in range(LONGEST_WAY):
        if node is None:
            return
        yield node[0]
        node = steps[node]
    yield "..."
