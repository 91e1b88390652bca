"""Invariants that symmetries keep: what is proved under them is true of images too.

Invariants may owe something to the initial state: a pile that starts empty stays empty. Symmetries
are of the rules alone, and map such an invariant to one that does not hold. A lemma that uses it
has images that are wrong. So only invariants are used whose images are invariants as well, and they
are proved once more without the others.
"""

from collections.abc import Iterable, Sequence

from zermelo.errors import LimitError
from zermelo.game.game import State
from zermelo.ground.program import Program
from zermelo.proofs.counts import Count, flattened
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.proofs.tables import asked


def image(count: Count, symmetry: Symmetry) -> Count:
    """Return what a symmetry makes of a count."""
    group = tuple(sorted(symmetry.fluents[fluent] for fluent in count.group))
    return Count(group, count.least, count.most)


def kept_by(symmetries: Sequence[Symmetry], counts: Iterable[Count]) -> list[Count]:
    """Return the counts of which all images are among them."""
    kept = list(dict.fromkeys(counts))
    size = -1
    while size != len(kept):
        size = len(kept)
        known = set(kept)
        kept = [
            count
            for count in kept
            if all(image(count, symmetry) in known for symmetry in symmetries)
        ]
    return kept


def invariants_from(
    program: Program, start: State, known: tuple[Count, ...], *, seconds: float | None = None
) -> tuple[Count, ...]:
    """Return which invariants of a game hold in a position and in all that come after it.

    A position that is given need not be reachable. The invariants that it breaks are dropped, and
    the others are proved once more without them.
    """
    held = tuple(count for count in known if count.holds(start))
    if len(held) == len(known):
        return known
    return tuple(closed_invariants(program, held, (), seconds=seconds))


def closed_invariants(
    program: Program,
    counts: Sequence[Count],
    symmetries: Sequence[Symmetry],
    *,
    seconds: float | None = None,
) -> list[Count]:
    """Return invariants that prove each other, and that all symmetries map to each other."""
    kept = kept_by(symmetries, counts)
    while kept:
        message = {
            "groups": flattened(kept),
            "pairs": flattened(()),
            "chains": [],
            "regular": 0,
            "seed": 0,
        }
        try:
            answer = asked("zermelo.proofs.proving:prove", program, message, seconds)
        except LimitError:
            return []
        proved = kept_by(symmetries, [kept[index] for index in answer["groups"]])
        if len(proved) == len(kept):
            return kept
        kept = proved
    return []
