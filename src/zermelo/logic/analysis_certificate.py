"""The certificate of an analysis: everything that `analyse` says is proved."""

from collections.abc import Iterator, Sequence

from zermelo.ground.program import Program
from zermelo.logic.certificate import Json, certificate, invariant_claim, symmetry_claim
from zermelo.logic.counts import Count
from zermelo.logic.inhibitors import Inhibitors
from zermelo.logic.invariants import Counter
from zermelo.logic.knowledge import Knowledge
from zermelo.logic.latches import Kind, Latch
from zermelo.logic.traits import Proof
from zermelo.position.circuit_game import CircuitGame

TRAITS = {"turns": "turn_taking", "playable": "playable", "alternates": "alternating"}


def analysis_certificate(game: CircuitGame, found: Knowledge) -> str:
    """Return the certificate of what is known of a game."""
    assert game.program is not None, "what is proved is proved from rules"
    return certificate("analysis", game, game.initial, list(claims(game.program, found)))


def claims(program: Program, found: Knowledge) -> Iterator[Json]:
    """Yield every claim that is proved."""
    for count in found.invariants.counts:
        yield invariant_claim(program, count)
    for counter in found.invariants.counters:
        yield chain_claim(program, counter)
    for latch in found.latches.claims:
        if latch.proved:
            yield {"claim": "latch", **latch_keys(latch)}
            if latch.kind is Kind.LAST:
                yield {"claim": "last", **latch_keys(latch)}
    yield from inhibitor_claims(program, found.inhibitors)
    for generator in {*found.symmetries.generators, *found.exchanges.generators}:
        yield symmetry_claim(program, generator)
    for name, proof in found.proofs.items():
        if proof.proved:
            yield trait_claim(program, name, proof)
