"""The rules that a certificate is about, with numbers for what it names."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from zermelo.errors import ReadError
from zermelo.ground.program import Program
from zermelo.rules.information import RANDOM
from zermelo.text.tree import Sheet

State = tuple[int, ...]
"""The fluents that hold, by number, in ascending order."""


class Refuted(Exception):  # noqa: N818 - an answer, not an error
    """A claim is wrong, or not supported: `args[0]` is its counterexample."""


def require(right: bool, why: str, **more: Any) -> None:
    """Raise Refuted unless something is right."""
    if not right:
        raise Refuted({"why": why, **more})


class Subject:
    """Rules, ground, and the numbers of their roles, fluents and moves."""

    def __init__(self, sheet: Sheet, program: Program) -> None:
        """Number all names; the moves of a role by the number of the role."""
        self.sheet, self.program, self.roles = sheet, program, range(len(program.roles))
        texts = {"role": program.roles, "fluent": program.fluents}
        named = [*texts.items(), *enumerate(program.moves)]
        self.numbers = {(kind, name): n for kind, names in named for n, name in enumerate(names)}

    @cached_property
    def chance(self) -> set[int]:
        """The roles that move by chance: nobody can count on their help."""
        return {role for role in self.roles if self.program.roles[role].lower() == RANDOM}

    def find(self, kind: str | int, name: str) -> int:
        """Return the number of a role, a fluent, or a move of the role `kind`."""
        if (kind, name) not in self.numbers:
            owner = kind if isinstance(kind, str) else f"move of {self.program.roles[kind]}"
            raise ReadError(f"the rules have no {owner} {name[:80]}")
        return self.numbers[kind, name]

    def fluents(self, names: Iterable[str]) -> State:
        """Return the numbers of fluents; ReadError if one is named twice."""
        found = sorted(self.find("fluent", name) for name in names)
        if len(set(found)) < len(found):
            raise ReadError("a list names a fluent twice")
        return tuple(found)

    def spelled(self, state: Iterable[int]) -> list[str]:
        """Return a position in KIF."""
        return [self.program.fluents[fluent] for fluent in sorted(state)]
