"""What `zermelo learn` answers: one kind of answer for each method."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.answers.answer import ABSENT, NOT_IN_JSON, Absent, ByRole, CommandAnswer

SHOWN_RULES = 12
"""Rules that people are shown."""


@dataclass(frozen=True, slots=True)
class BorrowedRules:
    """How many rules of another instance were proved, failed, or are about other things."""

    file: str
    proved: int
    failed: int
    missing: int


@dataclass(frozen=True, slots=True)
class LearnAnswer(CommandAnswer):
    """Rules by lemmas; the file is None if none was written."""

    game: str
    method: str
    file: str | None
    rules: int
    lemmas: int
    nodes: int
    calls: int
    seconds: float
    values: ByRole
    complete: bool
    proven: bool
    rests_on: Sequence[str]
    from_: BorrowedRules | Absent = ABSENT
    sure: bool = field(default=True, metadata=NOT_IN_JSON)  # 0 is a goal, too: matches end
    doubt: str = field(default="", metadata=NOT_IN_JSON)  # why values may be higher
    shown: Sequence[str] = field(default=(), metadata=NOT_IN_JSON)  # the first rules, in words


@dataclass(frozen=True, slots=True)
class LearnTreeAnswer(CommandAnswer):
    """Best moves of a search that a solver prunes; the file is None if none was written."""

    game: str
    method: str
    file: str | None
    rules: int
    nodes: int
    calls: int
    seconds: float
    values: ByRole
    proven: bool
    rests_on: Sequence[str]
    shown: Sequence[str] = field(metadata=NOT_IN_JSON)  # the first rules, in words


@dataclass(frozen=True, slots=True)
class LearnPreferencesAnswer(CommandAnswer):
    """Weak constraints from ordered examples; the file is None if none was written."""

    game: str
    method: str
    file: str | None
    rules: int
    length: int
    orderings: int
    satisfied: int
    shortest: bool
    strength: float
    seconds: float
    constraints: Sequence[str] = field(metadata=NOT_IN_JSON)
