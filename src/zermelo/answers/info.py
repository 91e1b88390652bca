"""What `zermelo info` answers: the size of a game, and its traits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zermelo.answers.answer import ABSENT, Absent, CommandAnswer, SpelledLine
from zermelo.answers.basis import SAMPLED
from zermelo.game.game import Finding, Trait


@dataclass(frozen=True, slots=True)
class CompilationSeconds:
    """How long the parts of compiling took."""

    read: float
    ground: float
    build: float


@dataclass(frozen=True, slots=True)
class TraitFinding:
    """What is known of a trait, why, and the match that refutes it."""

    evidence: str
    playouts: int
    proven: bool
    rests_on: Sequence[str]
    because: str | Absent = ABSENT
    example: SpelledLine | Absent = ABSENT


@dataclass(frozen=True, slots=True)
class InfoAnswer(CommandAnswer):
    """A game: its size, its kind, and its traits; title and description are of the library."""

    name: str
    title: str | None
    description: str | None
    roles: Sequence[str]
    fluents: int
    moves: Mapping[str, int]
    ground_rules: int
    gates: int
    slots: int
    engine: str
    seconds: CompilationSeconds
    chance: bool
    hidden: bool
    traits: Mapping[str, TraitFinding]


def trait_name(trait: Trait) -> str:
    """Return a trait as JSON calls it."""
    return (trait.name or "").lower()


def trait_finding(finding: Finding, reasons: Sequence[str]) -> TraitFinding:
    """Return a finding; `reasons` are what it rests on if it is proved."""
    evidence = finding.evidence.value
    proven = evidence == "proved"
    return TraitFinding(
        evidence=evidence,
        playouts=finding.playouts,
        proven=proven,
        rests_on=reasons if proven else SAMPLED[evidence],
        because=finding.because or ABSENT,
        example=finding.example if finding.because else ABSENT,
    )
