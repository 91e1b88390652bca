"""Proved bounds: what the rules of a strategy file say of the worth of a state.

A role that can force a goal gets at least that; where both roles share out a total that is proved,
the other role gets at most the rest. A rule that holds a role below a goal bounds it by the next
lower one. So a state that a rule covers need not be searched if its bound settles the window, and
if it does not, the window is narrower.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Game, Move, Role, State
from zermelo.search.endless import endless_values
from zermelo.search.findings import ending

if TYPE_CHECKING:
    from zermelo.proofs.kept_invariants import Keeping
    from zermelo.proofs.lemmas import Claim, Lemma

LEMMAS = "a strategy file: its proved rules cut the search"
"""What the option is about, in all searches."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A lemma as a bound on the worth of all states that it covers; from below, or from above."""

    worth: float
    lemma: "Lemma"
    side: Role  # whose lemma it is
    move: Move  # that the side plays for it


@dataclass(frozen=True, slots=True)
class ProvedBounds:
    """What is proved of the worth of a state, and by what."""

    low: float = -inf
    high: float = inf
    low_by: Ruling | None = None
    high_by: Ruling | None = None


UNBOUNDED = ProvedBounds()


class Proved:
    """The lemmas of a file, asked for bounds on what one role gets."""

    def __init__(
        self,
        game: CompiledGame,
        role: Role,
        floors: Sequence[Ruling],
        ceilings: Sequence[Ruling],
        levels: Sequence[float],
        *,
        keeping: "Keeping",
        sums: bool,
    ) -> None:
        """Keep bounds in the order in which they are tried: the tightest first.

        They are about positions that keep some invariants and, if they are `sums`, have only ends
        after them that share out the total.
        """
        self.game = game
        self.keeping, self.sums = keeping, sums
        self.role = role
        self.floors = sorted(floors, key=lambda ruling: -ruling.worth)
        self.ceilings = sorted(ceilings, key=lambda ruling: ruling.worth)
        self.least, self.most = min(levels), max(levels)  # with or without an end
        self.known: dict[State, ProvedBounds] = {}

    def require(self, state: State) -> None:
        """Raise UnsuitedError unless the bounds are proved for all positions after a state.

        What a position keeps, all that come after it keep as well: only the first one is asked.
        """
        from zermelo.proofs.patterns import Patterns
        from zermelo.proofs.total import proved_total

        if (broken := self.keeping.broken(state)) is not None:
            text = broken.spell(Patterns(self.game.lexicon.fluent_terms))
            raise UnsuitedError(
                f"{self.game.name}: the lemmas are about positions with {text}, and this is none; "
                "search without them, or learn from this position: `zermelo learn --state`"
            )
        if self.sums and proved_total(self.game, state) is None:
            raise UnsuitedError(
                f"{self.game.name}: the lemmas need a constant sum, which is not proved for this "
                "position; search without them"
            )

    def bounds(self, state: State) -> ProvedBounds:
        """Return what is proved of a state before the end, after one that `require` let pass."""
        if state not in self.known:
            self.known[state] = self.found(state)
        return self.known[state]

    def found(self, state: State) -> ProvedBounds:
        """Return the tightest bounds of all lemmas that cover a state."""
        floor = next((each for each in self.floors if each.lemma.covers(state)), None)
        ceiling = next((each for each in self.ceilings if each.lemma.covers(state)), None)
        low = -inf if floor is None else floor.worth
        high = inf if ceiling is None else ceiling.worth
        # Nobody gets more than the highest goal, nor less than the lowest, if there is an end.
        if low >= self.most:
            high = low
        elif high <= self.least:
            low = high
        return ProvedBounds(low, high, floor, ceiling)

    def reason(self, ruling: Ruling | None, state: State) -> str:
        """Return why a bound holds, in words of the game."""
        from zermelo.strategies.wording import in_words

        return "" if ruling is None else in_words(ruling.lemma, self.game, state)


def proved_by(game: Game, role: Role, file: str) -> Proved:
    """Return what the lemmas of a file prove of the value for a role.

    Raises:
        ReadError: the file is no strategy, or refuted by an audit.
        UnsuitedError: it is for other rules, it is not proved, or the game has no rules.
    """
    from zermelo.proofs.kept_invariants import Keeping
    from zermelo.proofs.lemmas import orbit
    from zermelo.proofs.total import proved_total
    from zermelo.strategies.strategy import generators_of, load_strategy

    if (compiled := game.compiled) is None or compiled.program is None:
        raise UnsuitedError(f"lemmas are about rules, and {game.name} has none")
    strategy = load_strategy(compiled, file)
    if strategy.status != "proved":
        raise UnsuitedError(
            f"{file} is {strategy.status}, not proved: a search may not go by it; "
            "`zermelo learn` proves its rules, `strategy:file=...` plays by any"
        )
    generators = generators_of(strategy, compiled)
    goals = [[value for value, _ in own] for own in compiled.program.goals]
    levels = [sorted({float(value) for value in own}) for own in goals]
    total = proved_total(compiled) if any(lemma.moves for lemma in strategy.lemmas) else None
    ends = ending(game).evidence is Evidence.PROVED
    endless = [] if ends else [float(value) for value in endless_values(goals)]
    floors: list[Ruling] = []
    ceilings: list[Ruling] = []
    for lemma in strategy.lemmas:
        for image in orbit(lemma, generators) if lemma.moves else ():
            worth = bounded(image.claim, role, total, levels[image.claim.role], endless)
            if worth is not None:
                side, move = Role(image.claim.side[0]), Move(image.moves[0])
                below = image.claim.least == (image.claim.role == role)
                (floors if below else ceilings).append(Ruling(worth, image, side, move))
    sums = any(one.lemma.claim.role != role for one in (*floors, *ceilings))
    keeping = Keeping(strategy.invariants)
    reached = [*levels[role], *endless]
    return Proved(compiled, role, floors, ceilings, reached, keeping=keeping, sums=sums)


def bounded(
    claim: "Claim",
    role: Role,
    total: int | None,
    levels: Sequence[float],
    endless: Sequence[float] = (),
) -> float | None:
    """Return the bound on the worth for `role` that a claim is; None if it is none.

    `levels` are the goals that the role of the claim can have, `endless` what a match without an
    end may count, if there are such matches: who is held below a goal may still get that.

    >>> from zermelo.proofs.lemmas import Claim
    >>> goals = [0.0, 50.0, 100.0]
    >>> bounded(Claim((0,), 0, 50), Role(0), 100, goals)
    50.0
    >>> bounded(Claim((1,), 1, 100), Role(0), 100, goals)
    0.0
    >>> bounded(Claim((1,), 0, 100, least=False), Role(0), 100, goals)
    50.0
    >>> bounded(Claim((1,), 0, 50, least=False), Role(0), 100, goals, [50.0])
    50.0
    >>> bounded(Claim((1,), 1, 100), Role(0), None, goals)
    """
    if claim.least:
        reached = min((level for level in levels if level >= claim.value), default=None)
    else:
        below = [level for level in levels if level < claim.value]
        reached = max([*below, *endless], default=None)
    if reached is None or claim.role == role:
        return reached
    return None if total is None else total - reached
