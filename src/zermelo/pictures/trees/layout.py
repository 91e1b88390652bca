"""A picture -> what of it is shown, and where: large trees fold, parents stand over their children.

The best line always stays; beyond it a node is unfolded, level by level, as long as all its
children fit.
"""

from collections import deque
from dataclasses import dataclass, field

from zermelo.pictures.trees.picture import Picture


@dataclass(slots=True)
class FoldPlan:
    """Which spots are shown, and which of them with all their children."""

    shown: list[int] = field(default_factory=list)  # parents before children
    unfolded: set[int] = field(default_factory=set)


def planned(picture: Picture, most: int) -> FoldPlan:
    """Return what to show of a picture when at most about `most` spots should be."""
    plan = FoldPlan(list(picture.roots))
    room = most - len(plan.shown)
    todo = deque(picture.roots)
    line = deque(number for number in picture.roots if picture.spots[number].best)
    while line or todo:
        forced = bool(line)
        number = line.popleft() if forced else todo.popleft()
        spot = picture.spots[number]
        if not spot.children or number in plan.unfolded:
            continue
        if forced or len(spot.children) <= room:
            plan.unfolded.add(number)
            plan.shown += spot.children
            room -= len(spot.children)
            todo.extend(spot.children)
            if forced and spot.choice is not None:
                line.append(spot.choice)
    return plan


@dataclass(slots=True)
class Sizes:
    """How much room a spot needs, and how far apart the levels are."""

    widths: dict[int, float]
    level: float
    gap: float = 10.0


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """The middle of every shown spot, and how large the whole is."""

    places: dict[int, tuple[float, float]]
    width: float
    height: float


def laid_out(picture: Picture, plan: FoldPlan, sizes: Sizes) -> TreeLayout:
    """Return where spots go: leaves side by side, parents over the middle of their children."""
    places: dict[int, tuple[float, float]] = {}
    right = 0.0
    deepest = 0
    # Post-order without recursion: a spot comes back for its place when its children have theirs.
    stack = [(root, 0, False) for root in reversed(picture.roots)]
    while stack:
        number, depth, done = stack.pop()
        children = picture.spots[number].children if number in plan.unfolded else []
        half = sizes.widths[number] / 2
        deepest = max(deepest, depth)
        if not children:
            places[number] = (right + half, depth * sizes.level)
            right += 2 * half + sizes.gap
        elif done:
            middle = (places[children[0]][0] + places[children[-1]][0]) / 2
            places[number] = (middle, depth * sizes.level)
            right = max(right, middle + half + sizes.gap)
        else:
            stack.append((number, depth, True))
            stack += [(child, depth + 1, False) for child in reversed(children)]
        if depth == 0 and (done or not children):
            right += 3 * sizes.gap  # between one search of the root and the next
    # A parent that is wider than its only child may stick out on the left.
    left = min((x - sizes.widths[n] / 2 for n, (x, _) in places.items()), default=0.0)
    moved = {number: (x - left, y) for number, (x, y) in places.items()}
    width = max((x + sizes.widths[n] / 2 for n, (x, _) in moved.items()), default=0.0)
    return TreeLayout(moved, width, deepest * sizes.level)
