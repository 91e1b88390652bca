"""Patterns of fluents: `(cell 1 ? ?)` stands for every fluent of the game that looks so."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product

from zermelo.text.ground_term import GroundTerm

Pattern = tuple[str, tuple[str | None, ...]]
"""A name and its arguments, None where any will do."""
LISTED = 6
"""Parts of a group that are named; of more, some."""
MOST_ARGUMENTS = 6
"""Arguments of which every choice is tried; of more, all but one or two are held fixed."""


def spell(pattern: Pattern) -> str:
    """Return a pattern in KIF, with question marks."""
    name, args = pattern
    return f"({' '.join([name, *(arg or '?' for arg in args)])})" if args else name


def openings(arity: int) -> Iterator[tuple[bool, ...]]:
    """Every choice of arguments to leave open; of long terms, those with one or two open."""
    if arity <= MOST_ARGUMENTS:
        yield from product([False, True], repeat=arity)
        return
    for first in range(arity):
        for second in range(first, arity):
            yield tuple(index in (first, second) for index in range(arity))


class Patterns:
    """The fluents of a game by what they have in common."""

    def __init__(self, fluents: Sequence[GroundTerm]) -> None:
        """Note the name and the arguments of each fluent."""
        self.fluents = fluents
        self.parts = [(fluent.name, fluent.parts[1:]) for fluent in fluents]

    @cached_property
    def members(self) -> dict[Pattern, tuple[int, ...]]:
        """The fluents of every pattern that two or more have."""
        found: dict[Pattern, list[int]] = {}
        by_form: dict[int, list[tuple[bool, ...]]] = {}
        for fluent, (name, args) in enumerate(self.parts):
            for opening in by_form.setdefault(len(args), list(openings(len(args)))):
                choice = zip(args, opening, strict=True)
                pattern = name, tuple(None if is_open else arg for arg, is_open in choice)
                found.setdefault(pattern, []).append(fluent)
        return {pattern: tuple(group) for pattern, group in found.items() if len(group) > 1}

    def spell(self, group: Iterable[int]) -> str:
        """Return a group in words: patterns where it has all that match, else single fluents.

        >>> from zermelo.text.ground_term import ground_terms
        >>> fluents = ground_terms("(cell 1 x) (cell 1 o) (cell 2 x) over")
        >>> Patterns(fluents).spell([0, 1, 3])
        '(cell 1 ?), over'
        """
        by_name: dict[tuple[str, int], list[int]] = {}
        for fluent in group:
            name, args = self.parts[fluent]
            by_name.setdefault((name, len(args)), []).append(fluent)
        spelled: list[str] = []
        for members in by_name.values():
            pattern = self.common(members)
            if self.members.get(pattern) == tuple(members):
                spelled.append(spell(pattern))
            else:
                spelled += [self.fluents[fluent].text for fluent in members]
        if len(spelled) > LISTED:
            return f"{', '.join(spelled[: LISTED - 1])}, ... {spelled[-1]} ({len(spelled)} in all)"
        return ", ".join(spelled)

    def common(self, members: Sequence[int]) -> Pattern:
        """Return the narrowest pattern of fluents that have one name."""
        columns = zip(*(self.parts[member][1] for member in members), strict=True)
        args = tuple(column[0] if len(set(column)) == 1 else None for column in columns)
        return self.parts[members[0]][0], args
