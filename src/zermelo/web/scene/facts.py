"""Whatever no board shows: heaps of counters that only shrink, and a table of all other fluents."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.boards.board import by_owner, natural
from zermelo.text.ground_term import GroundTerm

ARGUMENT = re.compile(r"(?<= )[^ ()]+")
"""A word of the table that is not the first after a bracket."""
LARGEST_HEAP = 40
"""Counters of a heap that are still drawn one by one."""
SHOWN_FLUENTS = 60
"""Fluents of one kind that are listed."""
TURN = frozenset({"control", "turn", "to_move", "to_play", "mover", "whose_turn", "active"})
"""Who is to move is said elsewhere."""
CLOCKS = frozenset({"step"})
"""What every move changes tells nothing about the last one."""


@dataclass(frozen=True, slots=True)
class Heap:
    """A number that starts at its largest: `(has 4 7)` is heap 4 with seven counters."""

    name: str
    key: str  # nothing where there is only one
    most: int

    def identity(self, count: int) -> str:
        """Return what the counter is called whose removal takes `count` away."""
        return f"h:{self.name}:{self.key}:{count}"

    def count(self, fluents: Iterable[GroundTerm]) -> int:
        """Return how many counters it has in a state."""
        for fluent in fluents:
            name, key, number = numbered(fluent)
            if (name, key) == (self.name, self.key) and number is not None:
                return number
        return 0

    def drawn(
        self, fluents: Sequence[GroundTerm], before: Sequence[GroundTerm] | None
    ) -> dict[str, Any]:
        """Return the heap in a state, its top first."""
        count = self.count(fluents)
        gone = 0 if before is None else max(0, self.count(before) - count)
        return {
            "name": f"{self.name} {self.key}".strip(),
            "most": self.most,
            "gone": gone,
            "counters": [self.identity(number) for number in range(1, count + 1)],
        }


def numbered(fluent: GroundTerm) -> tuple[str, str, int | None]:
    """Return name, key and number of a fluent like `(has 4 7)` or `(heap 21)`.

    >>> from zermelo.text.ground_term import ground_terms
    >>> list(map(numbered, ground_terms("(has 4 7) (heap 21) (on a b)")))
    [('has', '4', 7), ('heap', '', 21), ('on', 'a', None)]
    """
    if not 1 <= len(fluent.args) <= 2 or any(arg.args for arg in fluent.args):
        return fluent.name, "", None
    last = fluent.args[-1].text
    number = int(last) if last.isdecimal() and len(last) < 6 else None
    return fluent.name, fluent.args[0].text if len(fluent.args) == 2 else "", number


def heaps_of(possible: Iterable[GroundTerm], initial: Iterable[GroundTerm]) -> tuple[Heap, ...]:
    """Return the heaps of a game: numbers that are as large as they can be at the start.

    >>> from zermelo.text.ground_term import ground_terms
    >>> possible = ground_terms("(heap 0) (heap 1) (heap 2) (step 1) (step 2)")
    >>> heaps_of(possible, ground_terms("(heap 2) (step 1)"))
    (Heap(name='heap', key='', most=2),)
    """
    largest: dict[tuple[str, str], int] = {}
    odd: set[str] = set()
    for fluent in possible:
        name, key, number = numbered(fluent)
        if number is None:
            odd.add(name)
            continue
        largest[name, key] = max(number, largest.get((name, key), 0))
    start: dict[tuple[str, str], list[int]] = {}
    for fluent in initial:
        name, key, number = numbered(fluent)
        if number is not None and name not in odd:
            start.setdefault((name, key), []).append(number)
    whole = set()
    for name in {name for name, _ in start}:
        found = [numbers for kind, numbers in start.items() if kind[0] == name]
        most = max(number for kind, number in largest.items() if kind[0] == name)
        highest = max(numbers[0] for numbers in found)
        if all(len(numbers) == 1 for numbers in found) and 1 < highest == most <= LARGEST_HEAP:
            whole.add(name)
    kinds = sorted((kind for kind in start if kind[0] in whole), key=lambda kind: natural(kind[1]))
    return tuple(Heap(name, key, start[name, key][0]) for name, key in kinds)


def table(
    fluents: Sequence[GroundTerm],
    hidden: frozenset[str],
    heaps: Sequence[Heap],
    roles: Sequence[str],
    before: Sequence[GroundTerm] | None = None,
) -> list[dict[str, Any]]:
    """Return a row for each kind of fluent that is not drawn: its name, and what holds.

    `hidden` are the shapes that boards show. What holds since `before` is fresh; what has gone
    since then is listed where nothing of its kind has taken its place.
    """
    now = kinds_of(fluents, hidden, heaps)
    earlier = now if before is None else kinds_of(before, hidden, heaps)
    both = {
        name: list(dict.fromkeys((*now.get(name, ()), *earlier.get(name, ()))))
        for name in (now | earlier)
    }
    rows = []
    for title, values in by_owner(both, roles):
        name, _, owner = title.partition(" of ")
        wholes = {value: f"{owner} {value}".strip() for value in sorted(values, key=natural)}
        held = [value for value in wholes if wholes[value] in now.get(name, ())]
        fresh = {value for value in held if wholes[value] not in earlier.get(name, ())}
        gone = [] if fresh else [value for value in wholes if value not in held]
        if held or gone:
            rows.append(
                {
                    "name": title,
                    "values": [
                        {
                            "id": identity(name, wholes[value]),
                            "text": value,
                            "fresh": value in fresh and name not in CLOCKS,
                        }
                        for value in held[:SHOWN_FLUENTS]
                    ],
                    "more": max(0, len(held) - SHOWN_FLUENTS),
                    "gone": gone[:SHOWN_FLUENTS],
                }
            )
    return rows


def kinds_of(
    fluents: Iterable[GroundTerm], hidden: frozenset[str], heaps: Sequence[Heap]
) -> dict[str, list[str]]:
    """Return the fluents that nothing else shows, by their names.

    >>> from zermelo.text.ground_term import ground_terms
    >>> kinds_of(ground_terms("(on a b) (on b c) (control x)"), frozenset(), [])
    {'on': ['a b', 'b c']}
    """
    drawn = {heap.name for heap in heaps}
    kinds: dict[str, list[str]] = {}
    for fluent in fluents:
        name, *words = fluent.parts
        if fluent.shape not in hidden and name not in drawn and name not in TURN:
            kinds.setdefault(name, []).append(" ".join(words))
    return kinds


def identity(name: str, rest: str) -> str:
    """Return what a fluent of the table is called in a scene."""
    return f"f:{name}:{rest}"


def chips(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the fluents of a table that a word may mean: of kinds of which several hold.

    A number alone means a fluent only where it is one of a set, such as the cards of a hand.
    """
    found: dict[str, list[str]] = {}
    for row in rows:
        for value in row["values"]:
            words = value["text"].replace("(", " ").replace(")", " ").split()
            for word in words if len(words) > 1 else words[:1]:
                if not word.isdecimal() or (len(words) == 1 and len(row["values"]) > 1):
                    found.setdefault(word, []).append(value["id"])
            if len(words) > 1:
                found.setdefault(" ".join(words), []).append(value["id"])
            leaves = ARGUMENT.findall(value["text"])
            if len(leaves) > 1 and leaves != words:  # `(card hearts 4)` is hearts 4
                found.setdefault(" ".join(leaves), []).append(value["id"])
    return found


def own_rows(
    rows: Sequence[Mapping[str, Any]], roles: Sequence[str], role: int
) -> list[Mapping[str, Any]]:
    """Return a table without what belongs to other roles: nobody plays their cards."""
    others = {name for number, name in enumerate(roles) if number != role}
    found: list[Mapping[str, Any]] = []
    for row in rows:
        if row["name"].rpartition(" of ")[2] not in others:
            kept = [one for one in row["values"] if one["text"].partition(" ")[0] not in others]
            found.append({**row, "values": kept})
    return found
