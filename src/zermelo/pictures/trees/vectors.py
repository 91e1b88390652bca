"""Events of a watched search of vectors -> sentences: who takes what, and why the rest waits."""

from collections.abc import Iterator, Sequence

from zermelo.game.game import Values
from zermelo.game.tree_game import TreeGame
from zermelo.pictures.trees.picture import short
from zermelo.pictures.trees.story import name_at, reason_of
from zermelo.search.events import Event, EventKind


def vector_story(game: TreeGame, events: Sequence[Event]) -> str:
    """Return what happened at the inner nodes, one after the other, as a list."""
    return "".join(f"{number}. {said}\n" for number, said in enumerate(sentences(game, events), 1))


def sentences(game: TreeGame, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence or two whenever a node is done, or searched again."""
    best: dict[int, Values] = {}
    cut: set[int] = set()
    for event in events:
        name, reason = name_at(game, event), reason_of(events, game, event)
        mover = game.roles[game.nodes[event.state].mover]
        if not game.nodes[event.state].children:
            continue
        if event.kind is EventKind.ENTER and reason:
            yield f"**{name} again**: {reason}. What was left out may matter after all."
        elif event.kind is EventKind.BEST:
            best[event.node] = event.values
        elif event.kind is EventKind.CUT:
            cut.add(event.node)
            left = ", ".join(left_out(game, event))
            if reason.startswith("speculative: "):
                told = f"{reason.removeprefix('speculative: ')}. Not all of them can gain here, "
                told += "but nobody knows yet who turns away"
            else:
                told = f"{reason}. So nobody comes here"
            yield f"**{name}**: {mover} finds {spelled(event.values)}. {told}: {left} left out."
        elif event.kind is EventKind.LEAVE and event.values:
            yield f"**{name}**: {mover} takes {spelled(event.values)}."
        elif event.kind is EventKind.LEAVE and event.node not in cut:
            has = f"{mover} has {spelled(best[event.node])}. " if event.node in best else ""
            yield f"**{name}**: {has}But {reason}: what was left out below need not be looked at."


def left_out(game: TreeGame, cut: Event) -> Iterator[str]:
    """Yield the children that a cut left out: leaves by their values, others by name."""
    for joint in cut.pruned:
        node = game.nodes[game.next(cut.state, joint)]
        yield spelled(node.values) if node.values and not node.children else node.name


def spelled(values: Values) -> str:
    """Return a vector.

    >>> spelled((1.0, 2.5, 6.0))
    '(1, 2.5, 6)'
    """
    return f"({', '.join(map(short, values))})"
