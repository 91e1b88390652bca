"""Events of a watched search -> a picture: nodes with windows, values, cuts and the best line.

A search may come to the root several times, as MTD(f) does: then the picture has several roots.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf, nextafter

from zermelo.game.game import Game, Joint, Role, State, Values
from zermelo.game.tree_game import TreeGame
from zermelo.search.events import Event, EventKind

WAY = re.compile(r"root|[0-9.]+")
NODE = re.compile(r"node (\d+)")
MOST_PRUNED_APART = 4
"""More pruned moves than these are drawn as one."""


@dataclass(slots=True)
class Spot:
    """A node of the picture: one that was searched, or one that a cut left out."""

    number: int
    parent: int | None
    state: State | None  # None where several pruned moves are drawn as one
    joint: Joint | None
    low: float
    high: float
    value: float | None = None
    leaf: bool = False
    pruned: int = 0  # of one that was left out: how many moves it stands for
    cut: str = ""  # why the rest of its children were left out
    cut_short: str = ""
    settled: bool = False  # by a solver: its value is exact, whatever was left out
    known: str = ""  # why a table had its value
    lemma: str = ""  # what a lemma says of it, so that it was not searched
    best: bool = False  # on the line that is best for both
    children: list[int] = field(default_factory=list)
    choice: int | None = None  # its best child
    size: int = 1  # with all below it
    values: Values = ()  # for every role, of a search that looks at all of them
    vague: bool = False  # of values: only what its mover has at least is known
    again: str = ""  # why it was searched once more


@dataclass(slots=True)
class PictureStep:
    """An event as the picture has it."""

    kind: EventKind
    spot: int
    low: float
    high: float
    value: float | None
    reason: str
    pruned: tuple[int, ...] = ()
    values: Values = ()


@dataclass(slots=True)
class Picture:
    """All spots, the roots among them, and what happened step by step."""

    game: Game
    role: Role
    title: str = ""
    spots: list[Spot] = field(default_factory=list)
    roots: list[int] = field(default_factory=list)
    steps: list[PictureStep] = field(default_factory=list)
    vectors: bool = False  # whether nodes have a worth for every role, and each role a colour

    @property
    def windowed(self) -> bool:
        """Whether any node had a window that could cut."""
        return any(abs(bound) != inf for spot in self.spots for bound in span(spot))

    def add(self, event: Event, parent: int | None, joint: Joint | None, pruned: int) -> Spot:
        """Put a new spot below its parent."""
        state: State | None = event.state
        if pruned:
            state = self.game.next(event.state, joint) if joint is not None else None
        spot = Spot(len(self.spots), parent, state, joint, event.low, event.high, pruned=pruned)
        self.spots.append(spot)
        if parent is None:
            self.roots.append(spot.number)
        else:
            self.spots[parent].children.append(spot.number)
        return spot


def span(spot: Spot) -> tuple[float, float]:
    """Return the window with which a spot was entered."""
    return spot.low, spot.high


def picture_of(
    events: Sequence[Event], game: Game, role: Role = Role(0), title: str = ""
) -> Picture:
    """Return what a watched search did, as a picture."""
    picture = Picture(game, role, title)
    at: dict[int, int] = {}  # from the search's numbers to spots: it may count anew
    left: dict[int, int] = {}  # the child of each spot that was left last
    for event in events:
        if event.kind is EventKind.ENTER or event.node not in at:
            parent = None if event.parent is None else at.get(event.parent)
            at[event.node] = picture.add(event, parent, event.joint, 0).number
        spot = picture.spots[at[event.node]]
        ghosts: tuple[int, ...] = ()
        reason = event.reason
        spot.values = event.values or spot.values
        picture.vectors = picture.vectors or bool(event.values)
        match event.kind:
            case EventKind.ENTER:
                reason = spot.again = with_names(picture, at, event.reason)
            case EventKind.LEAF:
                spot.leaf, spot.value = True, event.value
            case EventKind.TABLE:
                spot.known, spot.value = event.reason, event.value
            case EventKind.LEMMA:
                spot.lemma, spot.value = event.reason, event.value
                spot.settled = event.reason.startswith("is ")
            case EventKind.BEST:
                spot.choice = left.get(spot.number)
            case EventKind.CUT:
                reason = with_names(picture, at, event.reason)
                spot.cut, spot.cut_short = reason, in_short(event)
                ghosts = tuple(left_out(picture, event, spot))
            case EventKind.CASE if event.pruned:
                spot.cut, spot.cut_short = event.reason, event.reason.partition(":")[0]
                spot.settled = True
                ghosts = tuple(left_out(picture, event, spot))
            case EventKind.LEAVE:
                spot.value, spot.vague = event.value, not event.values
                reason = with_names(picture, at, event.reason)
                if spot.parent is not None:
                    left[spot.parent] = spot.number
        step = PictureStep(
            event.kind,
            spot.number,
            event.low,
            event.high,
            event.value,
            reason,
            ghosts,
            event.values,
        )
        picture.steps.append(step)
    finish(picture)
    return picture


def with_names(picture: Picture, at: dict[int, int], reason: str) -> str:
    """Return a reason that calls nodes by their own names, where they have some."""

    def name(found: re.Match[str]) -> str:
        number = at.get(int(found[1]))
        spot = None if number is None else picture.spots[number]
        if spot is None:
            return found[0]
        root = "the root" if spot.parent is None else found[0]
        return own_name(name_of(picture, spot)) or root

    return NODE.sub(name, reason)


def in_short(event: Event) -> str:
    """Return the reason of a cut in a few characters."""
    if event.values:
        kind, found, _ = event.reason.partition(":")
        return kind if found else "shallow" if " has " in event.reason else "no more"
    if event.value is None:
        return ""
    if " >= " in event.reason:
        return f"{event.value:g} ≥ β {event.high:g}"
    return f"{event.value:g} ≤ \N{GREEK SMALL LETTER ALPHA} {event.low:g}"


def left_out(picture: Picture, event: Event, spot: Spot) -> list[int]:
    """Add the moves that a cut left out; many of them as one."""
    if len(event.pruned) > MOST_PRUNED_APART and not isinstance(picture.game, TreeGame):
        return [picture.add(event, spot.number, None, len(event.pruned)).number]
    found = []
    for joint in event.pruned:
        ghost = picture.add(event, spot.number, joint, 1)
        if ghost.state is not None and isinstance(picture.game, TreeGame):
            ghost.leaf = picture.game.terminal(ghost.state)
            goals = picture.game.nodes[ghost.state].values if ghost.leaf else None
            ghost.value = goals[picture.role] if goals else None
            ghost.values = goals if goals and event.values else ()
        found.append(ghost.number)
    return found


def finish(picture: Picture) -> None:
    """Find sizes, and the best line of the last search of the root."""
    for spot in reversed(picture.spots):
        if spot.parent is not None:
            picture.spots[spot.parent].size += spot.size
    for spot in picture.spots:
        if spot.choice is None:
            # A search that does not tell its best: the first of equals, as all of them choose.
            equal = [
                child
                for child in spot.children
                if not picture.spots[child].pruned
                and picture.spots[child].value == spot.value
                and picture.spots[child].values == spot.values
            ]
            spot.choice = equal[0] if equal and spot.value is not None else None
    number: int | None = picture.roots[-1] if picture.roots else None
    while number is not None:
        picture.spots[number].best = True
        number = picture.spots[number].choice


def shape(picture: Picture, spot: Spot) -> str:
    """Return what a spot is drawn as: max, min, leaf, or none where nobody has a choice.

    Where nodes have vectors, it is the role that chooses: role0, role1 and so on.
    """
    if spot.leaf:
        return "leaf"
    if spot.state is None:
        return "stub"
    if picture.game.terminal(spot.state):
        return "leaf"
    mover = mover_of(picture, spot.state)
    if mover is None:
        return "none"
    if picture.vectors:
        return f"role{mover}"
    return "max" if mover == picture.role else "min"


def mover_of(picture: Picture, state: State) -> Role | None:
    """Return who chooses in a state; of several that do so at once, the first that is not max."""
    game = picture.game
    if isinstance(game, TreeGame):
        return game.mover(state)
    choosing = [
        Role(role) for role in range(len(game.roles)) if len(game.legal(state, Role(role))) > 1
    ]
    others = [role for role in choosing if role != picture.role]
    return next(iter(others + choosing), None)


def move_of(picture: Picture, spot: Spot) -> str:
    """Return how the move that led to a spot is spelled: of those who had a choice."""
    if spot.joint is None:
        return f"{spot.pruned} moves" if spot.pruned else ""
    if spot.again:
        return f"{move_of(picture, replace(spot, again=''))} again"
    parent = None if spot.parent is None else picture.spots[spot.parent].state
    game = picture.game
    texts = [game.spell(Role(role), move) for role, move in enumerate(spot.joint)]
    if parent is None:
        return " ".join(texts)
    if isinstance(game, TreeGame):
        return texts[game.mover(parent)]
    legal = [game.legal(parent, Role(role)) for role in range(len(texts))]
    for role, move in enumerate(spot.joint):
        if len(legal[role]) == 1 and move not in legal[role]:  # others skipped their turn before
            return f"{game.roles[role]}: {texts[role]}"
    choosing = [text for role, text in enumerate(texts) if len(legal[role]) > 1]
    return " ".join(choosing or texts)


def name_of(picture: Picture, spot: Spot) -> str:
    """Return what a node is called in an explicit tree; nothing in other games."""
    game = picture.game
    if isinstance(game, TreeGame) and spot.state is not None:
        return game.nodes[spot.state].name
    return ""


def own_name(name: str) -> str:
    """Return the name that somebody gave a node; nothing for one that only says the way to it.

    >>> own_name("B"), own_name("1.2"), own_name("root")
    ('B', '', '')
    """
    return "" if WAY.fullmatch(name) else name


def window(spot: Spot | PictureStep) -> str:
    """Return the window of a spot when it was entered, or of a step; an empty one is a question."""
    if spot.low == nextafter(spot.high, -inf):
        # One of the two is the number that was asked about, the other the next there is to it.
        if len(repr(spot.low)) < len(repr(spot.high)):
            return f"> {short(spot.low)}?"
        return f"≥ {short(spot.high)}?"
    return f"[{short(spot.low)}, {short(spot.high)}]"


def worth(picture: Picture, spot: Spot) -> str:
    """Return the value of a spot; one that passed its window, or was cut, is only a bound."""
    if picture.vectors:
        return vector(picture, spot)
    text = short(spot.value)
    if spot.value is None or spot.settled or shape(picture, spot) == "leaf":
        return text
    if " >= " in spot.cut or spot.value >= spot.high:
        return f"≥{text}"
    return f"≤{text}" if spot.cut or spot.value <= spot.low else text


def vector(picture: Picture, spot: Spot) -> str:
    """Return the worth for all roles; what is not known is a dot."""
    if not spot.vague or not spot.values or spot.state is None:
        return f"({', '.join(map(short, spot.values))})" if spot.values else ""
    mover = mover_of(picture, spot.state)
    parts = [f"≥{short(value)}" if role == mover else "·" for role, value in enumerate(spot.values)]
    return f"({', '.join(parts)})"


def short(value: float | None) -> str:
    """Return a number as a picture shows it.

    >>> short(3.0), short(float("-inf")), short(2.25), short(None)
    ('3', '-∞', '2.25', '')
    """
    if value is None:
        return ""
    if abs(value) == inf:
        return "∞" if value > 0 else "-∞"
    return f"{value:.4g}" if abs(value) < 10_000 else f"{value:g}"
