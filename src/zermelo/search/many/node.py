"""A node of a pruned max^n search: its best child, those that wait, and who above wants it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from zermelo.game.game import Role
from zermelo.search.many.bounds import VectorBounds
from zermelo.search.many.exact import Number, Vector
from zermelo.search.many.plain import Line
from zermelo.search.many.vector_game import Children, VectorGame
from zermelo.search.many.watching import Telling

Pruning = Literal["none", "immediate", "shallow", "last_branch", "speculative"]


class Sure(NamedTuple):
    """What a role is sure of elsewhere; the greater of two asks for more."""

    value: Number
    strict: bool = True  # whether it comes here for strictly more only, or for as much, too

    def wants(self, offered: Number) -> bool:
        """Whether the role comes here for what is offered."""
        return offered > self.value or (offered == self.value and not self.strict)


class Above(NamedTuple):
    """A role that decides further up, and what it is sure of there, if anything."""

    role: Role
    bound: Sure | None
    node: int = 0  # where, for people


Path = tuple[Above, ...]
"""From the parent upwards, until all roles but one have been named."""


class VectorAnswer(NamedTuple):
    """The worth of a state, or that it does not matter.

    Without values, no worth of the state is preferred by all bounded roles of `path[: cut + 1]`; so
    with 0 the parent surely turns away.
    """

    values: Vector | None
    cut: int = 0
    line: Line = ()
    proven: bool = True
    why: str = ""  # nobody wants it, for people


@dataclass(frozen=True, slots=True)
class BestChild:
    """The best child so far, by its place in the fixed order."""

    values: Vector
    place: int
    line: Line


class Setting(Protocol):
    """What a node knows of the search that it belongs to."""

    vector_game: VectorGame
    trail: Telling
    bounds: VectorBounds
    pruning: Pruning
    granularity: Number


class VectorNode:
    """A state whose children are being searched."""

    def __init__(self, search: Setting, mover: Role, path: Path, children: Children) -> None:
        """Begin; a role that moves twice running goes on with what it is sure of already."""
        self.search = search
        self.mover = mover
        self.path = path
        self.children = children
        self.best: BestChild | None = None
        self.pending: list[tuple[int, int]] = []  # places of children, and how far up their cut is
        self.proven = True
        self.again = bool(path) and path[0].role == mover

    def take(self, place: int, answer: VectorAnswer) -> None:
        """Note what became of a child."""
        self.proven = self.proven and answer.proven
        if answer.values is None:
            if answer.cut > 0:
                # Above a child comes this node, then the path; but where the same role moves again
                # this node stands for the first of the path.
                self.pending.append((place, answer.cut - (not self.again)))
            return
        if self.best is not None:
            own, before = answer.values[self.mover], self.best.values[self.mover]
            if own < before or (own == before and place > self.best.place):
                return
        self.best = BestChild(answer.values, place, (self.children[place][0], *answer.line))
        self.search.trail.better(answer.values)

    def sure_here(self, place: int) -> Above:
        """Return what the mover is sure of, and must have more of to come to a child."""
        sure = self.path[0].bound if self.again else None
        if self.best is not None:
            # A child that comes before the best one is taken for as much, too.
            own = Sure(self.own, place > self.best.place)
            sure = own if sure is None else max(sure, own)
        return Above(self.mover, sure, self.search.trail.node)

    def path_below(self, place: int, *, last: bool) -> Path:
        """Return what a child knows of the roles above it; `last`: it is the last to look at."""
        pruning, own = self.search.pruning, self.sure_here(place)
        if pruning == "immediate":
            return ()
        if pruning == "shallow" or (pruning == "last_branch" and not last):
            return (own,)
        above = self.path[1:] if self.again else self.path
        if pruning == "last_branch":
            # Whoever the best so far attracts might come for it: nothing follows from what such a
            # role is sure of. Without that, no child need ever be searched again.
            above = tuple(
                each._replace(bound=None) if self.attracts(each) else each for each in above
            )
        elif all(map(self.attracts, self.path)):
            return (own,)
        return near((own, *above), len(self.search.bounds.low))

    def attracts(self, above: Above) -> bool:
        """Whether a role above would come here for the best so far."""
        if self.best is None:
            return False
        return above.bound is None or above.bound.wants(self.best.values[above.role])

    def hopeless(self, place: int) -> bool:
        """Whether a child cannot be better than the best, as nobody can have more."""
        if self.best is None:
            return False
        own, bounds = self.best.values[self.mover], self.search.bounds
        # Who has all that there is leaves the others nothing: equal moves are equal for everybody.
        everything = sum(bounds.low) - bounds.low[self.mover] + own >= bounds.most
        return everything or (place > self.best.place and own >= bounds.high[self.mover])

    def cut(self, rest: Sequence[int]) -> VectorAnswer | None:
        """Return that the rest of the children does not matter, if that is so."""
        if self.best is None or not (rest or self.pending):
            return None
        values = self.best.values
        open_places = [place for place in rest if not self.hopeless(place)]
        search, left = self.search, tuple(self.children[place][0] for place in rest)
        if rest and not open_places:
            name = search.vector_game.game.roles[self.mover]
            search.trail.left_out(values, f"{name} cannot get more than {float(self.own):g}", left)
        own = self.mover, values[self.mover]
        reach = reached(search.bounds, search.granularity, own, self.path)
        if reach is None:
            return None
        if open_places:
            search.trail.left_out(values, self.why_cut(reach), left)
        return VectorAnswer(None, reach, proven=self.proven)

    def unwanted(self) -> VectorAnswer | None:
        """Return that somebody above turns away from here, whatever the waiting children are worth.

        Then they need not be searched again.
        """
        reach = max((cut for _, cut in self.pending), default=0 if self.again else -1)
        refusing = [
            above
            for above in self.path[: reach + 1]
            if above.bound is not None and not self.attracts(above)
        ]
        if self.best is not None and not refusing:
            return None
        return VectorAnswer(None, reach, proven=self.proven, why=self.why_unwanted(refusing))

    @property
    def own(self) -> Number:
        """What the best child gives the mover."""
        assert self.best is not None
        return self.best.values[self.mover]

    def why_cut(self, reach: int) -> str:
        """Return who would have to gain, and why not all of them can."""
        if self.search.trail.watch is None:
            return ""
        roles = self.search.vector_game.game.roles
        parts = [f"{roles[self.mover]} has {float(self.own):g}"]
        parts += [
            f"{roles[above.role]} {float(above.bound.value):g} at node {above.node}"
            for above in self.path[: reach + 1]
            if above.bound is not None
        ]
        most = self.search.bounds.most
        kind = "" if reach == 0 else "speculative: "
        return f"{kind}{', '.join(parts)}, and there is no more than {float(most):g} for all"

    def why_unwanted(self, refusing: Sequence[Above]) -> str:
        """Return who above does not come here, with what it has instead."""
        if self.search.trail.watch is None:
            return ""
        roles = self.search.vector_game.game.roles
        parts = [
            f"{roles[each.role]} has {float(each.bound.value):g} at node {each.node}"
            for each in refusing
            if each.bound is not None
        ]
        return f"{', '.join(parts)}, and does not come here"

    def why_again(self) -> str:
        """Return who above wants the best child, so that those that wait matter after all."""
        if self.search.trail.watch is None:
            return ""
        roles = self.search.vector_game.game.roles
        assert self.best is not None
        parts = [
            f"{roles[above.role]} has {float(above.bound.value):g} at node {above.node}"
            for above in self.path
            if above.bound is not None
        ]
        values = ", ".join(f"{float(value):g}" for value in self.best.values)
        return f"{', '.join(parts)}, and would come for ({values})"


def reached(
    bounds: VectorBounds, granularity: Number, own: tuple[Role, Number], path: Path
) -> int | None:
    """Return how far up one has to go until not all can gain; None if they can.

    The mover has at least its `own`, each role above must get more than it is sure of, every other
    one has its lower bound; a role that is there twice counts once. If that is more than there is,
    no worth is preferred by all of them.

    >>> bounds = VectorBounds((0, 0, 0), (10, 10, 10), 10)
    >>> path = (Above(Role(1), Sure(3)), Above(Role(0), Sure(4)))
    >>> reached(bounds, 0, (Role(2), 3), path), reached(bounds, 0, (Role(2), 7), path)
    (1, 0)
    >>> reached(bounds, 0, (Role(2), 2), path), reached(bounds, 1, (Role(2), 2), path)
    (None, 1)
    >>> as_much = (Above(Role(1), Sure(3, strict=False)), Above(Role(0), Sure(4, strict=False)))
    >>> reached(bounds, 0, (Role(2), 3), as_much), reached(bounds, 0, (Role(2), 4), as_much)
    (None, 1)
    """
    least = [Sure(low, strict=False) for low in bounds.low]
    least[own[0]] = Sure(own[1], strict=False)
    for place, above in enumerate(path):
        if above.bound is None:
            continue
        bound = above.bound
        if granularity and bound.strict:
            bound = Sure(bound.value + granularity, strict=False)
        least[above.role] = max(least[above.role], bound)
        total = sum(sure.value for sure in least)
        if total > bounds.most or (total == bounds.most and any(sure.strict for sure in least)):
            return place
    return None


def near(path: Path, roles: int) -> Path:
    """Return a path up to where all roles but one have been named.

    >>> path = tuple(Above(Role(role), None) for role in (0, 1, 2, 0))
    >>> [above.role for above in near(path, 3)]
    [0, 1]
    """
    named: set[Role] = set()
    for length, above in enumerate(path):
        named.add(above.role)
        if len(named) == roles - 1:
            return path[: length + 1]
    return path
