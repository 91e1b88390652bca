"""Learning a proved strategy: what each role can force from a position, and by which rules."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zermelo.errors import LimitError, UnsuitedError
from zermelo.interrupts import signals
from zermelo.learn.guide import guide_of
from zermelo.learn.prover import Prover, role_claims
from zermelo.learn.repetition import may_repeat
from zermelo.learn.transfer import Borrowed, Taken, take_over
from zermelo.logic.closed import closed_invariants
from zermelo.logic.invariants import invariants
from zermelo.logic.lemmas import Claim, Lemma
from zermelo.logic.sample import sample
from zermelo.logic.symmetry.symmetries import Symmetry, symmetries
from zermelo.logic.traits import prove_traits, shared_out
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Role, State
from zermelo.rules.information import RANDOM
from zermelo.text.several import several

PROVING = 5.0
"""Seconds for invariants, symmetries and traits, each."""
EACH = 8
"""Of a limited time each of these gets at most one part in so many, so that half of it is left."""
LEAST = 1.0
"""But no less than this: with nothing proved of the game, positions are no use."""
DEEPEST = 200
"""Moves to which games are searched that are not known to end."""
Tell = Callable[[str], None]


class OutOfTimeError(Exception):
    """The time for learning is up: what was proved by then is kept."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What was proved: lemmas in the order of their proofs, and what they say of the start."""

    lemmas: tuple[Lemma, ...]
    symmetries: tuple[Symmetry, ...]
    values: tuple[int, ...]  # what each role is proved to be able to force
    nodes: int  # positions that were opened
    calls: int  # reasons that the solver was asked for
    taken: Taken  # of the lemmas of another instance
    complete: bool
    interrupted: bool  # by the user: what was proved by then is true all the same
    seconds: float


def work_done(nodes: int, lemmas: int) -> str:
    """Return how much was done, for people."""
    return f"{several(nodes, 'position')} opened, {several(lemmas, 'lemma')} proved"


def learn(
    game: CircuitGame,
    start: State,
    *,
    borrowed: Borrowed | None = None,
    seconds: float | None = None,
    tell: Tell | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Learned:
    """Return what can be proved of a position in some seconds.

    Args:
        game: with its ground rules.
        start: the position.
        borrowed: lemmas of another instance, to be proved first.
        seconds: after which no more position is opened.
        tell: is told how far it is.
        stopped: is asked before every position; if it says so, no more is opened either.

    Raises:
        UnsuitedError: the game has chance, or its rules are not known.
    """
    program = game.program
    if program is None:
        raise UnsuitedError(f"lemmas are proved from rules, and {game.name} has none")
    if RANDOM in map(str.lower, game.roles):
        raise UnsuitedError(f"nothing can be forced against chance, and {game.name} has it")
    begin = time.monotonic()
    proving = PROVING if seconds is None else min(PROVING, max(LEAST, seconds / EACH))
    if tell:
        tell("looking for invariants and symmetries ...")
    seen = sample(game)
    known = invariants(game, program, seconds=proving, seen=seen)
    alike = symmetries(program, exchange=len(game.roles) > 1, seconds=proving)
    closed = closed_invariants(program, known.counts, alike.generators, seconds=proving)
    proofs = prove_traits(game, program, known.counts, seen, seconds=proving)
    shared = len(game.roles) == 2 and "constant_sum" in proofs and proofs["constant_sum"].proved
    total = shared_out(game, [0, 1]) if shared else None
    bounded = "ends" in proofs and proofs["ends"].most is not None
    ends = bounded or not may_repeat(game, start)
    roles = [Role(0)] if total is not None else [Role(role) for role in range(len(game.roles))]
    claims = [claim for role in roles for claim in role_claims(game, role)]

    def watch(prover: Prover) -> None:
        if seconds is not None and time.monotonic() - begin > seconds:
            raise OutOfTimeError
        if stopped and stopped():
            raise OutOfTimeError
        if tell:
            tell(work_done(prover.nodes, len(prover.lemmas)))

    with Prover(
        game,
        claims,
        total=total,
        invariants=closed,
        symmetries=alike.generators,
        guide=guide_of(game) if total is not None else None,
        watch=watch,
    ) as prover:
        complete = interrupted = False
        taken = Taken()
        try:
            taken = Taken() if borrowed is None else take_over(prover, borrowed)
            decide_all(prover, claims, start, ends=ends)
            complete = True
            prover.raise_claims()
            if ends:
                prover.generalise()
        except (OutOfTimeError, LimitError):
            pass
        except KeyboardInterrupt:
            signals.taken()
            interrupted = True
        values = tuple(forced(prover, Role(role), start) for role in range(len(game.roles)))
        return Learned(
            lemmas=tuple(prover.lemmas),
            symmetries=alike.generators,
            values=values,
            nodes=prover.nodes,
            calls=prover.calls,
            taken=taken,
            complete=complete,
            interrupted=interrupted,
            seconds=time.monotonic() - begin,
        )


def decide_all(prover: Prover, claims: Sequence[Claim], start: State, *, ends: bool) -> None:
    """Decide all claims about a state as far as they can be.

    Where positions may repeat, the search goes move by move deeper: lemmas then use earlier ones.
    """
    for claim in claims:
        if ends:
            prover.decide(claim, start)
            continue
        for depth in range(DEEPEST):
            if prover.decide(claim, start, depth) is not None:
                break


def forced(prover: Prover, role: Role, start: State) -> int:
    """Return the highest goal that a role is proved to be able to force."""
    program = prover.game.program
    assert program is not None
    proved = [
        claim.value
        for claim in role_claims(prover.game, role)
        if claim in prover.covers and prover.covers[claim].find(start)
    ]
    return max(proved, default=min(value for value, _ in program.goals[role]))
