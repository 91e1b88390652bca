"""Events of a watched search -> sentences, with the nodes called by their names."""

from collections.abc import Iterator, Sequence

from zermelo.game.tree_game import TreeGame
from zermelo.pictures.trees.picture import NODE
from zermelo.search.events import Event, EventKind


def name_at(game: TreeGame, event: Event) -> str:
    """Return what the node of an event is called."""
    return game.nodes[event.state].name


def reason_of(events: Sequence[Event], game: TreeGame, event: Event) -> str:
    """Return why there was a cut, the node that set the bound by its name."""
    names = {each.node: name_at(game, each) for each in events}
    return NODE.sub(lambda found: names.get(int(found.group(1)), found.group()), event.reason)


def cuts(events: Sequence[Event], game: TreeGame) -> Iterator[str]:
    """Yield a sentence for every cut."""
    for event in events:
        if event.kind is EventKind.CUT:
            yield f"{name_at(game, event)}: {reason_of(events, game, event)}"
