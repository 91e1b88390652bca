"""Mode declarations derived from a game: its fluents, its features, and the types of both.

Two places have the same type if some rule has one variable in both. Names that rules write into a
place are its constants; names of roles are not, so that what is learned speaks of either side.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from zermelo.learn.preferences.language import ArgumentPlace, Language, Mode
from zermelo.strategies.preferences.facts import (
    GOAL,
    MOVER,
    ODD,
    RIVAL,
    TOTAL,
    Vocabulary,
    fluent_literal,
    name_of,
    way_shape,
)
from zermelo.text.names import encode, is_integer
from zermelo.text.tree import Arithmetic, Atom, Compound, Formula, Name, Not, Rule, Variable

ROLE = "role"
WORTH = ArgumentPlace("constant", "worth")
STATES = ("init", "true", "next")
ACTORS = ("legal", "does", "goal", "role", "sees")
WIDE = 2
"""How often a body may have one fluent, or one way."""


class Types:
    """Places that have to do with each other, by a union-find of their names."""

    def __init__(self) -> None:
        """Know nothing."""
        self.above: dict[str, str] = {}

    def of(self, place: str) -> str:
        """Return the place that stands for the type of a place."""
        while self.above.get(place, place) != place:
            place = self.above[place]
        return place

    def join(self, one: str, other: str) -> None:
        """Make two places of one type; that of roles keeps its name."""
        first, second = sorted((self.of(one), self.of(other)), key=lambda name: name != ROLE)
        self.above[second] = first


def places_of(atom: Atom) -> Iterator[tuple[str, object]]:
    """Yield the places of an atom with the terms that stand there."""
    if atom.name in STATES and len(atom.args) == 1 and isinstance(atom.args[0], Compound):
        if all(not isinstance(arg, Arithmetic | Compound) for arg in atom.args[0].args):
            literal = fluent_literal(atom.args[0])
            for index, term in enumerate(atom.args[0].args):
                yield f"{literal.shape} {index}", term
    else:
        for index, term in enumerate(atom.args):
            actor = atom.name in ACTORS and index == 0
            yield ROLE if actor else f"{atom.name} {index} {len(atom.args)}", term
            if isinstance(term, Compound):  # the move of `does` and `legal`
                for inner, part in enumerate(term.args):
                    yield f"move {term.name} {inner}", part


def atoms_of(rule: Rule) -> Iterator[Atom]:
    """Yield the head of a rule, and the atoms of its body."""
    todo: list[Formula] = [rule.head, *rule.body]
    for formula in todo:  # which grows meanwhile
        match formula:
            case Atom():
                yield formula
            case Not(part):
                todo.append(part)


def types_of(rules: Sequence[Rule]) -> tuple[Types, dict[str, set[str]]]:
    """Return the types of all places, and the names that rules write into places, by type."""
    types = Types()
    written: list[tuple[str, str]] = []
    for rule in rules:
        seen: dict[str, str] = {}
        for atom in atoms_of(rule):
            for place, term in places_of(atom):
                if isinstance(term, Variable):
                    types.join(seen.setdefault(term.name, place), place)
                elif isinstance(term, Name) and atom.name != "init":
                    written.append((place, encode(term.text)))
    constants: dict[str, set[str]] = {}
    for place, name in written:
        constants.setdefault(types.of(place), set()).add(name)
    return types, constants


def derived(vocabulary: Vocabulary) -> Language:
    """Return the language of a game's own words."""
    game = vocabulary.game
    types, written = types_of(game.sheet.rules if game.sheet else ())
    shapes = sorted({(one.shape, len(one.args)) for one in vocabulary.fluents})
    kinds = sorted(
        {types.of(f"{shape} {place}") for shape, size in shapes for place in range(size)}
    )
    short = {kind: f"type{number}" for number, kind in enumerate(kinds, start=1)} | {ROLE: ROLE}
    roles = {encode(name) for name in game.roles}
    constants = {
        short[kind]: tuple(sorted(name for name in names - roles if not is_integer(name)))
        for kind, names in written.items()
        if kind in short
    }

    def type_of(shape: str, place: int) -> str:
        return short[types.of(f"{shape} {place}")]

    role = ArgumentPlace("variable", ROLE)
    modes = [Mode(MOVER, (role,)), Mode(RIVAL, (role,)), Mode(GOAL, (role, WORTH))]
    for shape, size in shapes:
        own = [type_of(shape, place) for place in range(size)]
        modes += [Mode(shape, places, WIDE) for places in filled(own, constants)]
    for shape, content, size in sorted(
        {(w.shape, w.content, len(w.places)) for w in vocabulary.ways}
    ):
        contents = [type_of(shape, content)] * size
        for places in filled(contents, constants):
            if [place.kind for place in places] == sorted(place.kind for place in places):
                whole = (ArgumentPlace("variable", "way"), *places)
                modes.append(Mode(way_shape(size), whole, WIDE, symmetric=True))
    for shape, place in vocabulary.numbered:
        where = ArgumentPlace("value", name_of(shape)), ArgumentPlace("value", str(place + 1))
        modes.append(Mode(ODD, (*where, ArgumentPlace("variable", "bit"))))
        modes.append(Mode(TOTAL, (*where, ArgumentPlace("variable", "number")), weigh=2))
    worths = sorted({int(value) for value in game.dimensions.goal_values})
    return Language(tuple(modes), constants | {WORTH.of: tuple(map(str, worths))})


def filled(
    kinds: Sequence[str], constants: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[ArgumentPlace, ...]]:
    """Yield all that may stand in places: variables, and constants of the types that have some."""
    choices = [
        [ArgumentPlace("constant", kind), ArgumentPlace("variable", kind)]
        if constants.get(kind)
        else [ArgumentPlace("variable", kind)]
        for kind in kinds
    ]
    yield from product(*choices)
