"""Requests of the page Practise -> exercises and answers, within limits."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from zermelo.errors import UsageError
from zermelo.exercises.answer_key import Key, key_of
from zermelo.exercises.exercise import exercise, spelled
from zermelo.exercises.grading import ASKS, ENTRIES, ExerciseAnswer, Remarks, grade
from zermelo.exercises.position_exercise import MOST_LEAVES
from zermelo.exercises.stepping import solution
from zermelo.game.tree_file import read_tree
from zermelo.pictures.trees.picture import short
from zermelo.text.source import Source

LONGEST_TREE = 1 << 14
"""Characters of a tree."""
MOST_NODES = 200
MOST_DEPTH = 6
LARGEST_SEED = 10**9
"""The greatest seed."""
LONGEST_ENTRY = 40


def whole(found: Mapping[str, Any], name: str, least: int, most: int, default: int) -> int:
    """Return a whole number of a request, which may be spelled as text."""
    value = found.get(name, default)
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 12:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise UsageError(f"{name} must be a whole number from {least} to {most}")
    return value


def wanted(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what kind of exercise a request wants; UsageError if there is none such."""
    ask = found.get("ask", "values")
    if ask not in ASKS:
        raise UsageError(f"ask must be one of {', '.join(ASKS)}")
    size = {
        "depth": whole(found, "depth", 1, MOST_DEPTH, 3),
        "branching": whole(found, "branching", 2, 6, 2),
    }
    leaves = size["branching"] ** size["depth"]
    if leaves > MOST_LEAVES:
        raise UsageError(
            f"depth {size['depth']} and branching {size['branching']} make {leaves} leaves; "
            f"at most {MOST_LEAVES} can be shown: take less of one of them"
        )
    return {"ask": ask, "seed": whole(found, "seed", 0, LARGEST_SEED, 0)} | size


def practised(roles: Sequence[str], suits: Collection[str]) -> bool:
    """Tell whether there are exercises on positions of a game, by the searches that suit it."""
    return len(roles) == 2 and "alphabeta" in suits


@lru_cache(maxsize=256)
def drawn(seed: int, depth: int, branching: int) -> str:
    """Return the tree of an exercise as text."""
    return spelled(exercise(seed, depth, branching).tree)


@lru_cache(maxsize=256)
def key_in(text: str) -> Key:
    """Return the key of a tree that a request brings.

    Raises:
        ReadError: it is no tree, with the place.
        UsageError: it is too large, or nothing that alpha-beta can be practised on.
    """
    game = read_tree(Source("tree", text), json=text.lstrip().startswith("{"))
    if len(game.nodes) > MOST_NODES:
        raise UsageError(f"the tree has {len(game.nodes)} nodes; at most {MOST_NODES} can be shown")
    return key_of(game)


def answer_in(found: Mapping[str, Any]) -> ExerciseAnswer:
    """Return the answer that a request brings: `entries` by node and entry, and `marked` nodes."""
    entries, marked = found.get("entries", []), found.get("marked", [])
    if not isinstance(entries, list) or not isinstance(marked, list):
        raise UsageError("entries and marked must be lists")
    if len(entries) > 3 * MOST_NODES or len(marked) > MOST_NODES:
        raise UsageError("there are more entries than a tree can have")
    texts: dict[tuple[int, str], str] = {}
    for each in entries:
        match each:
            case [int(node), str(entry), str(text)] if (
                entry in ENTRIES and len(text) <= LONGEST_ENTRY and not isinstance(node, bool)
            ):
                texts[node, entry] = text
            case _:
                raise UsageError('an entry is a list like [0, "alpha", "-inf"]')
    if not all(isinstance(node, int) and not isinstance(node, bool) for node in marked):
        raise UsageError("marked nodes are numbers")
    return ExerciseAnswer(texts, frozenset(marked))


def checked(key: Key, answer: ExerciseAnswer, ask: str) -> dict[str, Any]:
    """Return what is said of an answer; UsageError if it names nodes that are not there."""
    named = {*answer.marked, *(node for node, _ in answer.entries)}
    if any(not 0 <= node < len(key.game.nodes) for node in named):
        raise UsageError("the tree has no such node")
    found = grade(key, answer, ask)
    return {
        "right": found.right,
        "counts": {name: found.count(name) for name in ("right", "wrong", "missing")},
        "words": words(key, found),
        "remarks": [
            {
                "node": remark.node,
                "entry": remark.entry,
                "verdict": remark.verdict,
                "said": remark.said,
                "why": remark.why,
            }
            for remark in found.remarks
            if remark.entry != "mark" or remark.verdict != "missing"
        ],
    }


def words(key: Key, found: Remarks) -> str:
    """Return the grade in a sentence or two."""
    right, wrong, missing = (found.count(name) for name in ("right", "wrong", "missing"))
    if found.right:
        proof = f"Plain minimax says the same: the root is worth {short(key.value)}"
        left = ", whatever the leaves say that were left out" if key.cuts else ""
        return f"All right: {right} of {right}. {proof}{left}."
    said = f"{right} of {len(found.remarks)} right"
    said += f", {wrong} wrong" if wrong else ""
    if not missing:
        return f"{said}."
    empty = sum(one.verdict == "missing" and one.entry != "mark" for one in found.remarks)
    left = f"{empty} {'entry is' if empty == 1 else 'entries are'} still empty" if empty else ""
    unmarked = "not all that is left out is marked yet" if missing > empty else ""
    return f"{said}; {' and '.join(filter(None, (left, unmarked)))}."


def steps_object(key: Key) -> dict[str, Any]:
    """Return the solution, step by step."""
    return {
        "steps": [
            {
                "leaf": step.leaf,
                "said": list(step.said),
                "entries": [list(entry) for entry in step.entries],
                "marks": list(step.marks),
            }
            for step in solution(key)
        ]
    }
