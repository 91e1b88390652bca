"""Latches: fluents that stay true once they are true, or stay false once they are false.

After Genesereth and Thielscher, General Game Playing, section 16.1. A counter-example that a random
match came to refutes a latch. One that a solver made up does not, for matches may never come there:
the latch is then merely not proved.
"""

import time
from dataclasses import dataclass
from enum import Enum

from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, State
from zermelo.ground.program import Program
from zermelo.proofs.counts import flattened
from zermelo.proofs.invariants import Invariants
from zermelo.proofs.sample import Refutation, StateSample, sample
from zermelo.proofs.tables import asked, limit_of

STEPS_FOR_LATCHES = 8_000_000
"""Of the solver: see `Budget`."""


class LatchVerdict(Enum):
    """What is known of a claim that a fluent is a latch."""

    PROVED = "proved"  # from the rules alone, whatever the state
    WITH_INVARIANTS = "proved with invariants"  # of every state that keeps to them
    REFUTED = "refuted"  # by a match that can be played
    OPEN = "not proved"  # a solver has a counter-example that may be out of reach, or was cut


class LatchKind(Enum):
    """What a latch is worth knowing for."""

    PROPER = "latch"
    CONSTANT = "never changes"  # a latch both ways
    LAST = "no move follows"  # nothing happens after it holds, or while it does not


@dataclass(frozen=True, slots=True)
class Latch:
    """A claim that a fluent never ceases to hold (positive), or never comes to (negative)."""

    fluent: int
    text: str
    positive: bool
    verdict: LatchVerdict
    kind: LatchKind = LatchKind.PROPER
    example: Refutation | None = None  # the change, where one is known

    @property
    def proved(self) -> bool:
        """Whether it is one."""
        return self.verdict in (LatchVerdict.PROVED, LatchVerdict.WITH_INVARIANTS)


@dataclass(frozen=True, slots=True)
class Latches:
    """What is known of every fluent in both directions."""

    claims: tuple[Latch, ...]  # positive and negative of each fluent in turn
    limit: str  # what has cut the proofs: `steps`, `time` or `memory`; nothing if they are whole
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether every claim was settled."""
        return not self.limit

    def proved(self, *, positive: bool, invariants: bool = True) -> tuple[Latch, ...]:
        """Return the latches of one direction; those that need invariants if wanted."""
        return tuple(
            latch
            for latch in self.claims
            if latch.positive == positive
            and (latch.verdict is LatchVerdict.PROVED or (invariants and latch.proved))
        )

    @property
    def constants(self) -> tuple[str, ...]:
        """The fluents that never change."""
        return tuple(
            latch.text
            for latch in self.claims
            if latch.positive and latch.kind is LatchKind.CONSTANT
        )


def latches(
    game: CompiledGame,
    program: Program,
    known: Invariants | None = None,
    *,
    seconds: float | None = None,
    steps: int = STEPS_FOR_LATCHES,
    seed: int = 0,
    seen: StateSample | None = None,
) -> Latches:
    """Return what can be found out about latches of a game.

    Args:
        game: the game of `program`, for random matches that refute most claims.
        program: the rules to prove from.
        known: invariants that may be used; without them fewer latches are proved.
        seconds: an outer limit to the proofs; what was proved by then is returned.
        steps: what the proofs may cost; without `seconds` it alone decides what is proved.
        seed: of the random matches.
        seen: those matches, if there were some already.
    """
    begin = time.monotonic()
    seen = seen or sample(game, seed=seed)
    size = len(program.fluents)
    claims = [(f, 0) for f in range(size) if f not in seen.fell]
    claims += [(f, 1) for f in range(size) if f not in seen.rose]
    going = seen.states[seen.going]
    # Where a match was seen to go on from, the claim is about something.
    still = [(f, 0) for f in range(size) if not going[:, f].any()]
    still += [(f, 1) for f in range(size) if going[:, f].all()]
    counts = flattened(known.counts if known else ())
    message = {"claims": claims, "invariants": counts, "still": still, "seed": seed}
    try:
        answer = asked("zermelo.proofs.latch_proofs:prove", program, message, seconds, steps=steps)
    except LimitError as error:
        empty: list[tuple[int, int]] = []
        answer = {"strong": empty, "plain": empty, "idle": empty, "limit": limit_of(error)}
        answer |= {"steps": empty, "refuted": empty}
    made_up = {(f, rises): example(*answer["steps"][i]) for f, rises, i in answer["refuted"]}
    proved = {name: set(map(tuple, answer[name])) for name in ("strong", "plain", "idle")}

    def latch(fluent: int, rises: int) -> Latch:
        claim = fluent, rises
        text, positive = program.fluents[fluent], not rises
        if claim not in proved["strong"]:
            shown = (seen.rose if rises else seen.fell).get(fluent)
            verdict = LatchVerdict.REFUTED if shown else LatchVerdict.OPEN
            return Latch(fluent, text, positive, verdict, example=shown or made_up.get(claim))
        verdict = LatchVerdict.PROVED if claim in proved["plain"] else LatchVerdict.WITH_INVARIANTS
        kind = LatchKind.LAST if claim in proved["idle"] else LatchKind.PROPER
        if (fluent, 1 - rises) in proved["strong"]:
            kind = LatchKind.CONSTANT
        return Latch(fluent, text, positive, verdict, kind)

    found = tuple(latch(fluent, rises) for fluent in range(size) for rises in (0, 1))
    return Latches(found, answer["limit"], time.monotonic() - begin)


def example(before: list[int], joint: list[int], after: list[int]) -> Refutation:
    """Return a step of a model: no line of moves is known that leads there."""
    states = [State(sum(1 << fluent for fluent in fluents)) for fluents in (before, after)]
    return Refutation(states[0], tuple(map(Move, joint)), states[1])
