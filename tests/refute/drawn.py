"""Random explicit games: trees and graphs, as text that the program reads and as a model.

They are made to be awkward: odd goals, sums that are almost constant, many ties, forced chains, a
role that moves twice, shared nodes, decimals, cycles.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from tests.refute.model import Model, Place

NAMES = ("a", "b", "c", "d")
PALETTES: tuple[tuple[str, ...], ...] = (
    ("0", "1"),
    ("0", "50", "100"),
    ("0", "100"),
    ("5", "95", "42", "58", "0", "100"),
    ("1", "2", "3", "4", "5", "6"),
    ("7", "29", "33", "57", "58", "90", "95"),
    ("0", "30", "70", "100"),
)
DECIMALS: tuple[tuple[str, ...], ...] = (
    ("0.1", "0.2", "0.3", "0.7"),
    ("33.3", "66.7", "12.5", "87.5"),
)
WILD: tuple[str, ...] = ("-20", "150", "1000", "0", "-0.5", "101")
MOST_NODES = 60


@dataclass(frozen=True, slots=True)
class Spot:
    """A node: who moves, the children by number, and the values as written."""

    mover: int
    children: tuple[int, ...] = ()
    values: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Drawn:
    """An explicit game; node 0 is the root."""

    roles: tuple[str, ...]
    spots: tuple[Spot, ...]
    form: str  # tree, nested or graph: how it is written

    @property
    def ending(self) -> str:
        """The ending of its file."""
        return ".tree" if self.form == "tree" else ".json"

    @property
    def text(self) -> str:
        """The text of its file."""
        if self.form == "tree":
            head = f"roles: {' '.join(self.roles)}\nroot: {self.roles[self.spots[0].mover]}\n"
            return f"{head}{self.nested(0)}\n"
        if self.form == "nested":
            root = self.roles[self.spots[0].mover]
            return json.dumps({"roles": self.roles, "root": root, "tree": self.as_object(0)})
        nodes = {self.name(number): self.node(number) for number in range(len(self.spots))}
        return json.dumps({"roles": self.roles, "root": self.name(0), "nodes": nodes})

    def name(self, number: int) -> str:
        """Return what a node of a graph is called."""
        return f"n{number}"

    def nested(self, number: int) -> str:
        """Return a node as brackets within brackets."""
        spot = self.spots[number]
        if spot.children:
            return f"[{','.join(self.nested(child) for child in spot.children)}]"
        assert spot.values is not None
        return f"({','.join(spot.values)})"

    def as_object(self, number: int) -> dict[str, object]:
        """Return a node with all its children as JSON has it."""
        spot = self.spots[number]
        told: dict[str, object] = {"mover": self.roles[spot.mover]}
        if spot.values is not None:
            told["values"] = [plain(value) for value in spot.values]
        if spot.children:
            told["children"] = [self.as_object(child) for child in spot.children]
        return told

    def node(self, number: int) -> dict[str, object]:
        """Return a node of a graph as JSON has it."""
        spot = self.spots[number]
        told: dict[str, object] = {"mover": self.roles[spot.mover]}
        if spot.values is not None:
            told["values"] = [plain(value) for value in spot.values]
        if spot.children:
            told["children"] = [self.name(child) for child in spot.children]
        return told

    def model(self) -> Model:
        """Return the game as the oracles see it."""
        places = []
        leaves: list[tuple[Fraction, ...]] = []
        for spot in self.spots:
            if not spot.children:
                assert spot.values is not None
                goals = tuple(number(value) for value in spot.values)
                leaves.append(goals)
                places.append(Place(goals=goals))
                continue
            labels = [self.label(place, child) for place, child in enumerate(spot.children)]
            legal: list[tuple[str, ...]] = [("noop",)] * len(self.roles)
            legal[spot.mover] = tuple(labels)
            after = {
                tuple(label if role == spot.mover else "noop" for role in range(len(self.roles))): c
                for label, c in zip(labels, spot.children, strict=True)
            }
            places.append(Place(tuple(legal), after))
        nothing = [(Fraction(0),) * len(self.roles)]
        columns = zip(*(leaves or nothing), strict=True)
        return Model(self.roles, tuple(places), tuple((min(c), max(c)) for c in columns))

    def label(self, place: int, child: int) -> str:
        """Return how the program spells the move to a child."""
        return self.name(child) if self.form == "graph" else str(place + 1)


def plain(value: str) -> int | float:
    """Return a number as JSON should have it."""
    return float(value) if "." in value else int(value)


def number(value: str) -> Fraction:
    """Return the number that is written, exactly: 99.7 and 0.3 add up to 100."""
    return Fraction(value)


def draw(random: Random, roles: int | None = None) -> Drawn:
    """Return a random explicit game."""
    many = roles or random.choice((1, 2, 2, 2, 2, 3, 3, 4))
    form = random.choice(("tree", "tree", "nested", "graph", "graph"))
    names = NAMES[:many]
    if form == "graph" and random.random() < 0.75:
        spots = graph(random, many, cyclic=random.random() < 0.2)
    else:
        spots = tree(random, many, in_turn=form == "tree" or random.random() < 0.4)
    if form != "tree" and random.random() < 0.15:  # guesses at inner nodes, which must not matter
        spots = [
            replace(spot, values=vector(random, PALETTES[3], many, None))
            if spot.children and random.random() < 0.5
            else spot
            for spot in spots
        ]
    return reachable(Drawn(names, tuple(valued(random, spots, many)), form))


def tree(random: Random, many: int, *, in_turn: bool) -> list[Spot]:
    """Return the nodes of a random tree, leaves without values."""
    depth, width = random.choice(((1, 4), (2, 3), (3, 3), (4, 2), (5, 2), (6, 2), (3, 2)))
    chain = random.choice((0.0, 0.1, 0.4))
    ragged = random.choice((0.0, 0.15, 0.3))
    spots: list[Spot] = []

    def grow(mover: int, left: int) -> int:
        here = len(spots)
        spots.append(Spot(mover))
        if left == 0 or len(spots) > MOST_NODES or (left < depth and random.random() < ragged):
            return here
        size = 1 if random.random() < chain else random.randint(2, width) if width > 2 else 2
        after = (mover + 1) % many
        children = [
            grow(after if in_turn else random.randrange(many), left - 1) for _ in range(size)
        ]
        spots[here] = Spot(mover, tuple(children))
        return here

    grow(random.randrange(many), depth)
    return spots


def graph(random: Random, many: int, *, cyclic: bool) -> list[Spot]:
    """Return the nodes of a random graph whose later nodes are shared, leaves without values."""
    size = random.randint(3, 22)
    leaves = random.randint(1, max(1, size // 2))
    spots = []
    for here in range(size):
        if here >= size - leaves:
            spots.append(Spot(0))
            continue
        wanted = random.choice((1, 2, 2, 2, 3, 4))
        later = range(here + 1, min(size, here + 7))
        pool = [*later, *(range(here + 1) if cyclic and random.random() < 0.3 else ())]
        children = random.sample(pool, min(wanted, len(pool)))
        spots.append(Spot(random.randrange(many), tuple(children)))
    return spots


def valued(random: Random, spots: Sequence[Spot], many: int) -> list[Spot]:
    """Give leaves their values: of a constant sum, almost, or any."""
    palette: Sequence[str] = random.choice(PALETTES)
    roll = random.random()
    if roll < 0.1:
        palette = random.choice(DECIMALS)
    elif roll < 0.16:
        palette = WILD
    total = random.choice((100, 100, 100, 10)) if many > 1 and random.random() < 0.7 else None
    if total == 10:
        palette = PALETTES[4]
    rare = random.random() < 0.25  # one leaf in a few breaks the sum
    ahead = random.randrange(many) if random.random() < 0.15 else None  # gets the most everywhere
    found = []
    for spot in spots:
        if spot.children:
            found.append(spot)
            continue
        broken = rare and random.random() < 0.15
        values = vector(random, palette, many, None if broken else total)
        if ahead is not None:
            best, *rest = sorted(values, key=float, reverse=True)
            values = (*rest[:ahead], best, *rest[ahead:])
        found.append(replace(spot, values=values))
    return found


def vector(random: Random, palette: Sequence[str], many: int, total: int | None) -> tuple[str, ...]:
    """Return values for all roles, of a given sum if there is one."""
    values = [random.choice(palette) for _ in range(many)]
    if total is not None:
        if any("." in value for value in values):
            rest = total - sum(float(value) for value in values[1:])
            values[0] = repr(round(rest, 3))
        else:
            values[0] = str(total - sum(int(value) for value in values[1:]))
            if int(values[0]) < 0 and palette is not WILD:
                values = ["0"] * many
                values[random.randrange(many)] = str(total)
    random.shuffle(values)
    return tuple(values)


def reachable(game: Drawn) -> Drawn:
    """Return the same game without nodes that cannot be reached."""
    order = [0]
    known = {0}
    for here in order:  # which grows meanwhile
        for child in game.spots[here].children:
            if child not in known:
                known.add(child)
                order.append(child)
    if game.form != "graph":
        order.sort()
    places = {old: new for new, old in enumerate(order)}
    spots = [
        replace(spot, children=tuple(places[child] for child in spot.children))
        for spot in (game.spots[old] for old in order)
    ]
    return replace(game, spots=tuple(spots))


def smaller(game: Drawn) -> list[Drawn]:
    """Return games that have a little less: a step of the minimiser."""
    found: list[Drawn] = []
    spots = game.spots
    for here, spot in enumerate(spots):
        for child in spot.children:
            if game.form != "tree" or spots[child].mover == spot.mover:
                found.append(with_spot(game, here, spots[child]))
            found += [  # in a tree movers take turns
                with_spot(game, here, spots[below])
                for below in spots[child].children
                if game.form == "tree" and spots[below].mover == spot.mover
            ]
        if len(spot.children) > 1:
            for at in range(len(spot.children)):
                rest = spot.children[:at] + spot.children[at + 1 :]
                found.append(with_spot(game, here, replace(spot, children=rest)))
        if spot.children:
            if spot.values is not None:
                found.append(with_spot(game, here, replace(spot, values=None)))
            leaf = next((s for s in spots if not s.children), spot)
            found.append(with_spot(game, here, replace(leaf, mover=spot.mover)))
    for here, spot in enumerate(spots):
        for role, value in enumerate(spot.values or ()):
            for simple in ("0", "100", "50", "1"):
                if value != simple and len(value) >= len(simple) and spot.values is not None:
                    values = (*spot.values[:role], simple, *spot.values[role + 1 :])
                    found.append(with_spot(game, here, replace(spot, values=values)))
                    break
    return found


def with_spot(game: Drawn, here: int, spot: Spot) -> Drawn:
    """Return the game with another node in a place."""
    return reachable(replace(game, spots=(*game.spots[:here], spot, *game.spots[here + 1 :])))


def size_of(game: Drawn) -> tuple[int, int, int]:
    """Return how large a game is: the minimiser only goes down."""
    edges = sum(len(spot.children) for spot in game.spots)
    values = sum(len(v) + (v not in ("0", "1")) for s in game.spots for v in s.values or ())
    return len(game.spots), edges, values
