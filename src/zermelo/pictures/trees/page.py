"""A picture -> one HTML file that needs nothing else: fold, zoom, step through the events."""

import json
from importlib.resources import files
from typing import Any

from zermelo.pictures.trees.layout import planned
from zermelo.pictures.trees.picture import Picture
from zermelo.pictures.trees.records import spot_object, step_objects

MOST_SPOTS = 4000
"""Nodes that a page has; a browser draws as many without delay."""
MOST_OPEN = 60
"""Nodes that are unfolded at first."""


def page_text(picture: Picture, most: int = MOST_SPOTS) -> str:
    """Return the picture as a page; nodes that do not fit are only counted."""
    template = files("zermelo.pictures.trees").joinpath("page.html").read_text(encoding="utf-8")
    # `<` would let a name end the script; in JSON it can be written otherwise.
    content = json.dumps(page_object(picture, most)).replace("<", "\\u003c")
    return template.replace("@DATA@", content)


def page_object(picture: Picture, most: int) -> dict[str, Any]:
    """Return what the page is made from."""
    plan = planned(picture, most)
    searched = [spot for spot in picture.spots if not spot.pruned]
    return {
        "title": picture.title,
        "role": picture.game.roles[picture.role],
        "roles": list(picture.game.roles),
        "vectors": picture.vectors,
        "windowed": picture.windowed,
        "roots": picture.roots,
        "open": sorted(planned(picture, MOST_OPEN).unfolded),
        "counts": {
            "nodes": len(searched),
            "leaves": sum(spot.leaf for spot in searched),
            "cuts": sum(bool(spot.cut) for spot in searched),
            "folded": len(picture.spots) - len(plan.shown),
        },
        "nodes": [spot_object(picture, picture.spots[n], boards=True) for n in sorted(plan.shown)],
        "events": step_objects(picture, set(plan.shown)),
    }
