"""What is known of latches: fluents that never change back, and what they rule out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zermelo.answers.basis import INVARIANTS, LATCHES, RULES, StepExample, step_example
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.inhibitors import Inhibitors
from zermelo.proofs.latches import Latch, Latches, LatchKind, LatchVerdict


@dataclass(frozen=True, slots=True)
class LatchCounts:
    """How many latches there are that stay true, and that stay false."""

    positive: int
    negative: int


@dataclass(frozen=True, slots=True)
class LatchClaim:
    """The claim that a fluent is a latch, and a step that refutes it."""

    fluent: str
    direction: Literal["positive", "negative"]
    verdict: str
    counter_example: StepExample | None


@dataclass(frozen=True, slots=True)
class LatchReport:
    """The fluents that stay true once they are (positive), or false (negative)."""

    positive: Sequence[str]
    negative: Sequence[str]
    without_invariants: LatchCounts
    last: Sequence[str]
    complete: bool
    proven: bool
    rests_on: Sequence[str]
    asked: Sequence[LatchClaim]


@dataclass(frozen=True, slots=True)
class SpelledInhibitor:
    """A latch, and the fluents that never hold again because of it."""

    latch: str
    positive: bool
    inhibits: Sequence[str]
    proven: bool
    rests_on: Sequence[str]

    @property
    def text(self) -> str:
        """It in words."""
        state = "once" if self.positive else "once no more"
        more = f" and {len(self.inhibits) - 3} more" if len(self.inhibits) > 3 else ""
        return f"{state} {self.latch}: never again {', '.join(self.inhibits[:3])}{more}"


@dataclass(frozen=True, slots=True)
class SpelledDeadGoal:
    """A goal that no match ends with, once a latch holds; or at all, without a latch."""

    role: str
    value: int
    latch: str | None
    positive: bool | None
    proven: bool
    rests_on: Sequence[str]

    @property
    def text(self) -> str:
        """It in words."""
        goal = f"goal {self.value} of {self.role}"
        if self.latch is None:
            return f"{goal}: no match ends with it"
        state = "once" if self.positive else "once no more"
        return f"{goal}: dead {state} {self.latch}"


def latch_report(game: CompiledGame, latches: Latches, asked: Sequence[str] = ()) -> LatchReport:
    """Return the latches; of the fluents `asked`, why they are none."""
    return LatchReport(
        positive=[latch.text for latch in latches.proved(positive=True)],
        negative=[latch.text for latch in latches.proved(positive=False)],
        without_invariants=LatchCounts(
            len(latches.proved(positive=True, invariants=False)),
            len(latches.proved(positive=False, invariants=False)),
        ),
        last=[each.text for each in latches.claims if each.kind is LatchKind.LAST],
        complete=latches.complete,
        proven=True,
        rests_on=latches_rest_on(latches),
        asked=[latch_claim(game, each) for each in latches.claims if each.text in set(asked)],
    )


def latches_rest_on(latches: Latches) -> list[str]:
    """Return what the proofs of all latches together rest on."""
    alone = all(latch.verdict is LatchVerdict.PROVED for latch in latches.claims if latch.proved)
    return [RULES] if alone else [RULES, INVARIANTS]


def latch_claim(game: CompiledGame, latch: Latch) -> LatchClaim:
    """Return what is known of a claim that a fluent is a latch."""
    return LatchClaim(
        fluent=latch.text,
        direction="positive" if latch.positive else "negative",
        verdict=latch.verdict.value,
        counter_example=None if latch.example is None else step_example(game, latch.example),
    )


def spelled_inhibitors(game: CompiledGame, found: Inhibitors) -> list[SpelledInhibitor]:
    """Return what latches rule out for good."""
    return [
        SpelledInhibitor(
            latch=each.latch.text,
            positive=each.latch.positive,
            inhibits=[game.lexicon.fluents[fluent] for fluent in others],
            proven=True,
            rests_on=[RULES, LATCHES, INVARIANTS],
        )
        for each in found.inhibitors
        # That what stays false does not come back is what the latch says itself.
        if (others := [fluent for fluent in each.fluents if fluent != each.latch.fluent])
    ]


def spelled_dead_goals(game: CompiledGame, found: Inhibitors) -> list[SpelledDeadGoal]:
    """Return the goals that no match ends with any more."""
    return [
        SpelledDeadGoal(
            role=game.roles[goal.role],
            value=goal.value,
            latch=goal.latch.text if goal.latch else None,
            positive=goal.latch.positive if goal.latch else None,
            proven=True,
            rests_on=[RULES, *([LATCHES] if goal.latch else []), INVARIANTS],
        )
        for goal in found.dead_goals
    ]
