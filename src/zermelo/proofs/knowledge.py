"""Knowledge: all that is proved of a game, found in one go.

Each kind of knowledge has its budget of steps, so that the same rules give the same knowledge. With
`seconds` there is an outer limit as well, and what it cuts off says so.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Finding, Trait
from zermelo.ground.program import Program
from zermelo.proofs.inhibitors import STEPS_FOR_INHIBITORS as INHIBITORS
from zermelo.proofs.inhibitors import Inhibitors, inhibitors
from zermelo.proofs.invariants import STEPS_FOR_INVARIANTS as INVARIANTS
from zermelo.proofs.invariants import Invariants, invariants
from zermelo.proofs.latches import STEPS_FOR_LATCHES as LATCHES
from zermelo.proofs.latches import Latches, LatchKind, latches
from zermelo.proofs.sample import sample
from zermelo.proofs.symmetry.symmetries import STEPS_FOR_SYMMETRIES as SYMMETRIES
from zermelo.proofs.symmetry.symmetries import Symmetries, symmetries
from zermelo.proofs.traits import STEPS_FOR_TRAITS as TRAITS
from zermelo.proofs.traits import TraitVerdict, prove_traits, with_proofs
from zermelo.sampling.known_traits import known_traits

PARTS = {"invariants": 0.3, "latches": 0.25, "inhibitors": 0.35, "symmetries": 0.5, "traits": 1.0}
"""What part of the seconds that are left each kind may take, in this order, if there is a limit."""
STEPS_BY_KIND = {
    "invariants": INVARIANTS,
    "latches": LATCHES,
    "inhibitors": INHIBITORS,
    "symmetries": SYMMETRIES,
    "traits": TRAITS,
}
"""Steps of each kind, for an effort of 1."""
Tell = Callable[[str], None]


class ProofLimits(TypedDict):
    """What a kind of knowledge may take."""

    seconds: float | None
    steps: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What was found out about a game; every part says itself whether it is complete."""

    invariants: Invariants
    latches: Latches
    inhibitors: Inhibitors
    symmetries: Symmetries  # of each role on its own
    exchanges: Symmetries  # with exchange of roles
    traits: Mapping[Trait, Finding]
    proofs: Mapping[str, TraitVerdict]
    seconds: float

    @property
    def limits(self) -> dict[str, str]:
        """What has cut each part that is not whole: `steps`, `time` or `memory`."""
        found = {f"invariants: {name}": self.invariants.limit for name in self.invariants.cut}
        found["latches"] = self.latches.limit
        found["inhibitors"] = self.inhibitors.limit
        found["symmetries"] = self.symmetries.limit or self.exchanges.limit
        found |= {f"proof: {name}": proof.limit for name, proof in sorted(self.proofs.items())}
        return {name: limit for name, limit in found.items() if limit}


def knowledge(
    game: CompiledGame,
    program: Program,
    *,
    seconds: float | None = None,
    effort: float = 1.0,
    tell: Tell | None = None,
) -> Knowledge:
    """Return what can be proved of a game; see `parts`."""
    begin = time.monotonic()
    found = dict(parts(game, program, seconds=seconds, effort=effort, tell=tell))
    return Knowledge(**found, seconds=time.monotonic() - begin)


def parts(
    game: CompiledGame,
    program: Program,
    *,
    seconds: float | None = None,
    effort: float = 1.0,
    tell: Tell | None = None,
) -> Iterator[tuple[str, Any]]:
    """Yield every part of what can be proved of a game as soon as it is found, by its name.

    What matches refute is left out.

    Args:
        game: the game of `program`.
        program: its ground rules.
        seconds: an outer limit for all together; some more go by before and after the proofs.
        effort: by what the steps of every proof are multiplied.
        tell: called with what is looked for.
    """
    begin = time.monotonic()

    def part(name: str, share: float = 1.0) -> ProofLimits:
        left = None if seconds is None else begin + seconds - time.monotonic()
        return {
            "seconds": None if left is None else max(0.2, left * PARTS[name] * share),
            "steps": int(STEPS_BY_KIND[name] * effort),
        }

    def looking(name: str) -> None:
        if tell:
            tell(f"looking for {name} ...")

    traits = known_traits(game)
    seen = sample(game)
    looking("invariants")
    known = invariants(game, program, **part("invariants"), seen=seen)
    yield "invariants", known
    looking("latches")
    held = latches(game, program, known, **part("latches"), seen=seen)
    yield "latches", held
    looking("inhibitors")
    proper = [latch for latch in held.claims if latch.proved and latch.kind is LatchKind.PROPER]
    yield "inhibitors", inhibitors(game, program, known.counts, proper, **part("inhibitors"))
    looking("symmetries")
    own = symmetries(program, **part("symmetries", 1 / 2))
    yield "symmetries", own
    exchanging = len(game.roles) > 1
    yield (
        "exchanges",
        symmetries(program, exchange=True, **part("symmetries")) if exchanging else own,
    )
    looking("traits")
    proofs = prove_traits(game, program, known.counts, seen, **part("traits"))
    yield "proofs", proofs
    yield "traits", with_proofs(traits, proofs)
