"""Sorts: constants that symmetries move alike, found from what they make of all terms of a game.

In the place of a term, or in some places together, what a symmetry makes of a constant depends on
it alone. Where that is so in several terms, and in the same way, there is one sort.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import factorial

from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.text.ground_term import GroundTerm, Parts, ground_of
from zermelo.text.tree import Name

Thing = tuple[str, GroundTerm]
"""A role, a fluent or a move of a role, after its kind."""
Place = tuple[str, str, int]
"""A kind, and name and number of arguments of terms."""
Constants = tuple[str, ...]
"""In KIF."""


@dataclass(frozen=True, slots=True)
class SymmetrySort:
    """What becomes of constants that stand together, in some places, by each symmetry."""

    name: str
    free: bool  # all exchanges are symmetries, whatever becomes of other sorts
    images: tuple[Mapping[Constants, Constants], ...]  # of what is moved by any


def mapping(game: CompiledGame, one: Symmetry) -> dict[Thing, Thing]:
    """Return what a symmetry makes of everything; a move is one of a role."""
    fluents, moves = game.lexicon.fluent_terms, game.lexicon.move_terms
    roles = [ground_of(Name(role)) for role in game.roles]
    found = {("role", old): ("role", roles[new]) for old, new in zip(roles, one.roles, strict=True)}
    for old, new in enumerate(one.fluents):
        found["fluent", fluents[old]] = "fluent", fluents[new]
    for role, image in enumerate(one.roles):
        for old, new in enumerate(one.moves[role]):
            found[f"move {role}", moves[role][old]] = f"move {image}", moves[image][new]
    return found


def place_of(thing: Thing) -> Place:
    """Return the place of a thing; all names without arguments have the same."""
    kind, term = thing
    return kind, term.name if term.args else "", len(term.args)


def places_of(things: Iterable[Thing]) -> dict[Place, list[Thing]]:
    """Return the things by their places."""
    found: dict[Place, list[Thing]] = {}
    for thing in things:
        found.setdefault(place_of(thing), []).append(thing)
    return found


def pick(thing: Thing, block: tuple[int, ...]) -> Constants:
    """Return the constants in a block of places; place 0 is the whole."""
    _, term = thing
    return tuple(term.args[at - 1].text if at else term.text for at in block)


def blocks_of(maps: Sequence[Mapping[Thing, Thing]]) -> dict[Place, list[tuple[int, ...]]]:
    """Return the places that are moved together: where the new constants depend on the old."""
    found: dict[Place, list[tuple[int, ...]]] = {}
    for place, things in places_of(maps[0]).items():
        parts = [(thing, thing[1].parts) for thing in things]
        pairs = [[(old, one[thing][1].parts) for thing, old in parts] for one in maps]
        renamed = any((old[0], len(old)) != (new[0], len(new)) for one in pairs for old, new in one)
        found[place] = [(0,)] if renamed or not place[2] else joined(pairs, place[2])
    return found


def joined(pairs: Sequence[Sequence[tuple[Parts, Parts]]], size: int) -> list[tuple[int, ...]]:
    """Return blocks of argument places: each new argument depends on old ones of its block."""
    block = list(range(size + 1))  # the least place of the block of each
    for one in pairs:
        for at in range(1, size + 1):
            sources = [at, *(other for other in range(1, size + 1) if other != at)]
            source = next((each for each in sources if depends(one, at, each)), None)
            together = sources if source is None else [at, source]
            least = min(block[each] for each in together)
            gone = {block[each] for each in together}
            block = [least if each in gone else each for each in block]
    return [
        tuple(at for at in range(1, size + 1) if block[at] == least)
        for least in dict.fromkeys(block[1:])
    ]


def depends(pairs: Sequence[tuple[Parts, Parts]], at: int, source: int) -> bool:
    """Whether the new argument in one place is a function of the old one in another."""
    found: dict[str, str] = {}
    return all(found.setdefault(old[source], new[at]) == new[at] for old, new in pairs)


def alike(
    images: Sequence[Mapping[Constants, Constants]],
    others: Sequence[Mapping[Constants, Constants]],
) -> bool:
    """Whether two blocks have constants in common, and all symmetries move these alike."""
    common = images[0].keys() & others[0].keys()
    return bool(common) and all(
        one[old] == other[old] for one, other in zip(images, others, strict=True) for old in common
    )


def sorts_of(
    merged: Sequence[tuple[str, Sequence[Mapping[Constants, Constants]]]],
) -> list[SymmetrySort]:
    """Return sorts with what is moved of them, and which of them are free."""
    moved = [
        [old for old in images[0] if any(one[old] != old for one in images)] for _, images in merged
    ]
    vectors = [
        [tuple(one[old] for old in olds) for one in images]
        for (_, images), olds in zip(merged, moved, strict=True)
    ]
    listed = list(range(len(merged)))
    for number, own in enumerate(vectors):
        rest = [each for each in listed if each != number]
        size = len(set(own))
        full = size == factorial(len(moved[number])) and len(moved[number][0]) == 1
        if full and distinct(vectors, listed) == size * distinct(vectors, rest):
            listed = rest
    firsts: dict[tuple[object, ...], int] = {}
    for at in range(len(vectors[0]) if vectors else 0):
        firsts.setdefault(tuple(vectors[each][at] for each in listed), at)
    return [
        SymmetrySort(
            name,
            number not in listed,
            tuple(
                {old: images[at][old] for old in moved[number]}
                for at in (firsts.values() if number in listed else (0,))
            ),
        )
        for number, (name, images) in enumerate(merged)
    ]


def distinct(vectors: Sequence[Sequence[object]], sorts: Sequence[int]) -> int:
    """Return in how many ways symmetries move some sorts."""
    return len(set(zip(*(vectors[each] for each in sorts), strict=True))) if sorts else 1


def sort_name(place: Place, block: tuple[int, ...]) -> str:
    """Return a name for a sort.

    >>> sort_name(("fluent", "cell", 3), (1, 2)), sort_name(("role", "", 0), (0,))
    ('cell_1_2', 'role')
    """
    kind, name, _ = place
    return "_".join([name or kind.split()[0], *(str(at) for at in block if at)])
