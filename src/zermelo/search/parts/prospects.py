"""What all moves of a root came to: a search that looked at them can tell more than the best."""

from collections.abc import Iterable
from functools import partial
from math import inf

from zermelo.game.game import Role
from zermelo.search.base import Bound, Prospect
from zermelo.search.parts.windows import Line


def exact(role: Role, roots: Iterable[tuple[float, Line]]) -> tuple[Prospect, ...]:
    """Return the prospects of moves that were looked at whole."""
    return tuple(
        Prospect(line[0][role], value, expected=partial(tuple, line)) for value, line in roots
    )


def windowed(
    role: Role, roots: Iterable[tuple[float, Line]], low: float = -inf
) -> tuple[Prospect, ...]:
    """Return the prospects of max's moves, in the order in which a window above `low` saw them.

    One that is no better than those before it has a bound only: its other replies were left out.

    >>> roots = [(50.0, ((3,),)), (20.0, ((1,),)), (60.0, ((2,),))]
    >>> [(one.worth, one.bound.value) for one in windowed(Role(0), roots)]
    [(50.0, 'exact'), (20.0, 'at most'), (60.0, 'exact')]
    """
    found = []
    for value, line in roots:
        bound = Bound.EXACT if value > low else Bound.AT_MOST
        low = max(low, value)
        found.append(Prospect(line[0][role], value, bound=bound, expected=partial(tuple, line)))
    return tuple(found)
