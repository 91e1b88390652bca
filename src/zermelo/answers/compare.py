"""What `zermelo compare` answers: the decisions of several searches, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.answers.answer import INLINED, NOT_IN_JSON, CommandAnswer
from zermelo.answers.think import SpelledThought


@dataclass(frozen=True, slots=True)
class ComparedSearch:
    """The decision of a search, named by its spec."""

    search: str
    thought: SpelledThought = field(metadata=INLINED)


@dataclass(frozen=True, slots=True)
class RefusedSearch:
    """A search that has no answer, and why."""

    search: str
    error: str


@dataclass(frozen=True, slots=True)
class CompareAnswer(CommandAnswer):
    """What every search decided, and the leaves of the minimal tree where that is defined."""

    game: str
    role: str
    rows: Sequence[ComparedSearch | RefusedSearch]
    minimal: int | None
    roles: Sequence[str] = field(metadata=NOT_IN_JSON)
