"""Cone: the formulas that stand behind the goals, ground, in the order of the rules.

A formula is a node that has its parts among the nodes before it. Nothing is simplified that would
change a fuzzy value: a body that is written twice counts twice.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Fluent:
    """What is true or not in a state, by its bit."""

    text: str
    bit: int


@dataclass(frozen=True, slots=True)
class Negation:
    """The part does not hold."""

    part: int


@dataclass(frozen=True, slots=True)
class Conjunction:
    """All parts hold: the body of a rule. Without parts it always holds."""

    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Disjunction:
    """Some part holds: an atom and the bodies of its rules, or an `or` without a name."""

    parts: tuple[int, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """The weights of the parts that hold come to `low` at least and `high` at most: an aggregate.

    No degree of truth can be counted, so it is asked of the parts whether they hold.
    """

    parts: tuple[int, ...]
    weights: tuple[int, ...]
    low: int | None
    high: int | None
    text: str = ""


Node = Fluent | Negation | Conjunction | Disjunction | Tally
KINDS: tuple[type[Node], ...] = (Fluent, Negation, Conjunction, Disjunction, Tally)


@dataclass(frozen=True, slots=True, eq=False)
class Cone:
    """All nodes, parts first, and those of the goals and of the end."""

    nodes: tuple[Node, ...]
    goals: tuple[tuple[tuple[int, int], ...], ...]  # [role] value in 1..100 and node, highest first
    terminal: int


def parts_of(node: Node) -> tuple[int, ...]:
    """Return the nodes that a node is made of."""
    match node:
        case Fluent():
            return ()
        case Negation(part):
            return (part,)
        case Conjunction(parts) | Disjunction(parts) | Tally(parts):
            return parts


def spelled(cone: Cone, index: int) -> str:
    """Return a formula in KIF, atoms by their names."""
    match cone.nodes[index]:
        case Fluent(text):
            return f"(true {text})"
        case Negation(part):
            return f"(not {spelled(cone, part)})"
        case Disjunction(_, text) | Tally(text=text) if text:
            return text
        case Conjunction(()):
            return "true"
        case Conjunction(parts):
            return f"(and {' '.join(spelled(cone, part) for part in parts)})"
        case Disjunction(parts) | Tally(parts):
            return f"(or {' '.join(spelled(cone, part) for part in parts)})"


def packed(cone: Cone) -> dict[str, Any]:
    """Return a cone as plain arrays."""
    nodes = [[KINDS.index(type(node)), *astuple(node)] for node in cone.nodes]
    words = {"nodes": nodes, "goals": cone.goals, "terminal": cone.terminal}
    return {"words": np.frombuffer(json.dumps(words).encode(), np.uint8)}


def unpacked(arrays: Mapping[str, Any]) -> Cone:
    """Return the cone that `packed` was given."""
    words = json.loads(arrays["words"].tobytes())
    nodes = tuple(KINDS[kind](*hashable(fields)) for kind, *fields in words["nodes"])
    goals = tuple(tuple((value, node) for value, node in of_role) for of_role in words["goals"])
    return Cone(nodes, goals, words["terminal"])


def hashable(fields: list[Any]) -> Iterator[Any]:
    """The fields of a node; JSON has lists where there were tuples."""
    return (tuple(field) if isinstance(field, list) else field for field in fields)
