"""What a solver can say of a move: the cases of minimax that is pruned by one.

After S. Hahn and A. Shankar, asp-game-strategies, University of Potsdam 2020, with the signs of b31
and b33 put right. All goals are those of the role that moves: v is what its move is worth, o the
best goal of the other moves if everybody helps it, r what the best of them then turns out to be
worth. After b31, b32 and b33 that one is excluded, and the better of the two is compared again.
"""

from enum import Enum


class Case(Enum):
    """Why a move is kept, or another one taken."""

    ALONE = "a"
    BOUND_BELOW = "b1"
    BOUND_TIE = "b2"
    BELOW = "b31"
    TIE = "b32"
    BETTER = "b33"
    RULE = "rule"

    @property
    def strict(self) -> bool:
        """Whether the move is better than what it was compared with."""
        return self in (Case.BOUND_BELOW, Case.BELOW, Case.BETTER)

    @property
    def goes_on(self) -> bool:
        """Whether there may be more to compare with."""
        return self in (Case.BELOW, Case.TIE, Case.BETTER)


def bounded(best: float | None, value: float) -> Case:
    """Return the case of other moves whose best goal is no better; None: it is below the value."""
    return Case.BOUND_TIE if best == value else Case.BOUND_BELOW


def compared(other: float, value: float) -> Case:
    """Return the case of other moves whose worth was found out.

    >>> compared(50, 100).value, compared(50, 50).value, compared(50, 0).value
    ('b31', 'b32', 'b33')
    """
    if other == value:
        return Case.TIE
    return Case.BELOW if other < value else Case.BETTER


def in_words(case: Case, role: str, value: float, other: float | None = None) -> str:
    """Return a case for people.

    >>> in_words(Case.BOUND_TIE, "x", 50)
    'b2: no other move can bring x more than 50, even with help'
    """
    match case:
        case Case.ALONE:
            told = "no other move"
        case Case.BOUND_BELOW:
            told = f"no other move can bring {role} {value:g}, even with help"
        case Case.BOUND_TIE:
            told = f"no other move can bring {role} more than {value:g}, even with help"
        case Case.BELOW | Case.TIE | Case.BETTER:
            told = f"the other move brings {role} {other:g}, the best so far {value:g}"
        case Case.RULE:
            told = "a rule has the best move"
    return f"{case.value}: {told}"
