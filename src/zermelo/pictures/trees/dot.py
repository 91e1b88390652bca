"""A picture -> Graphviz text: `dot -Tpdf tree.dot`."""

from collections.abc import Iterator

from zermelo.pictures.trees.layout import planned
from zermelo.pictures.trees.picture import (
    Picture,
    Spot,
    move_of,
    name_of,
    own_name,
    shape,
    window,
    worth,
)

MOST_SPOTS = 400
SHAPES = {"max": "triangle", "min": "invtriangle", "leaf": "box", "none": "circle", "stub": "plain"}
COLOURS = ("blue", "red", "darkgreen", "purple", "darkorange", "turquoise4")
"""Of roles, where nodes have a worth for each of them."""


def dot_text(picture: Picture, most: int = MOST_SPOTS) -> str:
    """Return the picture for Graphviz; subtrees that do not fit are folded."""
    return "\n".join(lines(picture, most)) + "\n"


def lines(picture: Picture, most: int) -> Iterator[str]:
    """Yield the lines of the text."""
    yield "digraph search {"
    yield f"  label={quoted(picture.title)}; labelloc=t; fontname=sans; ordering=out;"
    yield "  node [fontname=sans, margin=0.02]; edge [fontname=sans, fontsize=10, dir=none];"
    plan = planned(picture, most)
    windowed = picture.windowed
    for number in plan.shown:
        spot = picture.spots[number]
        yield f"  n{number} [{attributes(picture, spot, windowed)}];"
        if spot.parent is not None:
            yield f"  n{spot.parent} -> n{number} [{edge(picture, spot)}];"
        if spot.children and number not in plan.unfolded:
            yield f'  f{number} [shape=plain, fontcolor=gray, label="… {spot.size - 1} nodes"];'
            yield f"  n{number} -> f{number} [style=dotted];"
    yield "}"


def attributes(picture: Picture, spot: Spot, windowed: bool) -> str:
    """Return how a node is drawn."""
    parts = [own_name(name_of(picture, spot)), worth(picture, spot)]
    if windowed and not spot.pruned and not spot.leaf:
        parts.append(window(spot))
    if spot.cut:
        parts.append(f"cut: {spot.cut_short}")
    if spot.lemma:
        parts.append("lemma")
    kind = shape(picture, spot)
    found = [
        f"shape={SHAPES.get(kind, 'ellipse')}",
        f"label={quoted(chr(10).join(part for part in parts if part))}",
    ]
    if kind.startswith("role"):
        colour = COLOURS[int(kind[4:]) % len(COLOURS)]
        found.append(f"color={colour}, xlabel={quoted(picture.game.roles[int(kind[4:])])}")
    if spot.pruned:
        found.append("style=dashed, color=gray, fontcolor=gray")
    elif spot.best:
        found.append("penwidth=2.5")
    if why := spot.cut or spot.known or spot.lemma:
        found.append(f"tooltip={quoted(why)}")
    return ", ".join(found)


def edge(picture: Picture, spot: Spot) -> str:
    """Return how the way to a node is drawn."""
    style = "style=dashed, color=gray, fontcolor=gray, " if spot.pruned else ""
    style += "penwidth=2.5, " if spot.best else ""
    return f"{style}label={quoted(move_of(picture, spot))}"


def quoted(text: str) -> str:
    """Return a text as Graphviz reads it.

    >>> quoted('say "3"')
    '"say \\\\"3\\\\""'
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
