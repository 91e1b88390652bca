"""Symmetries in words, short enough to be read: what is exchanged in which place of a relation."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import islice, permutations
from typing import TypeVar

from zermelo.ground.lexicon import Lexicon
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.text.ground_term import GroundTerm, Parts

SHOWN_CYCLES = 4
"""How many cycles are shown; of the others, only their number."""
PLACES = 4
"""Relations with more arguments than that are not looked through."""
EXACT = 10**15
"""Orders above that are rounded."""

Thing = TypeVar("Thing", bound=Hashable)


def words(lexicon: Lexicon, one: Symmetry) -> str:
    """Return a symmetry in words: roles, then fluents by relation; moves if that says nothing.

    `cell: 1 <-> 3 in place 2` says that (cell ?x 1 ?z) and (cell ?x 3 ?z) are exchanged, for all
    ?x and ?z.
    """
    roles = dict(zip(lexicon.roles, (lexicon.roles[role] for role in one.roles), strict=True))
    told = [text for text in (cycles_in_words(roles),) if text]
    fluents = lexicon.fluent_terms
    images = [fluents[image] for image in one.fluents]
    told += relations_in_words(dict(zip(fluents, images, strict=True)))
    if not told:
        for moves, image in zip(lexicon.move_terms, one.moves, strict=True):
            told += relations_in_words(
                dict(zip(moves, (moves[move] for move in image), strict=True))
            )
    return "; ".join(dict.fromkeys(told)) or "nothing is moved"


def relations_in_words(images: Mapping[GroundTerm, GroundTerm]) -> Iterator[str]:
    """Yield, for each relation of which something is moved, what is."""
    relations: dict[tuple[str, int], dict[GroundTerm, GroundTerm]] = {}
    for term, image in images.items():
        relations.setdefault((term.name, len(term.args)), {})[term] = image
    rest: dict[str, str] = {}
    for (name, size), mapping in relations.items():
        if all(term == image for term, image in mapping.items()):
            continue
        parts = {term.parts: image.parts for term, image in mapping.items()}
        by_place = places_in_words(parts) if size <= PLACES else None
        if by_place is None:
            rest |= {term.text: image.text for term, image in mapping.items()}
        else:
            yield f"{name}: {by_place}"
    if rest:
        yield cycles_in_words(rest)


def places_in_words(mapping: Mapping[Parts, Parts]) -> str | None:
    """Return which constants are exchanged in which places, after which places are; None if not so.

    >>> places_in_words({("at", "1", "2"): ("at", "2", "1"), ("at", "2", "2"): ("at", "2", "2")})
    'places 1 2 become 2 1'
    """
    (name, *args), *_ = mapping
    if any(image[0] != name or len(image) != 1 + len(args) for image in mapping.values()):
        return None
    for order in permutations(range(1, 1 + len(args))):
        constants = [constants_of(mapping, at, start) for at, start in enumerate(order, 1)]
        known = [each for each in constants if each is not None]
        if len(known) == len(constants):
            told = [
                f"{cycles_in_words(c)} in place {i}" for i, c in enumerate(known, 1) if moves(c)
            ]
            if list(order) != sorted(order):
                places = " ".join(map(str, sorted(order)))
                told.insert(0, f"places {places} become {' '.join(map(str, order))}")
            return ", ".join(told)
    return None


def constants_of(mapping: Mapping[Parts, Parts], at: int, start: int) -> Mapping[str, str] | None:
    """Return what the argument `start` becomes as argument `at`; None if others matter too."""
    found: dict[str, str] = {}
    for term, image in mapping.items():
        if found.setdefault(term[start], image[at]) != image[at]:
            return None
    return found


def moves(images: Mapping[Thing, Thing]) -> bool:
    """Tell whether anything has another image than itself."""
    return any(one != image for one, image in images.items())


def cycles_in_words(images: Mapping[str, str]) -> str:
    """Return a permutation as its cycles; empty if nothing is moved.

    >>> cycles_in_words({"1": "3", "2": "2", "3": "1"})
    '1 <-> 3'
    >>> cycles_in_words({"1": "2", "2": "3", "3": "1"})
    '1 -> 2 -> 3 -> 1'
    """
    found = list(cycles(images))
    told = [
        " <-> ".join(cycle) if len(cycle) == 2 else " -> ".join([*cycle, cycle[0]])
        for cycle in islice(found, SHOWN_CYCLES)
    ]
    if len(found) > SHOWN_CYCLES:
        told.append(f"and {len(found) - SHOWN_CYCLES} more")
    return ", ".join(told)


def cycles(images: Mapping[Thing, Thing]) -> Iterator[Sequence[Thing]]:
    """Yield what a permutation moves round, each cycle from its first."""
    seen: set[Thing] = set()
    for first in images:
        cycle: list[Thing] = []
        while first not in seen:
            seen.add(first)
            cycle.append(first)
            # Constants that come from another place may not be moved on.
            first = images.get(first, cycle[0])
        if len(cycle) > 1:
            yield cycle


def order_in_words(order: int) -> str:
    """Return how many symmetries there are, rounded where nobody would read all digits.

    >>> order_in_words(12288), order_in_words(3**100), order_in_words(1 << 20_000)
    ('12,288', 'more than 5 * 10^47', 'more than 3 * 10^6020')
    """
    if order <= EXACT:
        return f"{order:,}"
    # Python refuses to write numbers of thousands of digits.
    digits = 0
    while order >= 1 << 64:
        order //= 10
        digits += 1
    digits += len(str(order)) - 1
    return f"more than {str(order)[0]} * 10^{digits}"
