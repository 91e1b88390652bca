"""A text, where it came from, and places in it."""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, eq=False)
class Source:
    """A text with the name of its file; compared by identity."""

    name: str
    text: str

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        return starts

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of `offset`, both counted from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of a line, counted from 1, without its end."""
        start = self._line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` to `end` (exclusive) of a source."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line that it starts in, counted from 1."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """The column that it starts in, counted from 1."""
        return self.source.place(self.start)[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        """Spell it as file:line:column."""
        return f"{self.source.name}:{self.line}:{self.column}"

    def picture(self) -> str:
        """Draw the line with a caret under the place; long lines are cut around it."""
        line, column = self.source.place(self.start)
        text = self.source.line(line).replace("\t", " ")
        first = max(0, column - 1 - 60)
        shown = text[first : first + 100]
        carets = max(1, min(self.end - self.start, len(shown) - (column - 1 - first)))
        printable = "".join(
            char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in shown
        )
        return f"{printable}\n{' ' * (column - 1 - first)}{'^' * carets}"
