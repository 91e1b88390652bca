"""Results of searches against the oracles: what is wrong with a claim, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.refute import values as oracle
from tests.refute.model import JointText, Model, Vector
from zermelo.search.base import Bound

DUELS = frozenset(
    (
        *("minimax", "negamax", "alphabeta", "scout", "mtd", "sss", "dual", "iterative", "asp"),
        *("pns", "dfpn", "exact", "mustplay"),
    )
)
PROOF_NUMBERS = frozenset(("pns", "dfpn"))
PUZZLES = frozenset(
    ("bfs", "dfs", "dls", "iddfs", "ucs", "astar", "idastar", "plan", "nested", "solo")
)
EXACT = 1e-9
"""How far a value may be off: it is handed over as a float."""


@dataclass(frozen=True, slots=True)
class Said:
    """A result in texts: what a search says of a place."""

    move: str | None
    values: tuple[float, ...]
    line: tuple[JointText, ...]
    proven: bool
    bound: Bound
    shortest: bool | None
    unsolvable: bool
    note: str


@dataclass
class Judge:
    """The oracles of one model, each asked once."""

    model: Model
    hurried: bool = False  # whether nodes are so few that a line may break off
    claims: int = 0
    _cache: dict[object, object] = field(default_factory=dict)

    def same(self, value: float, exact: Fraction) -> bool:
        """Whether a number is the exact one, as far as floats allow."""
        return abs(value - float(exact)) <= EXACT

    def equal(self, values: Sequence[float], exact: Vector) -> bool:
        """Whether all numbers are."""
        return all(self.same(v, e) for v, e in zip(values, exact, strict=True))

    def security(self, role: int, start: int) -> dict[int, oracle.Interval]:
        """Return what a role can be sure of."""
        key = ("security", role, start)
        if key not in self._cache:
            self._cache[key] = oracle.security(self.model, start, role)
        return self._cache[key]  # type: ignore[return-value]

    def outcomes(self, start: int) -> frozenset[Vector] | None:
        """Return all equilibrium outcomes; None if they are not defined."""
        key = ("outcomes", start)
        if key not in self._cache:
            try:
                self._cache[key] = oracle.outcomes(self.model, start)[start]
            except oracle.NoValueError:
                self._cache[key] = None
        return self._cache[key]  # type: ignore[return-value]

    def bounds(self, start: int) -> tuple[oracle.Interval, ...] | None:
        """Return the bounds of all roles."""
        key = ("bounds", start)
        if key not in self._cache:
            try:
                self._cache[key] = oracle.bounds(self.model, start)[start]
            except oracle.NoValueError:
                self._cache[key] = None
        return self._cache[key]  # type: ignore[return-value]

    # ---------------------------------------------------------------- one result

    def wrong(
        self, name: str, options: dict[str, object], place: int, role: int, said: Said
    ) -> Iterator[str]:
        """Yield what is wrong with a result of a search for a role at a place."""
        yield from self.wrong_line(place, said)
        here = self.model.places[place]
        if not here.over and said.move not in here.legal[role]:
            yield f"the move {said.move} is not legal"
            return
        if here.over:
            yield from self.wrong_end(place, said)
            return
        if name in PUZZLES:
            yield from self.wrong_puzzle(place, said)
            return
        if name == "zerowindow" or (name in PROOF_NUMBERS and said.bound is not Bound.EXACT):
            if "depth" not in options:
                yield from self.wrong_bound(place, role, said)
            return
        if not said.proven:
            return
        self.claims += 1
        if name in DUELS or (name in ("auto", "mcts") and self.constant(place)):
            yield from self.wrong_duel(place, role, said)
        elif name in ("paranoid", "brs"):
            yield from self.wrong_paranoid(place, role, said)
        elif name == "maxn" and options.get("order") == "guess":  # any of the equal moves
            if self.outcomes(place) is None:
                yield from self.beyond(place, said, "some place below has no value")
            else:
                yield from self.wrong_outcome(place, role, said)
        elif name == "maxn":
            yield from self.wrong_maxn(place, role, said, str(options.get("ties", "leftmost")))
        elif name in ("offensive", "mpmix"):
            yield from self.wrong_stance(place, role, said)
        else:
            yield from self.wrong_bounds(place, role, said)

    def constant(self, place: int) -> bool:
        """Whether two roles in turn share a constant sum below a place."""
        sums = self.model.sums(place)
        turns = all(len(self.model.choosers(one)) < 2 for one in self.model.reached(place))
        chance = self.model.chance is not None
        return (
            len(self.model.roles) < 3
            and len(sums) < 2
            and None not in sums
            and turns
            and not chance
        )

    def wrong_end(self, place: int, said: Said) -> Iterator[str]:
        """Yield what is wrong where the match is over."""
        goals = self.model.places[place].goals
        assert goals is not None
        self.claims += 1
        if said.move is not None:
            yield f"a move {said.move} after the end"
        if said.proven and None in goals:
            yield f"proven {said.values} at an end without defined goals"
        elif said.proven and not self.equal(said.values, tuple(g or Fraction(0) for g in goals)):
            yield f"says {said.values} at an end worth {texts(goals)}"

    def end_of(self, place: int, line: Sequence[JointText]) -> int | None:
        """Return where a line leads; None if it is not legal."""
        for joint in line:
            after = self.model.children(place)
            if joint not in after:
                return None
            place = after[joint]
        return place

    def wrong_line(self, place: int, said: Said) -> Iterator[str]:
        """Yield what is wrong with a line as such."""
        if self.end_of(place, said.line) is None:
            yield f"the line {spelled(said.line)} is not legal"

    def leads_to(self, place: int, said: Said, roles: Sequence[int]) -> Iterator[str]:
        """Yield what is wrong if a line does not end with the values for some roles."""
        end = self.end_of(place, said.line)
        if end is None:
            return
        goals = self.model.places[end].goals
        if goals is None:
            half = oracle.half_of_all(self.model, place)
            endless = half is not None and all(self.same(said.values[one], half) for one in roles)
            if self.hurried or endless:
                return
            yield f"the line {spelled(said.line)} stops before the end"
            return
        for role in roles:
            goal = goals[role]
            if goal is None or not self.same(said.values[role], goal):
                yield f"the line {spelled(said.line)} ends with {texts(goals)}, not {said.values}"
                return

    def wrong_duel(self, place: int, role: int, said: Said) -> Iterator[str]:
        """Yield what is wrong with a value of minimax."""
        if not self.constant(place):
            yield from self.wrong_outcome(place, role, said)
            return
        low, high = self.security(role, place)[place]
        value = said.values[role]
        if low != high or not self.same(value, low):
            yield f"proven {said.values}, but {self.model.roles[role]} gets {span(low, high)}"
            return
        sums = self.model.sums(place)
        if len(said.values) == 2 and sums:
            (total,) = sums
            assert total is not None
            if not self.same(said.values[1 - role], total - low):
                yield f"proven {said.values}, but both share {float(total):g}"
        yield from self.wrong_move(place, role, said)
        if said.move is not None and said.line and said.line[0][role] != said.move:
            yield f"the move {said.move} is not that of the line {spelled(said.line)}"
        yield from self.leads_to(place, said, [role])

    def wrong_outcome(self, place: int, role: int, said: Said) -> Iterator[str]:
        """Yield what is wrong with values that some choice among equal moves should lead to."""
        possible = self.outcomes(place)
        if possible is None:
            yield from self.wrong_bounds(place, role, said)
        elif not any(self.equal(said.values, one) for one in possible):
            known = ", ".join(map(texts, possible))
            yield f"proven {said.values}, but outcomes are {known}"

    def wrong_move(self, place: int, role: int, said: Said) -> Iterator[str]:
        """Yield what is wrong if the move is not sure of the value."""
        assert said.move is not None
        values = self.security(role, place)
        after = [c for joint, c in self.model.children(place).items() if joint[role] == said.move]
        sure = min(values[child][0] for child in after)
        if role in self.model.choosers(place) and float(sure) < said.values[role] - EXACT:
            yield f"proven {said.values} by {said.move}, which is sure of {float(sure):g} only"

    def wrong_paranoid(self, place: int, role: int, said: Said) -> Iterator[str]:
        """Yield what is wrong with what a role is sure of against all."""
        low, high = self.security(role, place)[place]
        if low != high or not self.same(said.values[role], low):
            yield f"proven {said.values}, but {self.model.roles[role]} is sure of {span(low, high)}"
            return
        yield from self.wrong_move(place, role, said)
        yield from self.leads_to(place, said, range(len(said.values)))

    def wrong_maxn(self, place: int, role: int, said: Said, ties: str) -> Iterator[str]:
        """Yield what is wrong with a vector of max^n."""
        try:
            vectors = oracle.maxn(self.model, place, ties, role)
        except oracle.NoValueError as why:
            yield from self.beyond(place, said, str(why))
            return
        if not self.equal(said.values, vectors[place]):
            yield f"proven {said.values}, but max^n ({ties}) is {texts(vectors[place])}"
            return
        if ties != "average":
            yield from self.leads_to(place, said, range(len(said.values)))
        yield from self.kept(place, role, said, vectors, role)

    def kept(
        self, place: int, role: int, said: Said, vectors: dict[int, Vector], whose: int
    ) -> Iterator[str]:
        """Yield what is wrong if the move of the role that chooses changes the value."""
        if self.model.choosers(place) != [role]:
            return
        after = [c for joint, c in self.model.children(place).items() if joint[role] == said.move]
        below = [vectors.get(child, ()) for child in after]
        if any(not one or one[whose] != vectors[place][whose] for one in below):
            got = ", ".join(map(texts, below))
            yield f"proven {said.values}, but {said.move} leads to {got}"

    def wrong_stance(self, place: int, role: int, said: Said) -> Iterator[str]:
        """Yield what is wrong with mpmix, or an offensive; the note says which it was."""
        words = said.note.split(":")[0].split()
        if words[:1] == ["paranoid"]:
            yield from self.wrong_paranoid(place, role, said)
        elif "against" in words and "nobody" not in said.note:
            target = self.model.roles.index(words[words.index("against") + 1])
            vectors = oracle.offensive(self.model, place, role, target)
            if place not in vectors:
                yield f"proven {said.values} {said.note}, but it has no value"
                return
            if not self.equal(said.values, vectors[place]):
                yield f"proven {said.values} {said.note}, but it is {texts(vectors[place])}"
                return
            yield from self.kept(place, role, said, vectors, target)
            yield from self.kept(place, role, said, vectors, role)
            yield from self.leads_to(place, said, range(len(said.values)))
        else:
            yield from self.wrong_maxn(place, role, said, "leftmost")

    def wrong_bounds(self, place: int, role: int, said: Said) -> Iterator[str]:
        """Yield what is wrong with a value that should hold whatever roles do among equals."""
        found = self.bounds(place)
        if found is None:
            yield f"proven {said.values}, though matches may not end"
            return
        for one in self.model.players:
            low, high = found[one]
            if low != high or not self.same(said.values[one], low):
                who = self.model.roles[one]
                yield f"proven {said.values}, but {who} gets {span(low, high)}"
                return
        if role in self.model.choosers(place):
            after = [c for j, c in self.model.children(place).items() if j[role] == said.move]
            below = [self.bounds(child) for child in after]
            sure = min(one[role][0] for one in below if one is not None)
            if float(sure) < said.values[role] - EXACT:
                yield f"proven {said.values} by {said.move}, which is sure of {float(sure):g} only"
        if self.model.chance is None:
            yield from self.leads_to(place, said, self.model.players)

    def beyond(self, place: int, said: Said, why: str) -> Iterator[str]:
        """Yield what is wrong with values where some place below has none, for a reason.

        What has no value may have been left out with good reason: then bounds are kept. Two roles
        that share out a total have a value also where matches may not end.
        """
        if oracle.half_of_all(self.model, place) is not None:
            for role in self.model.players:
                low, high = self.security(role, place)[place]
                if low != high or not self.same(said.values[role], low):
                    who = self.model.roles[role]
                    yield f"proven {said.values}, but {who} gets {span(low, high)}"
                    return
        found = self.bounds(place)
        if found is None:
            return
        for one in self.model.players:
            low, high = found[one]
            if not float(low) - EXACT <= said.values[one] <= float(high) + EXACT:
                who = self.model.roles[one]
                yield f"proven {said.values} ({why}), but {who} gets {span(low, high)}"
                return

    def wrong_bound(self, place: int, role: int, said: Said) -> Iterator[str]:
        """Yield what is wrong with the answer of a zero window."""
        low, high = self.security(role, place)[place]
        value = said.values[role]
        if not said.line and said.bound is Bound.EXACT and not said.proven:
            return  # the first result of all: a guess
        self.claims += 1
        if said.bound is Bound.AT_LEAST and float(high) < value - EXACT:
            yield f"at least {value}, but it is {span(low, high)}"
        if said.bound is Bound.AT_MOST and float(low) > value + EXACT:
            yield f"at most {value}, but it is {span(low, high)}"
        if said.proven and said.bound is Bound.EXACT and not self.same(value, low):
            yield f"proven {value}, but it is {span(low, high)}"

    def wrong_puzzle(self, place: int, said: Said) -> Iterator[str]:
        """Yield what is wrong with the answer to a puzzle."""
        best = oracle.best_reachable(self.model, place, 0)
        (value,) = said.values
        self.claims += 1
        if said.line:
            yield from self.leads_to(place, said, [0])
            if said.line[0][0] != said.move:
                yield f"the move {said.move} is not that of the line {spelled(said.line)}"
        if best is not None and value > float(best) + EXACT:
            yield f"says {value}, but no end is worth more than {float(best):g}"
        if said.proven and said.bound is Bound.EXACT:
            if said.unsolvable:
                if best is not None:
                    yield f"proven unsolvable, but an end is worth {float(best):g}"
            elif best is None:
                yield f"proven {value}, but no end can be reached"
            elif not self.same(value, best):
                yield f"proven {value}, but an end is worth {float(best):g}"
        if said.shortest:
            fewest = oracle.shortest(self.model, place, 0, Fraction(repr(value)))
            if fewest is None or fewest < len(said.line):
                yield f"{len(said.line)} moves are called shortest, but {fewest} do"


def texts(goals: Sequence[Fraction | None]) -> str:
    """Return a vector for people."""
    return f"({', '.join('-' if goal is None else f'{float(goal):g}' for goal in goals)})"


def span(low: Fraction, high: Fraction) -> str:
    """Return an interval for people."""
    return f"{float(low):g}" if low == high else f"{float(low):g} to {float(high):g}"


def spelled(line: Sequence[JointText]) -> str:
    """Return a line for people."""
    return "; ".join(" ".join(joint) for joint in line) or "()"
