"""What `zermelo analyse` answers: what is proved of a game, and what random matches measure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.answers.answer import INLINED, CommandAnswer
from zermelo.answers.basis import INITIAL, INVARIANTS, RULES, ProofBasis
from zermelo.answers.impact import SpelledImpact, spelled_impact
from zermelo.answers.latches import (
    LatchReport,
    SpelledDeadGoal,
    SpelledInhibitor,
    latch_report,
    latches_rest_on,
    spelled_dead_goals,
    spelled_inhibitors,
)
from zermelo.answers.suggestion import Suggestion, suggested
from zermelo.answers.symmetries import SymmetryGroup, symmetry_group
from zermelo.answers.trait_claims import TraitReport, trait_claims
from zermelo.evaluate.impact import Impact
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.invariants import Invariants
from zermelo.proofs.knowledge import Knowledge
from zermelo.sampling.measures import Measures, Spread


@dataclass(frozen=True, slots=True)
class SymmetryReport:
    """The symmetries that leave roles as they are, and all, with those that exchange roles."""

    own: SymmetryGroup = field(metadata=INLINED)
    with_exchange: SymmetryGroup


@dataclass(frozen=True, slots=True)
class TextProofs:
    """What the claims rest on that are bare texts."""

    invariants: ProofBasis
    step_counters: ProofBasis
    constants: ProofBasis


@dataclass(frozen=True, slots=True)
class AnalyseAnswer(CommandAnswer):
    """What is known of a game; `cut` is what is not settled, with the limit that stopped it."""

    game: str
    latches: LatchReport
    constants: Sequence[str]
    invariants: Sequence[str]
    step_counters: Sequence[str]
    inhibitors: Sequence[SpelledInhibitor]
    dead_goals: Sequence[SpelledDeadGoal]
    symmetries: SymmetryReport
    turn_taking: TraitReport
    constant_sum: TraitReport
    alternating: TraitReport
    terminating: TraitReport
    playable: TraitReport
    proofs: TextProofs
    opponent_impact: SpelledImpact | None
    branching: Mapping[str, Spread | None]
    length: Spread | None
    unfinished: int
    cut: Sequence[str]
    seconds: float
    complete: bool
    suggestion: Suggestion | None


def analyse_answer(
    name: str,
    game: CompiledGame,
    found: Knowledge,
    measures: Measures,
    impact: tuple[str, Impact] | None,
    asked: Sequence[str],
) -> AnalyseAnswer:
    """Return everything; of the fluents `asked`, why they are no latches."""
    own, exchange = found.symmetries, found.exchanges
    latches_basis = ProofBasis(True, latches_rest_on(found.latches))
    return AnalyseAnswer(
        game=name,
        latches=latch_report(game, found.latches, asked),
        constants=found.latches.constants,
        invariants=invariant_texts(found.invariants),
        step_counters=counter_texts(found.invariants),
        inhibitors=spelled_inhibitors(game, found.inhibitors),
        dead_goals=spelled_dead_goals(game, found.inhibitors),
        symmetries=SymmetryReport(symmetry_group(game, own), symmetry_group(game, exchange)),
        **trait_claims(game, found.traits, found.proofs, found.invariants),
        proofs=TextProofs(
            invariants=ProofBasis(True, [RULES, INITIAL]),
            step_counters=ProofBasis(True, [RULES, INITIAL, INVARIANTS]),
            constants=latches_basis,
        ),
        opponent_impact=spelled_impact(impact),
        branching=dict(zip(game.roles, measures.branching, strict=True)),
        length=measures.length,
        unfinished=measures.unfinished,
        cut=[f"{what} (out of {limit})" for what, limit in found.limits.items()],
        seconds=found.seconds,
        complete=not found.limits,
        suggestion=suggested(game.roles, found.traits, impact[1] if impact else None),
    )


def invariant_texts(known: Invariants) -> list[str]:
    """Return what holds in every state, in words."""
    return [each.text for each in (*known.groups, *known.pairs)]


def counter_texts(known: Invariants) -> list[str]:
    """Return what counts the steps of a match, in words."""
    return [counter.text for counter in known.counters]
