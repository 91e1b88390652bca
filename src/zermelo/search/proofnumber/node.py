"""Proof numbers: how many positions must still turn out well to answer a question with yes, or no.

The question is whether max gets at least some value. A position's proof number is the least number
of positions below it that must be proved before it is proved itself; its disproof number says the
same of a disproof. Max needs one move: its proof number is the smallest of its children's, its
disproof number their sum. For min it is the other way round (Allis, 1994, section 2.3).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from zermelo.game.game import Joint, State

INFINITE = (1 << 32) - 1
"""The number of what cannot be proved; all others are below it, however often they were counted."""


@dataclass(frozen=True, slots=True)
class Counting:
    """How numbers are counted.

    A sum counts a position once for every way that leads to it. The weak sum takes the largest
    number and adds one for each of the others that is not solved (Ueda et al., 2008).
    """

    mobility: bool = True  # the moves of a position are counted before it is entered
    weak: bool = True  # sums are weak ones


class Numbers(NamedTuple):
    """How much is missing to a proof, and to a disproof."""

    proof: int
    disproof: int


UNKNOWN = Numbers(1, 1)
PROVED = Numbers(0, INFINITE)
DISPROVED = Numbers(INFINITE, 0)


@dataclass(slots=True)
class ProofNode:
    """A position that a question is asked of.

    Once it is solved, `bound` says more than the answer: if it is proved, the value is at least
    that, if it is disproved, at most. A disproof that is not `sure` only says that there is no
    proof within the depth.
    """

    state: State
    joint: Joint | None = None  # that led here
    left: int | None = None  # moves that may be looked ahead; None is to the end
    numbers: Numbers = UNKNOWN
    bound: float = inf
    sure: bool = True
    maximising: bool = False
    children: list["ProofNode"] = field(default_factory=list)
    parent: "ProofNode | None" = None
    best: Joint | None = None  # the move by which the role that decides here has what it wants

    @property
    def solved(self) -> bool:
        """Whether the question is answered."""
        return 0 in self.numbers

    @property
    def proved(self) -> bool:
        """Whether it is answered with yes."""
        return self.numbers.proof == 0

    def count(self, weak: bool) -> None:
        """Find the numbers by those of the children, and what a solved node is worth."""
        mine, other = sides(self.maximising)
        least = min(child.numbers[mine] for child in self.children)
        rest = total((child.numbers[other] for child in self.children), weak)
        self.numbers = Numbers(least, rest) if self.maximising else Numbers(rest, least)
        if least == 0:
            won = [child for child in self.children if child.numbers[mine] == 0]
            chosen = next((child for child in won if child.sure), won[0])
            self.best, self.bound, self.sure = chosen.joint, chosen.bound, chosen.sure
        elif rest == 0:
            farthest = max if self.maximising else min
            self.bound = farthest(child.bound for child in self.children)
            self.sure = all(child.sure for child in self.children)

    def most_promising(self) -> "ProofNode":
        """Return the first child with the least to do for the role that decides here."""
        mine, _ = sides(self.maximising)
        return min(self.children, key=lambda child: child.numbers[mine])


def sides(maximising: bool) -> tuple[int, int]:
    """Return which number the role that decides needs one child for, and which one all.

    >>> sides(True)
    (0, 1)
    """
    return (0, 1) if maximising else (1, 0)


def total(numbers: Iterable[int], weak: bool) -> int:
    """Return a sum that is infinite if one of the numbers is, and only then.

    >>> total([1, 4, 0, 2], False), total([1, 4, 0, 2], True), total([0, 0], True)
    (7, 6, 0)
    >>> total([1, INFINITE], True) == INFINITE, total([INFINITE - 1, 5], False) < INFINITE
    (True, True)
    """
    found = others = 0
    for number in numbers:
        if number == INFINITE:
            return INFINITE
        others += number > 0
        found = max(found, number) if weak else found + number
    if weak and found:
        found += others - 1
    return min(found, INFINITE - 1)


def open_question(root: ProofNode | None) -> tuple[Numbers, Joint | None]:
    """Return the numbers of a root, and its move that promises most, if it has been entered."""
    if root is None:
        return UNKNOWN, None
    return root.numbers, root.most_promising().joint if root.children else None
