"""The solution of an exercise step by step: what is said at each, and the entries it settles."""

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.exercises.answer_key import Key
from zermelo.pictures.trees.lesson import sentences, steps
from zermelo.pictures.trees.picture import short
from zermelo.search.events import EventKind


@dataclass(frozen=True, slots=True)
class Shown:
    """A step: the leaf that is looked at, sentences, and the entries and marks that follow."""

    leaf: int
    said: tuple[str, ...]
    entries: tuple[tuple[int, str, str], ...]  # node, entry, what belongs there
    marks: tuple[int, ...]


def solution(key: Key) -> Iterator[Shown]:
    """Yield what alpha-beta does, leaf by leaf."""
    told = [
        (step, tuple(sentences(key.game, key.events, step))) for step in steps(key.game, key.events)
    ]
    leaves = [place for place, event in enumerate(key.events) if event.kind is EventKind.LEAF]
    # What happens on the way down to a leaf belongs to it, and what happens on the way up.
    ends = [*(up(key, place) for place in leaves[:-1]), len(key.events)]
    starts = [0, *ends[:-1]]
    for (step, said), start, end in zip(told, starts, ends, strict=True):
        entries: list[tuple[int, str, str]] = []
        for event in key.events[start:end]:
            number = int(event.state)
            if key.game.nodes[number].children and event.kind is EventKind.ENTER:
                entries += [
                    (number, "alpha", short(event.low)),
                    (number, "beta", short(event.high)),
                ]
            if key.game.nodes[number].children and event.kind is EventKind.LEAVE:
                entries.append((number, "value", short(event.value)))
        marks = [int(key.game.next(cut.state, joint)) for cut in step.cuts for joint in cut.pruned]
        yield Shown(step.leaf, said, tuple(entries), tuple(marks))


def up(key: Key, place: int) -> int:
    """Return where the way up from a leaf ends: where the next node is entered."""
    return next(n for n in range(place, len(key.events)) if key.events[n].kind is EventKind.ENTER)
