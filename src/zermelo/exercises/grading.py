"""An answer -> what is right and wrong about it, entry by entry, with the reason.

A learner enters values, alpha and beta at nodes, and marks what is never looked at. An entry that
is still empty is not wrong; what it should be is not told before the answer is whole.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf

from zermelo.errors import UsageError
from zermelo.exercises import reasons
from zermelo.exercises.answer_key import Key
from zermelo.pictures.trees.picture import short

ASKS = ("root", "values", "windows")
"""How much is asked: the value of the root, of every node, or alpha and beta besides."""
ENTRIES = ("alpha", "beta", "value")
MINUS = "\N{MINUS SIGN}"
NUMBER = re.compile(
    rf"(?:<=|>=|≤|≥|=)?\s*([-+{MINUS}]?)\s*(?:(\d{{1,9}}(?:[.,]\d{{1,6}})?)|(inf|infinity|oo|∞))\Z"
)


@dataclass(frozen=True, slots=True)
class ExerciseAnswer:
    """What a learner says: texts by node and entry, and the nodes that were marked."""

    entries: Mapping[tuple[int, str], str] = field(default_factory=dict)
    marked: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said of one entry, or of one mark."""

    node: int
    entry: str  # alpha, beta, value or mark
    verdict: str  # right, wrong or missing
    said: str = ""  # a sentence: what was given, what it should be
    why: str = ""


@dataclass(frozen=True, slots=True)
class Remarks:
    """All remarks, in the order in which alpha-beta comes to the nodes."""

    remarks: tuple[Remark, ...]

    def count(self, verdict: str) -> int:
        """Return how many entries got a verdict."""
        return sum(remark.verdict == verdict for remark in self.remarks)

    @property
    def right(self) -> bool:
        """Whether all of it is right."""
        return self.count("right") == len(self.remarks)


def grade(key: Key, answer: ExerciseAnswer, ask: str = "windows") -> Remarks:
    """Return what is right and wrong about an answer."""
    entries = list(entry_remarks(key, answer, ask))
    whole = all(remark.verdict != "missing" for remark in entries)
    return Remarks((*entries, *mark_remarks(key, answer.marked, whole=whole)))


def asked(key: Key, ask: str) -> list[tuple[int, str]]:
    """Return the entries that an answer should have, in the order of alpha-beta."""
    inner = [number for number in key.visits if key.game.nodes[number].children]
    match ask:
        case "root":
            return [(0, "value")]
        case "values":
            return [(number, "value") for number in inner]
        case "windows":
            return [(number, entry) for number in inner for entry in ENTRIES]
    raise UsageError(f"an exercise asks for one of {', '.join(ASKS)}, not {ask[:40]!r}")


def entry_remarks(key: Key, answer: ExerciseAnswer, ask: str) -> Iterator[Remark]:
    """Yield what is said of values, alphas and betas."""
    wanted = asked(key, ask)
    for number, entry in wanted:
        given = answer.entries.get((number, entry), "").strip()
        if given:
            yield entry_remark(key, number, entry, given)
        else:
            yield Remark(number, entry, "missing")
    for (number, entry), given in answer.entries.items():
        if (number, entry) not in wanted and number in key.unseen and given.strip():
            name = key.game.nodes[number].name
            said = f"{entry} of {name}: alpha-beta never comes to {name}, so there is none."
            yield Remark(number, entry, "wrong", said, reasons.of_cut(key, number))


def entry_remark(key: Key, number: int, entry: str, given: str) -> Remark:
    """Return what is said of an entry that somebody made."""
    visit, name = key.visits[number], key.game.nodes[number].name
    wanted = {"alpha": visit.low, "beta": visit.high, "value": visit.value}[entry]
    # Textbooks differ in what a node outside of its window is left with; both are right.
    accepted = {wanted, visit.hard} if entry == "value" else {wanted}
    worth = number_of(given)
    if worth in accepted:
        return Remark(number, entry, "right")
    found = f"{given[:20]!r} is no number" if worth is None else f"not {short(worth)}"
    said = f"{entry} of {name} is {short(wanted)}, {found}."
    return Remark(number, entry, "wrong", said, reasons.of_entry(key, number, entry))


def number_of(text: str) -> float | None:
    """Return the number that a learner wrote; None if it is none.

    >>> number_of("3"), number_of("-∞"), number_of("<= 2,5"), number_of("+inf"), number_of("x")
    (3.0, -inf, 2.5, inf, None)
    """
    found = NUMBER.match(text.strip().lower())
    if found is None:
        return None
    sign, digits, _ = found.groups()
    size = float(digits.replace(",", ".")) if digits else inf
    return -size if sign in ("-", MINUS) else size


def mark_remarks(key: Key, marked: Collection[int], *, whole: bool) -> Iterator[Remark]:
    """Yield what is said of what is marked, and of what should be."""
    covered = {below for number in marked for below in key.below(number)}
    for number in key.branches:
        leaves = [each for each in key.below(number) if not key.game.nodes[each].children]
        if covered.issuperset(leaves):
            yield Remark(number, "mark", "right")
        elif whole:
            said = f"{reasons.named(key, number)} is never looked at, and not marked."
            yield Remark(number, "mark", "wrong", said, reasons.of_cut(key, number))
        else:
            yield Remark(number, "mark", "missing")
    for number in sorted(marked):
        if number in key.visits:
            said = f"{reasons.named(key, number)} is marked, but alpha-beta looks at it."
            yield Remark(number, "mark", "wrong", said, reasons.of_look(key, number))
