"""What a page shows of a traced search: which nodes, where they stand, and the steps at them."""

from collections.abc import Collection, Iterator
from typing import Any

from zermelo.errors import PlayError
from zermelo.game.game import State
from zermelo.pictures.trees.boards import rows_of
from zermelo.pictures.trees.labels import shortened
from zermelo.pictures.trees.layout import FoldPlan, Sizes, TreeLayout, planned
from zermelo.pictures.trees.picture import Picture, move_of, shape, window, worth
from zermelo.pictures.trees.records import spot_object
from zermelo.pictures.trees.svg import arranged, half_width, sizes_of
from zermelo.search.events import EventKind
from zermelo.web.trees.words import StepWords, value_of

MOST_NODES = 6000
"""Nodes that a page shows at once."""
Object = dict[str, Any]
Rows = list[list[str]]


class PictureView:
    """A picture as pages see it; what was found out for one of them is kept for the next."""

    def __init__(self, picture: Picture) -> None:
        """Begin with nothing."""
        self.picture = picture
        self.words = StepWords(picture)
        self.rows: dict[State, Rows] = {}
        self.sizes: dict[bool, Sizes] = {True: Sizes({}, 0), False: Sizes({}, 0)}
        self.objects: dict[int, Object] = {}

    def plan(self, most: int, opened: Collection[int] | None, step: int) -> FoldPlan:
        """Return what is shown: what a page has opened, or what fits; and where a step happens.

        Raises:
            PlayError: that would be too much to be shown.
        """
        picture = self.picture
        unfolded = set(planned(picture, most).unfolded if opened is None else opened)
        if opened is None and 0 < step <= len(picture.steps):
            unfolded |= set(above(picture, picture.steps[step - 1].spot))
        plan = FoldPlan(list(picture.roots))
        for number in plan.shown:  # it grows on the way: children come after their parents
            children = picture.spots[number].children
            if number in unfolded and children:
                plan.unfolded.add(number)
                plan.shown += children
                if len(plan.shown) > MOST_NODES:
                    raise PlayError(
                        f"that would show more than {MOST_NODES:,} nodes; fold some first"
                    )
        return plan

    def board(self, number: int) -> Rows:
        """Return the board in a node; no rows if there is none."""
        state = self.picture.spots[number].state
        if state is None:
            return []
        if state not in self.rows:
            self.rows[state] = rows_of(self.picture.game, state)
        return self.rows[state]

    def layout(self, plan: FoldPlan, *, boards: bool) -> TreeLayout:
        """Return where nodes stand: as in the pictures of a search."""
        sizes = self.sizes[boards]
        new = [number for number in plan.shown if number not in sizes.widths]
        rows = {number: self.board(number) for number in new} if boards else {}
        rows = {number: each for number, each in rows.items() if each}
        found = sizes_of(self.picture, FoldPlan(new), rows)
        sizes.widths |= found.widths
        sizes.level = max(sizes.level, found.level)
        return arranged(self.picture, plan, Sizes(sizes.widths, sizes.level))

    def fresh(self, plan: FoldPlan, below: int | None) -> list[int]:
        """Return the shown nodes that a page does not know: those below one that it unfolds."""
        if below is None:
            return plan.shown
        known = {below}
        for number in plan.shown:
            if self.picture.spots[number].parent in known:
                known.add(number)
        return sorted(known - {below})

    def nodes(self, numbers: Collection[int], *, boards: bool) -> Iterator[Object]:
        """Yield nodes as JSON has them."""
        for number in numbers:
            if number not in self.objects:
                self.objects[number] = self.node(number)
            rows = self.board(number) if boards else []
            yield self.objects[number] | ({"board": rows} if rows else {})

    def node(self, number: int) -> Object:
        """Return what the page needs to draw a node, and what the files have."""
        spot = self.picture.spots[number]
        kind, value = shape(self.picture, spot), worth(self.picture, spot)
        bounded = self.words.windowed and not spot.pruned and kind != "leaf"
        return spot_object(self.picture, spot, boards=False) | {
            "called": self.words.called(number),
            "label": shortened(move_of(self.picture, spot)),
            "worth": value,
            "half": round(half_width(kind, value), 1),
            "entered": window(spot) if bounded else "",
        }

    def steps(self, numbers: Collection[int]) -> Iterator[Object]:
        """Yield the steps at some nodes: each with its place among all, and nodes until then."""
        wanted = set(numbers)
        entered = 0
        for place, step in enumerate(self.picture.steps, 1):
            entered += step.kind is EventKind.ENTER
            if step.spot not in wanted:
                continue
            yield {
                "at": place,
                "kind": step.kind.value,
                "node": step.spot,
                "nodes": entered,
                "window": window(step) if self.words.windowed else "",
                "value": value_of(step),
                "says": self.words.sentence(step),
                **({"pruned": list(step.pruned)} if step.pruned else {}),
            }


def above(picture: Picture, number: int) -> Iterator[int]:
    """Yield the nodes above one."""
    parent = picture.spots[number].parent
    while parent is not None:
        yield parent
        parent = picture.spots[parent].parent


def places(layout: TreeLayout, plan: FoldPlan) -> list[float]:
    """Return where nodes stand as one flat list: number, across, down."""
    return [
        value
        for number in plan.shown
        for value in (number, *(round(each, 1) for each in layout.places[number]))
    ]
