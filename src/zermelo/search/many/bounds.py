"""Bounds of what leaves return: at least so much for each role, at most so much for all together.

Pruning in max^n stands on them, so they are proved for the game, or counted on a drawn tree; and
what an evaluator guesses is brought to the same sum.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from zermelo.errors import UnsuitedError
from zermelo.game.game import Evidence, Game, State, Values
from zermelo.game.tree_game import TreeGame
from zermelo.proofs.goal_bounds import goal_bounds
from zermelo.search.findings import ending
from zermelo.search.many.exact import Number, Vector, goal_number

UNIT = 2.0**-10
"""Guesses are multiples of it, so that sums of them with each other and with integers are exact."""


@dataclass(frozen=True, slots=True)
class VectorBounds:
    """What each role gets at least and at most, and what all of them get together at most."""

    low: Vector
    high: Vector
    most: Number

    def __post_init__(self) -> None:
        """Refuse bounds that do not fit."""
        assert sum(self.low) <= self.most <= sum(self.high)

    @property
    def binding(self) -> bool:
        """Whether what one role gets is taken from others, or all is settled before the match."""
        return self.most < sum(self.high) or self.most == sum(self.low)


def bounds_of(game: Game) -> VectorBounds:
    """Return what is proved of the goals of a game.

    Raises:
        UnsuitedError: nothing is proved, or all roles might get their best together.
    """
    if len(game.roles) == 1:
        raise UnsuitedError(f"{game.name} has one role, with whom nobody shares; {REMEDY}")
    late = ""
    if isinstance(game, TreeGame):
        bounds = tree_bounds(game)
    elif (compiled := game.compiled) and (proved := goal_bounds(compiled)) is not None:
        bounds = VectorBounds(tuple(proved.low), tuple(proved.high), proved.most)
        late = " within the steps of a proof" if proved.cut else ""
    else:
        raise UnsuitedError(f"{game.name}: no bound on the sum of its goals is known; {REMEDY}")
    if not bounds.binding:
        raise UnsuitedError(
            f"{game.name}: its goals are not bounded in sum: nothing is proved{late} against all "
            f"roles getting their best together, {float(bounds.most):g}; {REMEDY}"
        )
    if ending(game).evidence is Evidence.PROVED:
        return bounds
    return without_end(bounds)


def without_end(bounds: VectorBounds) -> VectorBounds:
    """Return bounds that hold for matches without an end, too: of two roles, each gets half.

    >>> without_end(VectorBounds((0, 20), (30, 80), 100))
    VectorBounds(low=(0, 10), high=(50, 80), most=100)
    """
    if len(bounds.low) != 2:
        return bounds  # such a match counts no more and no less than the ends do
    # Halves are rounded outwards: guesses are shared out in units that divide whole bounds.
    least, most = floor(Fraction(sum(bounds.low)) / 2), ceil(Fraction(bounds.most) / 2)
    return VectorBounds(
        tuple(min(own, least) for own in bounds.low),
        tuple(max(own, most) for own in bounds.high),
        bounds.most,
    )


REMEDY = "pruning=none searches it"


def require_kept(game: Game, state: State) -> None:
    """Raise UnsuitedError if a position breaks an invariant that the bounds of its game rest on."""
    proved = None if game.compiled is None else goal_bounds(game.compiled)
    for count in () if proved is None else proved.invariants:
        if not count.holds(state):
            raise UnsuitedError(
                f"{game.name}: the bound on the sum of its goals is proved for positions that its "
                f"matches come to, and this one breaks an invariant of theirs; {REMEDY}"
            )


def tree_bounds(game: TreeGame) -> VectorBounds:
    """Return the bounds of a drawn tree: nobody gets less than 0, unless a leaf says so.

    Who gets at most how much is not counted: a search that knew would know the leaves already.

    >>> from zermelo.game.tree_game import DrawnNode
    >>> leaves = DrawnNode("B", 0, values=(1, 3)), DrawnNode("C", 0, values=(2, 3))
    >>> tree_bounds(TreeGame("two", ("a", "b"), (DrawnNode("A", 0, (1, 2), ("B", "C")), *leaves)))
    VectorBounds(low=(0, 0), high=(5, 5), most=5)
    """
    leaves = [
        tuple(map(goal_number, node.values))
        for node in game.nodes
        if not node.children and node.values is not None
    ]
    if not leaves:
        raise UnsuitedError(f"{game.name} has no leaf, so no sum of goals to prune by; {REMEDY}")
    low = tuple(min(0, *column) for column in zip(*leaves, strict=True))
    most = max(map(sum, leaves))
    return VectorBounds(low, tuple(most - sum(low) + own for own in low), most)


def unit_of(bounds: VectorBounds, granularity: Number) -> Number:
    """Return what guesses are multiples of, above the lower bounds, so that all sums are exact.

    Where a bound is a fraction, floats would not do; nowhere else are fractions worth their time.

    >>> unit_of(VectorBounds((0, 0), (10, 10), 10), 0)
    0.0009765625
    >>> unit_of(VectorBounds((Fraction(-1, 10), 0), (10, 10), 10), 0)
    Fraction(1, 1024)
    """
    if granularity:
        return granularity
    whole_bounds = all(isinstance(bound, int) for bound in (*bounds.low, *bounds.high, bounds.most))
    return UNIT if whole_bounds else Fraction(UNIT)


def shared(bounds: VectorBounds, values: Values, unit: Number = UNIT) -> Vector:
    """Return a guess in proportion, but with the greatest sum of the goals and within their bounds.

    Everything above the lower bounds is shared out as the guess has it, in whole units; nobody gets
    more than is possible.

    >>> bounds = VectorBounds((0, 0, 0), (100, 100, 100), 100)
    >>> shared(bounds, (30.0, 20.0, 30.0), unit=1)
    (38, 25, 37)
    >>> shared(VectorBounds((0,) * 3, (50,) * 3, 100), (90.0, 5.0, 5.0), unit=1)
    (50, 25, 25)
    >>> shared(bounds, (0.0, 0.0, 0.0), unit=25)
    (50, 25, 25)
    """
    roles = range(len(values))
    room = [float(bounds.high[role] - bounds.low[role]) for role in roles]
    wish = [max(0.0, value) for value in values]
    parts = [0.0 for _ in roles]
    left = float(bounds.most - sum(bounds.low))
    open_to = [role for role in roles if room[role] > 0]
    while left > 0 and open_to:
        total = sum(wish[role] for role in open_to)
        share = {
            role: left * (wish[role] / total if total > 0 else 1 / len(open_to)) for role in open_to
        }
        full = [role for role in open_to if parts[role] + share[role] >= room[role]]
        for role in full or open_to:
            given = min(share[role], room[role] - parts[role])
            parts[role] += given
            left -= given
        if not full:
            break
        open_to = [role for role in open_to if role not in full]
    return whole(bounds, parts, unit)


def whole(bounds: VectorBounds, parts: Sequence[float], unit: Number) -> Vector:
    """Return parts in whole units, of the same sum if that is one; the largest rests are filled."""
    # A fraction may be so small that floats of its size are too many for any float.
    wanted = [(Fraction(part) if isinstance(unit, Fraction) else part) / unit for part in parts]
    units = list(map(int, wanted))
    left = int((bounds.most - sum(bounds.low)) // unit) - sum(units)
    for role in sorted(range(len(parts)), key=lambda role: units[role] - wanted[role]):
        if left > 0 and bounds.low[role] + (units[role] + 1) * unit <= bounds.high[role]:
            units[role] += 1
            left -= 1
    return tuple(low + unit * count for low, count in zip(bounds.low, units, strict=True))
