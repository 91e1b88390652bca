"""What `zermelo learn` answers: one kind of answer for each method."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.answers.answer import ABSENT, Absent, ByRole, CommandAnswer


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
