"""What is known of the symmetries of a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.answers.basis import RULES
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.symmetries import Symmetries
from zermelo.proofs.symmetry.words import order_in_words, words

LARGEST = 10**4000


@dataclass(frozen=True, slots=True)
class SymmetryGroup:
    """How many symmetries there are, and of which all are made; a huge order is in words only."""

    order: int | None
    order_text: str
    generators: Sequence[str]
    complete: bool
    proven: bool
    rests_on: Sequence[str]


def symmetry_group(game: CompiledGame, found: Symmetries) -> SymmetryGroup:
    """Return symmetries, in words."""
    return SymmetryGroup(
        # Beyond some thousand digits, neither Python nor a reader of JSON takes a number.
        order=found.order if found.order < LARGEST else None,
        order_text=order_in_words(found.order),
        generators=[words(game.lexicon, symmetry) for symmetry in found.generators if game.program],
        complete=found.complete,
        proven=True,
        rests_on=[RULES],
    )
