"""Proof: why a claim is certain, and what it rests on.

A claim is proven only if somebody hands over a `Proof`, and a proof cannot be made from samples:
it comes from the rules themselves, from a search or an enumeration that left nothing out, from a
trait that is proved, or from other proofs. "No counterexample so far" makes none.
"""

from collections.abc import Iterable
from dataclasses import InitVar, dataclass
from fractions import Fraction
from typing import Final

from zermelo.game.game import Evidence, Finding, Trait

_MADE_HERE: Final = object()


@dataclass(frozen=True, slots=True)
class Proof:
    """What a claim rests on, in words; made by the functions of this module only."""

    rests_on: tuple[str, ...]
    maker: InitVar[object] = None

    def __post_init__(self, maker: object) -> None:
        """Refuse a proof that nobody vouches for."""
        if maker is not _MADE_HERE:
            raise TypeError("a Proof is made from the rules, a complete search, or other proofs")

    def __and__(self, other: "Proof") -> "Proof":
        """Return a proof that rests on both."""
        return Proof(tuple(dict.fromkeys((*self.rests_on, *other.rests_on))), _MADE_HERE)


def rests_on(proof: Proof | None) -> list[str]:
    """Return what a claim rests on, as JSON has it; nothing if it is not proven."""
    return [] if proof is None else list(proof.rests_on)


def by_rules() -> Proof:
    """Return the proof of what the rules say of a single position."""
    return Proof(("the rules",), _MADE_HERE)


def by_search() -> Proof:
    """Return the proof of a search to the end: all that matters was searched, nothing guessed."""
    return Proof(("search to the end",), _MADE_HERE)


def by_enumeration(positions: int) -> Proof:
    """Return the proof of what was checked at every position that can be reached.

    >>> by_enumeration(765).rests_on
    ('complete enumeration (765 positions)',)
    """
    noun = "position" if positions == 1 else "positions"
    return Proof((f"complete enumeration ({positions:,} {noun})",), _MADE_HERE)


def by_solver(what: str) -> Proof:
    """Return the proof of what a solver found no counterexample to among all possible states.

    >>> by_solver("constant sum").rests_on
    ('constant sum (proved)',)
    """
    return Proof((f"{what} (proved)",), _MADE_HERE)


def by_traits(known: Iterable[tuple[Trait, Finding]]) -> Proof | None:
    """Return the proof that traits give; None if one of them is not proved.

    >>> by_traits([(Trait.CONSTANT_SUM, Finding(Evidence.UNREFUTED, 4096))])
    >>> by_traits([(Trait.CONSTANT_SUM, Finding(Evidence.PROVED))]).rests_on
    ('constant sum (proved)',)
    """
    named = tuple(known)
    if any(finding.evidence is not Evidence.PROVED for _, finding in named):
        return None
    words = [(trait.name or "").lower().replace("_", " ") for trait, _ in named]
    return Proof(tuple(f"{word} (proved)" for word in words), _MADE_HERE)


def exact(value: float) -> Fraction:
    """Return a goal as the number that was written: 0.1 is a tenth, not the nearest double.

    >>> exact(0.1) + exact(0.9) == 1
    True
    """
    return Fraction(repr(float(value)))
