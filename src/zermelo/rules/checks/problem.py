"""What a check finds: a problem with its code, place and cure."""

from dataclasses import dataclass
from typing import Literal

from zermelo.rules.dependencies import Signature
from zermelo.text.source import Span
from zermelo.text.tree import Atom, Term, Variable

Severity = Literal["error", "warning"]
LONGEST_QUOTE = 60
"""How many characters of the text a message quotes."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong (`error`) or odd (`warning`) in a rule sheet, and what would do."""

    code: str
    message: str
    span: Span | None
    severity: Severity
    hint: str

    @property
    def line(self) -> int | None:
        """The line where it is, counted from 1; None if it is about the whole sheet."""
        return self.span.line if self.span else None

    @property
    def column(self) -> int | None:
        """The column where it is, counted from 1; None if it is about the whole sheet."""
        return self.span.column if self.span else None

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return f"{place}{self.severity}: {self.message} [{self.code}]"


def shown(node: Atom | Term) -> str:
    """Return how the sheet writes `node`, on one line and not too long."""
    if node.span is None:
        return f"?{node.name}" if isinstance(node, Variable) else repr(node)
    words = " ".join(node.span.text.split())
    return words if len(words) <= LONGEST_QUOTE else words[: LONGEST_QUOTE - 3] + "..."


def relation(signature: Signature) -> str:
    """Return a relation as messages call it.

    >>> relation(("cell", 3))
    'cell/3'
    """
    return f"{signature[0]}/{signature[1]}"
