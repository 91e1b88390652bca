"""The tree of an exercise -> where everything stands on its page: nodes, entries, edges, boards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from zermelo.exercises.answer_key import Key
from zermelo.exercises.grading import ENTRIES
from zermelo.pictures.trees.labels import shortened
from zermelo.pictures.trees.layout import FoldPlan, Sizes, TreeLayout, laid_out, planned
from zermelo.pictures.trees.lesson import METHODS, watched
from zermelo.pictures.trees.picture import Picture, picture_of, short

NODE = 46.0
"""The side of a node."""
ENTRY = 56.0
ROW = 34.0
"""How wide an entry is, and how much room a row of them takes."""
BETWEEN = 54.0
"""From what stands below a node to the nodes below it."""
LEAF = 40.0
MARGIN = 12.0
GAP = 10.0
LETTER = 6.6
MOVE_LETTER = 8.4
"""Moves stand above their nodes, where the edges of neighbours are nearer to each other."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How a node of a game looks: its move, its board or its heaps in words."""

    move: str = ""
    board: Mapping[str, Any] | None = None
    text: str = ""


def tree_object(key: Key, ask: str, looks: Mapping[int, Looks] | None = None) -> dict[str, Any]:
    """Return the tree of an exercise as its page draws it."""
    found = looks or {}
    picture = picture_of(watched(key.game, METHODS["minimax"]), key.game)
    plan = planned(picture, len(picture.spots))
    height = board_height(found)
    widths = {
        number: width_of(key, int(picture.spots[number].state or 0), ask, found)
        for number in plan.shown
    }
    spread(picture, plan, widths)
    rows = {"root": 1, "values": 1, "windows": 2}[ask]
    level = NODE + rows * ROW + height + BETWEEN
    layout = laid_out(picture, plan, Sizes(widths, level, GAP))
    nodes = [
        node_object(key, picture, number, layout, ask, found) for number in ordered(picture, plan)
    ]
    bottom = max(node["y"] + node["room"] for node in nodes)
    return {
        "width": round(layout.width + 2 * MARGIN, 1),
        "height": round(bottom + MARGIN, 1),
        "nodes": nodes,
    }


def spread(picture: Picture, plan: FoldPlan, widths: dict[int, float]) -> None:
    """Give leaves so much room that what they stand below does not touch its neighbours."""
    for number in plan.shown:
        leaves = picture.spots[number].children
        if leaves and not any(picture.spots[leaf].children for leaf in leaves):
            least = (widths[number] - GAP * (len(leaves) - 1)) / len(leaves)
            for leaf in leaves:
                widths[leaf] = max(widths[leaf], least)


def ordered(picture: Picture, plan: FoldPlan) -> list[int]:
    """Return the nodes in the order in which a search comes to them: so `Tab` goes through them."""
    return sorted(plan.shown, key=lambda number: picture.spots[number].state or 0)


def board_size(looks: Looks) -> tuple[float, float]:
    """Return how large the board of a node is drawn."""
    if looks.board is None:
        return (LETTER * len(looks.text) + 8, 20.0) if looks.text else (0.0, 0.0)
    width = min(104.0, 0.38 * float(looks.board["width"]))
    return width, width * float(looks.board["height"]) / float(looks.board["width"])


def board_height(looks: Mapping[int, Looks]) -> float:
    """Return how much room the tallest board takes."""
    return max(
        (board_size(one)[1] + 6 for one in looks.values() if any(board_size(one))), default=0
    )


def entries_of(key: Key, number: int, ask: str) -> tuple[str, ...]:
    """Return what can be entered at a node, whether alpha-beta comes to it or not."""
    if not key.game.nodes[number].children:
        return ()
    if ask == "windows":
        return ENTRIES
    return ("value",) if ask == "values" or number == 0 else ()


def width_of(key: Key, number: int, ask: str, looks: Mapping[int, Looks]) -> float:
    """Return the room that a node needs."""
    leaf = not key.game.nodes[number].children
    own = looks.get(number, Looks())
    entries = entries_of(key, number, ask)
    return max(
        LEAF if leaf else NODE,
        2 * ENTRY + 4 if len(entries) > 1 else ENTRY * len(entries),
        board_size(own)[0],
        MOVE_LETTER * len(shortened(own.move)) + 6,
        10.0 * len(short(key.worths[number])) + 12 if leaf else 0,
    )


def node_object(
    key: Key,
    picture: Picture,
    number: int,
    layout: TreeLayout,
    ask: str,
    looks: Mapping[int, Looks],
) -> dict[str, Any]:
    """Return a node with its entries and the edge to its parent."""
    spot = picture.spots[number]
    state = int(spot.state or 0)
    node = key.game.nodes[state]
    own = looks.get(state, Looks())
    x, y = place(layout, number)
    entries = entries_of(key, state, ask)
    fields = [
        {
            "entry": entry,
            "x": round(x + {"alpha": -ENTRY / 2 - 2, "beta": ENTRY / 2 + 2}.get(entry, 0.0), 1),
            "y": round(y + NODE / 2 + (0.5 if entry == "value" else 1.5) * ROW, 1),
        }
        for entry in sorted(entries, key=lambda entry: entry == "value")
    ]
    rows = 2 if len(entries) > 1 else len(entries)
    across, down = board_size(own)
    half = NODE / 2 if node.children else LEAF / 2
    found: dict[str, Any] = {
        "id": state,
        "kind": "leaf" if not node.children else "max" if node.mover == 0 else "min",
        "name": node.name if node.children else short(key.worths[state]),
        "x": round(x, 1),
        "y": round(y, 1),
        "half": half,
        "room": half + rows * ROW + down + (6 if down else 0),
        "fields": fields,
        "below": spot_states(picture, number),
        "move": own.move,
        "label": shortened(own.move),
    }
    if own.board is not None or own.text:
        found["look"] = {
            "x": round(x - across / 2, 1),
            "y": round(y + half + rows * ROW + 4, 1),
            "width": round(across, 1),
            "board": own.board,
            "text": own.text,
        }
    if spot.parent is not None:
        found["edge"] = edge(key, picture, spot.parent, ask, looks, layout, (x, y - half))
    return found


def place(layout: TreeLayout, number: int) -> tuple[float, float]:
    """Return the middle of a node."""
    x, y = layout.places[number]
    return x + MARGIN, y + MARGIN + NODE / 2


def spot_states(picture: Picture, number: int) -> list[int]:
    """Return the children of a node."""
    return [int(picture.spots[child].state or 0) for child in picture.spots[number].children]


def edge(
    key: Key,
    picture: Picture,
    parent: int,
    ask: str,
    looks: Mapping[int, Looks],
    layout: TreeLayout,
    end: tuple[float, float],
) -> list[float]:
    """Return the line from below a parent to the top of its child."""
    state = int(picture.spots[parent].state or 0)
    entries = entries_of(key, state, ask)
    rows = 2 if len(entries) > 1 else len(entries)
    down = board_size(looks.get(state, Looks()))[1]
    x, y = place(layout, parent)
    start = y + NODE / 2 + rows * ROW + down + (6 if down else 0)
    return [round(number, 1) for number in (x, start, *end)]
