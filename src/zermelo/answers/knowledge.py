"""What is known of a game, as JSON has it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from zermelo.answers.impact import impact_object
from zermelo.evaluate.impact import Impact
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Finding, Joint, Role, Trait
from zermelo.proofs.inhibitors import Inhibitors
from zermelo.proofs.invariants import Invariants
from zermelo.proofs.knowledge import Knowledge
from zermelo.proofs.latches import Kind, Latch, Latches, Verdict
from zermelo.proofs.sample import Example
from zermelo.proofs.symmetry.symmetries import Symmetries
from zermelo.proofs.symmetry.words import order_in_words, words
from zermelo.proofs.traits import Proof
from zermelo.sampling.measures import Measures

LARGEST = 10**4000
RULES, INITIAL = "rules", "initial position"
LATCHES, INVARIANTS = "latches (proved)", "invariants (proved)"
SAMPLED = {"unrefuted": ["random matches"], "refuted": ["counterexample"], "unknown": list[str]()}
"""What is known of a trait that is not proved, and how."""
NAMES = {
    Trait.TURNS: "turn_taking",
    Trait.CONSTANT_SUM: "constant_sum",
    Trait.ALTERNATES: "alternating",
    Trait.ENDS: "terminating",
}


def as_object(
    game: CompiledGame,
    found: Knowledge,
    measures: Measures,
    impact: tuple[str, Impact] | None,
    asked: Sequence[str],
) -> dict[str, Any]:
    """Return everything as JSON has it; of the fluents `asked`, why they are no latches."""
    return {
        **latches_object(game, found.latches, asked),
        **invariants_object(found.invariants),
        **inhibitors_object(game, found.inhibitors),
        "symmetries": group(game, found.symmetries)
        | {"with_exchange": group(game, found.exchanges)},
        **traits_object(game, found.traits, found.proofs, found.invariants),
        "proofs": proofs_object(found),
        "opponent_impact": impact_object(impact),
        "branching": {
            role: None if spread is None else asdict(spread)
            for role, spread in zip(game.roles, measures.branching, strict=True)
        },
        "length": None if measures.length is None else asdict(measures.length),
        "unfinished": measures.unfinished,
        "cut": cut(found),
        "seconds": found.seconds,
        "complete": not found.limits,
    }


def latches_object(
    game: CompiledGame, latches: Latches, asked: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the latches, and what never changes."""
    return {
        "latches": {
            "positive": [latch.text for latch in latches.proved(positive=True)],
            "negative": [latch.text for latch in latches.proved(positive=False)],
            "without_invariants": {
                "positive": len(latches.proved(positive=True, invariants=False)),
                "negative": len(latches.proved(positive=False, invariants=False)),
            },
            "last": [each.text for each in latches.claims if each.kind is Kind.LAST],
            "complete": latches.complete,
            "proven": True,
            "rests_on": latches_rest_on(latches),
            "asked": [verdict(game, each) for each in latches.claims if each.text in set(asked)],
        },
        "constants": list(latches.constants),
    }


def invariants_object(known: Invariants) -> dict[str, Any]:
    """Return what holds in every state, in words."""
    return {
        "invariants": [each.text for each in (*known.groups, *known.pairs)],
        "step_counters": [counter.text for counter in known.counters],
    }


def inhibitors_object(game: CompiledGame, found: Inhibitors) -> dict[str, Any]:
    """Return what latches rule out for good."""
    return {
        "inhibitors": [
            {
                "latch": each.latch.text,
                "positive": each.latch.positive,
                "inhibits": [game.lexicon.fluents[fluent] for fluent in others],
                "proven": True,
                "rests_on": [RULES, LATCHES, INVARIANTS],
            }
            for each in found.inhibitors
            # That what stays false does not come back is what the latch says itself.
            if (others := [fluent for fluent in each.fluents if fluent != each.latch.fluent])
        ],
        "dead_goals": [
            {
                "role": game.roles[goal.role],
                "value": goal.value,
                "latch": goal.latch.text if goal.latch else None,
                "positive": goal.latch.positive if goal.latch else None,
                "proven": True,
                "rests_on": [RULES, *([LATCHES] if goal.latch else []), INVARIANTS],
            }
            for goal in found.dead_goals
        ],
    }


def traits_object(
    game: CompiledGame,
    traits: Mapping[Trait, Finding],
    proofs: Mapping[str, Proof],
    known: Invariants,
) -> dict[str, Any]:
    """Return what is known of every trait."""
    found = {NAMES[trait]: trait_object(game, traits[trait], trait, proofs) for trait in NAMES}
    found["playable"] = proof_object(game, proofs, "playable")
    reasons = [RULES, INVARIANTS] if known.counts else [RULES]
    for told in found.values():
        told["proven"] = told["evidence"] == "proved"
        told["rests_on"] = reasons if told["proven"] else SAMPLED[told["evidence"]]
    return found


def proofs_object(found: Knowledge) -> dict[str, Any]:
    """Return what the claims rest on that are bare texts."""
    latches = {"proven": True, "rests_on": latches_rest_on(found.latches)}
    return {
        "invariants": {"proven": True, "rests_on": [RULES, INITIAL]},
        "step_counters": {"proven": True, "rests_on": [RULES, INITIAL, INVARIANTS]},
        "constants": latches,
    }


def latches_rest_on(latches: Latches) -> list[str]:
    """Return what the proofs of all latches together rest on."""
    alone = all(latch.verdict is Verdict.PROVED for latch in latches.claims if latch.proved)
    return [RULES] if alone else [RULES, INVARIANTS]


def verdict(game: CompiledGame, latch: Latch) -> dict[str, Any]:
    """Return what is known of a claim that a fluent is a latch."""
    return {
        "fluent": latch.text,
        "direction": "positive" if latch.positive else "negative",
        "verdict": latch.verdict.value,
        "counter_example": None if latch.example is None else example(game, latch.example),
    }


def example(game: CompiledGame, step: Example) -> dict[str, Any]:
    """Return a step that refutes something; `line` leads there from the start, if that is known."""

    def spelled(joint: Joint) -> list[str]:
        return [game.spell(Role(role), move) for role, move in enumerate(joint)]

    return {
        "before": game.describe(step.before),
        "moves": spelled(step.joint),
        "after": game.describe(step.after),
        "reachable": step.reachable,
        "line": None if step.line is None else [spelled(joint) for joint in step.line],
    }


def group(game: CompiledGame, found: Symmetries) -> dict[str, Any]:
    """Return symmetries: how many there are, and of which all are made."""
    return {
        # Beyond some thousand digits, neither Python nor a reader of JSON takes a number.
        "order": found.order if found.order < LARGEST else None,
        "order_text": order_in_words(found.order),
        "generators": [
            words(game.lexicon, symmetry) for symmetry in found.generators if game.program
        ],
        "complete": found.complete,
        "proven": True,
        "rests_on": [RULES],
    }


def trait_object(
    game: CompiledGame, finding: Finding, trait: Trait, proofs: Mapping[str, Proof]
) -> dict[str, Any]:
    """Return what is known of a trait: evidence, playouts, why, and a counter-example."""
    told: dict[str, Any] = {
        "evidence": finding.evidence.value,
        "playouts": finding.playouts,
        "because": finding.because,
    }
    if finding.example:
        told["example"] = finding.example
    proof = proofs.get((trait.name or "").lower())
    if proof and proof.most is not None and proof.proved:
        told["most_moves"] = proof.most
    if proof and proof.counter_example:
        told["unproved"] = example(game, proof.counter_example)
    return told


def proof_object(game: CompiledGame, proofs: Mapping[str, Proof], name: str) -> dict[str, Any]:
    """Return what the solver has found out about something that has no trait of its own."""
    proof = proofs.get(name)
    if proof is None:
        return {"evidence": "unknown", "because": ""}
    told: dict[str, Any] = {
        "evidence": "proved" if proof.proved else "unknown",
        "because": proof.because,
    }
    if proof.counter_example:
        told["unproved"] = example(game, proof.counter_example)
    return told


def cut(found: Knowledge) -> list[str]:
    """Return what is not settled, and which limit has cut it: steps, time or memory."""
    return [f"{name} (out of {limit})" for name, limit in found.limits.items()]
