"""Formats of files: each has a version number of its own, which stands in the file.

A number grows when a file would mean something else to an older program. A program reads the
versions up to its own and refuses newer ones, saying what to do; docs/formats.md lists all formats.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A kind of file that is written and read again, and the version that is written now."""

    name: str
    version: int
    opening: str = ""  # of the title, where a file has one: all that stands before the number

    @property
    def title(self) -> str:
        """How a file says what it is.

        >>> FileFormat("strategy", 2, "Zermelo strategy, version ").title
        'Zermelo strategy, version 2'
        """
        return f"{self.opening}{self.version}"

    def version_in(self, title: str) -> int | None:
        """Return the version that a title names; None if it is not the title of such a file.

        >>> strategy = FileFormat("strategy", 2, "Zermelo strategy, version ")
        >>> strategy.version_in("Zermelo strategy, version 1"), strategy.version_in("a poem")
        (1, None)
        """
        number = title.removeprefix(self.opening)
        plain = title.startswith(self.opening) and number.isascii() and number.isdecimal()
        return int(number) if plain and number[0] != "0" and len(number) < 10 else None

    def is_newer(self, version: int | None) -> bool:
        """Tell whether only a newer program knows a version."""
        return version is not None and version > self.version

    def refusal(self, version: int | None, where: str) -> str:
        """Return what to say of a file of a version that is newer."""
        known = f"{self.name} format {version}; this one reads up to {self.version}"
        return f"{where} was written by a newer Zermelo ({known}): update Zermelo"
