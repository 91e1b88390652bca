"""A picture -> plain objects: for JSON files, and for the page that steps through them."""

from math import isfinite
from typing import Any

from zermelo.pictures.trees.boards import rows_of, text_of
from zermelo.pictures.trees.picture import Picture, Spot, move_of, name_of, shape, worth


def finite(value: float | None) -> float | None:
    """Return a number, and None for an infinite one: JSON has no infinity."""
    return value if value is not None and isfinite(value) else None


def spot_object(picture: Picture, spot: Spot, *, boards: bool) -> dict[str, Any]:
    """Return a node as JSON has it; what is empty is left out."""
    found: dict[str, Any] = {
        "node": spot.number,
        "parent": spot.parent,
        "name": name_of(picture, spot),
        "move": move_of(picture, spot),
        "shape": shape(picture, spot),
        "window": [finite(spot.low), finite(spot.high)],
        "value": finite(spot.value),
        "values": [finite(value) for value in spot.values],
        "vague": bool(spot.values) and spot.vague,
        "again": spot.again,
        "worth": worth(picture, spot) if picture.vectors else "",
        "pruned": spot.pruned,
        "cut": spot.cut,
        "cut_short": spot.cut_short,
        "settled": spot.settled,
        "table": spot.known,
        "lemma": spot.lemma,
        "best": spot.best,
        "size": spot.size,
    }
    if boards:
        found["board"] = rows_of(picture.game, spot.state)
        found["text"] = text_of(picture.game, spot.state)
    kept = ("node", "parent", "window", "value", "shape")
    return {key: value for key, value in found.items() if value or key in kept}


def step_objects(picture: Picture, shown: set[int]) -> list[dict[str, Any]]:
    """Return the events at nodes that are shown, in order."""
    return [
        {
            "kind": step.kind.value,
            "node": step.spot,
            "low": finite(step.low),
            "high": finite(step.high),
            **({} if step.value is None else {"value": finite(step.value)}),
            **({"values": [finite(value) for value in step.values]} if step.values else {}),
            **({"reason": step.reason} if step.reason else {}),
            **({"pruned": list(step.pruned)} if step.pruned else {}),
        }
        for step in picture.steps
        if step.spot in shown
    ]


def as_object(picture: Picture) -> dict[str, Any]:
    """Return the whole picture as JSON has it."""
    return {
        "title": picture.title,
        "game": picture.game.name,
        "roles": list(picture.game.roles),
        "role": picture.game.roles[picture.role],
        "roots": picture.roots,
        "nodes": [spot_object(picture, spot, boards=False) for spot in picture.spots],
        "events": step_objects(picture, set(range(len(picture.spots)))),
    }
