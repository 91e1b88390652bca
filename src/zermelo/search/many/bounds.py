"""Bounds of what leaves return: at least so much for each role, at most so much for all together.

Pruning in max^n stands on them, so they are proved for the game, or counted on a drawn tree; and
what an evaluator guesses is brought to the same sum.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.errors import UnsuitedError
from zermelo.logic.goal_bounds import goal_bounds
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Game, State, Values
from zermelo.position.tree_game import TreeGame

UNIT = 2.0**-10
"""Guesses are multiples of it, so that sums of them are exact."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What each role gets at least and at most, and what all of them get together at most."""

    low: Values
    high: Values
    most: float

    def __post_init__(self) -> None:
        """Refuse bounds that do not fit."""
        assert sum(self.low) <= self.most <= sum(self.high)

    @property
    def binding(self) -> bool:
        """Whether what one role gets is taken from others, or all is settled before the match."""
        return self.most < sum(self.high) or self.most == sum(self.low)


def bounds_of(game: Game) -> Bounds:
    """Return what is proved of the goals of a game.

    Raises:
        UnsuitedError: nothing is proved, or all roles might get their best together.
    """
    if len(game.roles) == 1:
        raise UnsuitedError(f"{game.name} has one role, with whom nobody shares; {REMEDY}")
    late = ""
    if isinstance(game, TreeGame):
        bounds = tree_bounds(game)
    elif isinstance(game, CircuitGame) and (proved := goal_bounds(game)) is not None:
        bounds = Bounds(
            tuple(map(float, proved.low)), tuple(map(float, proved.high)), float(proved.most)
        )
        late = " within the steps of a proof" if proved.cut else ""
    else:
        raise UnsuitedError(f"{game.name}: no bound on the sum of its goals is known; {REMEDY}")
    if not bounds.binding:
        raise UnsuitedError(
            f"{game.name}: its goals are not bounded in sum: nothing is proved{late} against all "
            f"roles getting their best together, {bounds.most:g}; {REMEDY}"
        )
    return bounds


REMEDY = "pruning=none searches it"


def require_kept(game: Game, state: State) -> None:
    """Raise UnsuitedError if a position breaks an invariant that the bounds of its game rest on."""
    proved = goal_bounds(game) if isinstance(game, CircuitGame) else None
    for count in () if proved is None else proved.invariants:
        if not count.holds(state):
            raise UnsuitedError(
                f"{game.name}: the bound on the sum of its goals is proved for positions that its "
                f"matches come to, and this one breaks an invariant of theirs; {REMEDY}"
            )


def tree_bounds(game: TreeGame) -> Bounds:
    """Return the bounds of a drawn tree: nobody gets less than 0, unless a leaf says so.

    Who gets at most how much is not counted: a search that knew would know the leaves already.

    >>> from zermelo.position.tree_game import Node
    >>> leaves = Node("B", 0, values=(1, 3)), Node("C", 0, values=(2, 3))
    >>> tree_bounds(TreeGame("two", ("a", "b"), (Node("A", 0, (1, 2), ("B", "C")), *leaves)))
    Bounds(low=(0.0, 0.0), high=(5.0, 5.0), most=5.0)
    """
    leaves = [node.values for node in game.nodes if not node.children and node.values is not None]
    if not leaves:
        raise UnsuitedError(f"{game.name} has no leaf, so no sum of goals to prune by; {REMEDY}")
    low = tuple(float(min(0.0, *column)) for column in zip(*leaves, strict=True))
    most = float(max(map(sum, leaves)))
    return Bounds(low, tuple(most - sum(low) + own for own in low), most)


def shared(bounds: Bounds, values: Values, unit: float = UNIT) -> Values:
    """Return a guess in proportion, but with the greatest sum of the goals and within their bounds.

    Everything above the lower bounds is shared out as the guess has it, in whole units; nobody gets
    more than is possible.

    >>> bounds = Bounds((0.0, 0.0, 0.0), (100.0, 100.0, 100.0), 100.0)
    >>> shared(bounds, (30.0, 20.0, 30.0), unit=1.0)
    (38.0, 25.0, 37.0)
    >>> shared(Bounds((0.0,) * 3, (50.0,) * 3, 100.0), (90.0, 5.0, 5.0), unit=1.0)
    (50.0, 25.0, 25.0)
    >>> shared(bounds, (0.0, 0.0, 0.0), unit=25.0)
    (50.0, 25.0, 25.0)
    """
    roles = range(len(values))
    room = [bounds.high[role] - bounds.low[role] for role in roles]
    wish = [max(0.0, value) for value in values]
    parts = [0.0 for _ in roles]
    left = bounds.most - sum(bounds.low)
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


def whole(bounds: Bounds, parts: Sequence[float], unit: float) -> Values:
    """Return parts in whole units, of the same sum if that is one; the largest rests are filled."""
    units = [int(part / unit) for part in parts]
    left = int((bounds.most - sum(bounds.low)) / unit + 1e-9) - sum(units)
    for role in sorted(range(len(parts)), key=lambda role: units[role] - parts[role] / unit):
        if left > 0 and bounds.low[role] + (units[role] + 1) * unit <= bounds.high[role]:
            units[role] += 1
            left -= 1
    return tuple(low + unit * count for low, count in zip(bounds.low, units, strict=True))
