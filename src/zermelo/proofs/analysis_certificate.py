"""The certificate of an analysis: everything that `analyse` says is proved."""

from collections.abc import Iterator

from zermelo.game.compiled_game import CompiledGame
from zermelo.ground.program import Program
from zermelo.proofs.certificate import Json, certificate, invariant_claim, symmetry_claim
from zermelo.proofs.goal_bounds import GoalBounds
from zermelo.proofs.inhibitors import Inhibitors
from zermelo.proofs.invariants import Counter
from zermelo.proofs.knowledge import Knowledge
from zermelo.proofs.latches import Latch, LatchKind
from zermelo.proofs.traits import TraitVerdict
from zermelo.rules.information import RANDOM

TRAITS = {"turns": "turn_taking", "playable": "playable", "alternates": "alternating"}


def analysis_certificate(
    game: CompiledGame, found: Knowledge, bounds: GoalBounds | None = None
) -> str:
    """Return the certificate of what is known; `bounds` must follow from the same invariants."""
    assert game.program is not None, "what is proved is proved from rules"
    claims = list(analysis_claims(game.program, found))
    if bounds is not None:
        claims += bound_claims(game.program, bounds)
    return certificate("analysis", game, game.initial, claims)


def analysis_claims(program: Program, found: Knowledge) -> Iterator[Json]:
    """Yield a claim for everything that is proved."""
    for count in found.invariants.counts:
        yield invariant_claim(program, count)
    for counter in found.invariants.counters:
        yield chain_claim(program, counter)
    for latch in found.latches.claims:
        if latch.proved:
            yield {"claim": "latch", **latch_keys(latch)}
            if latch.kind is LatchKind.LAST:
                yield {"claim": "last", **latch_keys(latch)}
    yield from inhibitor_claims(program, found.inhibitors)
    generators = (*found.symmetries.generators, *found.exchanges.generators)
    for generator in dict.fromkeys(generators):
        yield symmetry_claim(program, generator)
    for name, proof in found.proofs.items():
        if proof.proved:
            yield trait_claim(program, name, proof)


def latch_keys(latch: Latch) -> Json:
    """Return what a claim says of its latch."""
    return {"fluent": latch.text, "holds": latch.positive}


def chain_claim(program: Program, counter: Counter) -> Json:
    """Return the claim of a chain of fluents."""
    then = counter.again if counter.again is not None else "over" if counter.over else "stuck"
    fluents = [program.fluents[fluent] for fluent in counter.chain]
    return {"claim": "chain", "fluents": fluents, "then": then}


def inhibitor_claims(program: Program, found: Inhibitors) -> Iterator[Json]:
    """Yield the claims of what latches rule out."""
    for each in found.inhibitors:
        fluents = [program.fluents[fluent] for fluent in each.fluents]
        yield {"claim": "inhibitor", **latch_keys(each.latch), "fluents": fluents}
    for goal in found.dead_goals:
        latch = {"fluent": None, "holds": None} if goal.latch is None else latch_keys(goal.latch)
        role = program.roles[goal.role]
        yield {"claim": "dead_goal", "role": role, "goal": goal.value, **latch}


def trait_claim(program: Program, name: str, proof: TraitVerdict) -> Json:
    """Return the claim of a trait that is proved."""
    if name == "constant_sum":
        roles = [role for role in program.roles if role.lower() != RANDOM]
        return {"claim": "constant_sum", "roles": roles, "total": proof.total}
    if name != "ends":
        return {"claim": TRAITS[name]}
    groups = [
        {"fluents": [program.fluents[fluent] for fluent in fluents], "ranks": list(ranks)}
        for fluents, ranks in proof.groups
    ]
    return {"claim": "terminating", "groups": groups, "most": proof.most}


def bound_claims(program: Program, bounds: GoalBounds) -> Iterator[Json]:
    """Yield the claims of what goals are bounded by at every end."""
    for role, low, high in zip(program.roles, bounds.low, bounds.high, strict=True):
        yield {"claim": "goal_bounds", "role": role, "low": int(low), "high": int(high)}
    yield {"claim": "goal_sum", "most": int(bounds.most)}
