"""Knowledge: all that is proved of a game, found in one go within a time."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from zermelo.ground.program import Program
from zermelo.logic.inhibitors import Inhibitors, inhibitors
from zermelo.logic.invariants import Invariants, invariants
from zermelo.logic.latches import Kind, Latches, latches
from zermelo.logic.sample import sample
from zermelo.logic.symmetry.symmetries import Symmetries, symmetries
from zermelo.logic.traits import Proof, prove_traits, with_proofs
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Finding, Trait
from zermelo.position.traits import find_traits

SECONDS = 7.0
PARTS = {"invariants": 0.3, "latches": 0.25, "inhibitors": 0.35, "symmetries": 0.5, "traits": 1.0}
"""What part of the time that is left then each kind of knowledge may take, in this order."""
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What was found out about a game; every part says itself whether it is complete."""

    invariants: Invariants
    latches: Latches
    inhibitors: Inhibitors
    symmetries: Symmetries  # of each role on its own
    exchanges: Symmetries  # with exchange of roles
    traits: Mapping[Trait, Finding]
    proofs: Mapping[str, Proof]
    seconds: float


def knowledge(
    game: CircuitGame,
    program: Program,
    *,
    seconds: float = SECONDS,
    hidden: bool = False,
    tell: Tell | None = None,
) -> Knowledge:
    """Return what can be proved of a game in some seconds; see `parts`."""
    begin = time.monotonic()
    found = dict(parts(game, program, seconds=seconds, hidden=hidden, tell=tell))
    return Knowledge(**found, seconds=time.monotonic() - begin)


def parts(
    game: CircuitGame,
    program: Program,
    *,
    seconds: float = SECONDS,
    hidden: bool = False,
    tell: Tell | None = None,
) -> Iterator[tuple[str, Any]]:
    """Yield every part of what can be proved of a game as soon as it is found, by its name.

    What matches refute is left out.

    Args:
        game: the game of `program`.
        program: its ground rules.
        seconds: for all together; some more go by before and after the proofs.
        hidden: whether its rules have `sees`.
        tell: is told what is looked for.
    """
    begin = time.monotonic()

    def part(name: str) -> float:
        if tell:
            tell(f"looking for {name} ...")
        return max(0.2, (begin + seconds - time.monotonic()) * PARTS[name])

    traits = find_traits(game)
    seen = sample(game, seconds=min(1.0, seconds / 10))
    known = invariants(game, program, seconds=part("invariants"), seen=seen)
    yield "invariants", known
    held = latches(game, program, known, seconds=part("latches"), seen=seen)
    yield "latches", held
    proper = [latch for latch in held.claims if latch.proved and latch.kind is Kind.PROPER]
    yield (
        "inhibitors",
        inhibitors(game, program, known.counts, proper, seconds=part("inhibitors")),
    )
    half = part("symmetries") / 2
    own = symmetries(program, seconds=half)
    yield "symmetries", own
    with_roles = symmetries(program, exchange=True, seconds=half) if len(game.roles) > 1 else own
    yield "exchanges", with_roles
    proofs = prove_traits(game, program, known.counts, seen, seconds=part("traits"))
    yield "proofs", proofs
    yield "traits", with_proofs(traits, proofs)
