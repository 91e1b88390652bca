"""What is known of the traits of a game, with proofs and counterexamples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zermelo.answers.answer import ABSENT, Absent, SpelledLine
from zermelo.answers.basis import INVARIANTS, RULES, SAMPLED, StepExample, step_example
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Finding, Trait
from zermelo.proofs.invariants import Invariants
from zermelo.proofs.traits import TraitVerdict

TRAIT_NAMES = {
    Trait.TURNS: "turn_taking",
    Trait.CONSTANT_SUM: "constant_sum",
    Trait.ALTERNATES: "alternating",
    Trait.ENDS: "terminating",
}
PLAYABLE = "playable"


@dataclass(frozen=True, slots=True)
class TraitReport:
    """What is known of a trait: evidence, random matches, why, and a counterexample.

    `unproved` is a step at which the proof fails, though no match may come there.
    """

    evidence: str
    playouts: int | Absent
    because: str
    example: SpelledLine | Absent
    most_moves: int | Absent
    unproved: StepExample | Absent
    proven: bool
    rests_on: Sequence[str]


def trait_claims(
    game: CompiledGame,
    traits: Mapping[Trait, Finding],
    proofs: Mapping[str, TraitVerdict],
    known: Invariants,
) -> dict[str, TraitReport]:
    """Return what is known of every trait that is proved from the rules, by name."""
    reasons = [RULES, INVARIANTS] if known.counts else [RULES]
    found = {
        name: trait_claim(game, traits[trait], proofs.get((trait.name or "").lower()), reasons)
        for trait, name in TRAIT_NAMES.items()
    }
    return found | {PLAYABLE: playable_claim(game, proofs.get(PLAYABLE), reasons)}


def trait_claim(
    game: CompiledGame, finding: Finding, proof: TraitVerdict | None, reasons: Sequence[str]
) -> TraitReport:
    """Return what is known of a trait; `reasons` are what it rests on if it is proved."""
    evidence = finding.evidence.value
    proven = evidence == "proved"
    most = proof.most if proof is not None and proof.proved else None
    return TraitReport(
        evidence=evidence,
        playouts=finding.playouts,
        because=finding.because,
        example=finding.example or ABSENT,
        most_moves=ABSENT if most is None else most,
        unproved=unproved(game, proof),
        proven=proven,
        rests_on=reasons if proven else SAMPLED[evidence],
    )


def playable_claim(
    game: CompiledGame, proof: TraitVerdict | None, reasons: Sequence[str]
) -> TraitReport:
    """Return whether it is proved that each role always has a move: it is no trait of its own."""
    proven = proof is not None and proof.proved
    return TraitReport(
        evidence="proved" if proven else "unknown",
        playouts=ABSENT,
        because="" if proof is None else proof.because,
        example=ABSENT,
        most_moves=ABSENT,
        unproved=unproved(game, proof),
        proven=proven,
        rests_on=reasons if proven else SAMPLED["unknown"],
    )


def unproved(game: CompiledGame, proof: TraitVerdict | None) -> StepExample | Absent:
    """Return the step at which a proof fails, if there is one."""
    if proof is None or proof.counter_example is None:
        return ABSENT
    return step_example(game, proof.counter_example)
