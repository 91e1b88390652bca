"""Events of a watched search -> a file, drawn as its ending says."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from zermelo.errors import UsageError
from zermelo.game.game import Game, Role
from zermelo.pictures.trees.dot import dot_text
from zermelo.pictures.trees.page import page_text
from zermelo.pictures.trees.picture import Picture, picture_of
from zermelo.pictures.trees.records import as_object
from zermelo.pictures.trees.svg import svg_text
from zermelo.search.events import Event
from zermelo.writing import write_text

KINDS: dict[str, Callable[[Picture], str]] = {
    ".svg": svg_text,
    ".html": page_text,
    ".dot": dot_text,
    ".json": lambda picture: json.dumps(as_object(picture)) + "\n",
}


def check_tree_path(path: str) -> None:
    """Raise UsageError if no picture is drawn for such an ending."""
    if Path(path).suffix not in KINDS:
        raise UsageError(f"{path}: a tree is written as {', '.join(KINDS)}; the ending says which")


def write_tree(
    events: Sequence[Event], game: Game, path: str, role: Role = Role(0), title: str = ""
) -> None:
    """Draw a watched search into a file: .svg, .html, .dot or .json.

    Args:
        events: what the search told, in order.
        game: what was searched.
        path: where to; its ending says how.
        role: who searched; its nodes are max.
        title: what stands above it.
    """
    check_tree_path(path)
    picture = picture_of(events, game, role, title or game.name)
    write_text(path, KINDS[Path(path).suffix](picture))
