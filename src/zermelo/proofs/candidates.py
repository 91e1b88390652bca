"""Guesses at what always holds: whatever no random match refutes, of the forms that games have.

A board's cell has one content, a piece one place, one role has the control: groups are fluents that
share a name and some arguments. Two groups of which always just one is at work make one group.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.proofs.counts import Count, flattened
from zermelo.proofs.patterns import Patterns
from zermelo.proofs.sample import Bits, StateSample

MOST_GROUPS = 4000
MOST_UNIONS = 300
MOST_PAIRS = 1000
MOST_FLUENTS_IN_PAIRS = 1500
"""Fluents of which every pair is looked at."""
TELLING = 8
"""How often two fluents that know nothing of each other would meet; less often says nothing."""
WORK = 400_000_000
"""Bits that are added up for groups: with many fluents, fewer states are looked at."""


Chain = tuple[tuple[int, ...], tuple[int, ...]]
"""A group, and which fluent of it was seen to hold after 0, 1, 2 ... moves."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Guesses: counts, those of pairs apart because they are many, and chains of fluents."""

    groups: tuple[Count, ...]  # each with one bound, so that the other may fail; the regular first
    regular: int  # how many of the groups have their like all over the board
    pairs: tuple[Count, ...]
    chains: tuple[Chain, ...]

    def message(self) -> dict[str, Any]:
        """Return them as the sandbox reads them."""
        return {
            "groups": flattened(self.groups),
            "regular": self.regular,
            "pairs": flattened(self.pairs),
            "chains": self.chains,
        }


def candidates(patterns: Patterns, sample: StateSample) -> Candidates:
    """Return what holds in all sampled states."""
    states, size = sample.states.shape
    fewer = max(64, min(states, WORK // max(1, size * 16)))
    columns = np.ascontiguousarray(sample.states[:fewer].T)
    found = list(constants(columns))
    groups = sorted(set(patterns.members.values()), key=lambda group: (-len(group), group))
    single: dict[tuple[int, ...], NDArray[np.uint16]] = {}
    constant: dict[tuple[int, ...], int] = {}
    for group in groups[:MOST_GROUPS]:
        number = columns[list(group)].sum(axis=0, dtype=np.uint16)
        least, most = int(number.min()), int(number.max())
        if most == 1:
            single[group] = number
            found.append(Count(group, 0, 1))
        if 0 < least == most < len(group):
            constant[group] = most
    for group, total in constant.items():
        if total == 1:
            found.append(Count(group, 1, len(group)))
        elif not made_up(group, constant):
            found += [Count(group, total, len(group)), Count(group, 0, total)]
    for union in unions(columns, single):
        found += [Count(union, 0, 1), Count(union, 1, len(union))]
    likes = regular(patterns, single)
    found.sort(key=lambda count: count.group not in likes)
    covered = [count.group for count in found if count.most == 1 and len(count.group) > 1]
    return Candidates(
        tuple(dict.fromkeys(found)),
        sum(count.group in likes for count in dict.fromkeys(found)),
        tuple(pairs(columns, covered)),
        tuple(chains(columns, sample.steps[:fewer], list(single))),
    )


def regular(patterns: Patterns, single: Container[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Return the groups that are single with all their like: every cell has at most one content.

    That one row happened to have at most one queen is a worse guess, and takes long to refute.
    """
    families: dict[tuple[str, tuple[bool, ...]], list[tuple[int, ...]]] = {}
    for (name, args), group in patterns.members.items():
        families.setdefault((name, tuple(arg is None for arg in args)), []).append(group)
    alike = [groups for groups in families.values() if all(group in single for group in groups)]
    return {group for groups in alike for group in groups}


def made_up(group: tuple[int, ...], constant: dict[tuple[int, ...], int]) -> bool:
    """Whether smaller groups with constant numbers make up this one, so that it says nothing."""
    rest = set(group)
    for other in constant:
        if len(other) < len(group) and rest.issuperset(other):
            rest.difference_update(other)
    return not rest


def constants(columns: Bits) -> Iterator[Count]:
    """Every fluent that was never, or always, seen to hold."""
    for fluent, column in enumerate(columns):
        if column.all():
            yield Count((fluent,), 1, 1)
        elif not column.any():
            yield Count((fluent,), 0, 0)


def unions(
    columns: Bits, single: dict[tuple[int, ...], NDArray[np.uint16]]
) -> Iterator[tuple[int, ...]]:
    """Every two groups, or fluents, one of which is at work exactly where the other is not."""
    at_work: dict[bytes, tuple[int, ...]] = {}
    for group, number in single.items():
        at_work.setdefault(np.packbits(number > 0).tobytes(), group)
    for fluent, column in enumerate(columns):
        at_work.setdefault(np.packbits(column > 0).tobytes(), (fluent,))
    seen = set(single)
    for key, group in at_work.items():
        bits = np.unpackbits(np.frombuffer(key, np.uint8), count=columns.shape[1])
        if not 0 < bits.sum() < len(bits):
            continue
        other = at_work.get(np.packbits(bits == 0).tobytes())
        if other is None:
            continue
        union = tuple(sorted({*group, *other}))
        if union not in seen:
            seen.add(union)
            yield union
        if len(seen) > len(single) + MOST_UNIONS:
            return


def pairs(columns: Bits, covered: list[tuple[int, ...]]) -> Iterator[Count]:
    """The pairs that never met though they should have, if chance alone ruled; not in a group."""
    often = columns.sum(axis=1, dtype=np.int64)
    states = columns.shape[1]
    varying = np.flatnonzero((often > 0) & (often < states))
    varying = np.sort(varying[np.argsort(-often[varying], kind="stable")[:MOST_FLUENTS_IN_PAIRS]])
    some = columns[varying].astype(np.float32)
    expected = np.outer(often[varying], often[varying]) / states
    free = (some @ some.T == 0) & (expected >= TELLING)
    place = {int(fluent): index for index, fluent in enumerate(varying)}
    for group in covered:
        inside = [place[fluent] for fluent in group if fluent in place]
        free[np.ix_(inside, inside)] = False
    first, second = np.nonzero(np.triu(free, 1))
    order = np.argsort(-expected[first, second], kind="stable")[:MOST_PAIRS]
    for one, other in zip(varying[first[order]], varying[second[order]], strict=True):
        yield Count((int(one), int(other)), 0, 1)


def chains(
    columns: Bits, steps: NDArray[np.int32], groups: list[tuple[int, ...]]
) -> Iterator[Chain]:
    """Groups whose fluents were seen to depend on nothing but the number of moves made."""
    known: set[tuple[int, ...]] = set()
    for group in groups:
        number = np.arange(1, len(group) + 1, dtype=np.int64)
        value = number @ columns[list(group)]
        at_step = np.zeros(int(steps.max()) + 1, np.int64)
        at_step[steps] = value
        if not (at_step[steps] == value).all() or at_step[0] == 0:
            continue
        end = int(np.argmin(at_step)) if not at_step.all() else len(at_step)
        sequence = tuple(group[index - 1] for index in at_step[:end].tolist())
        if len(set(sequence)) > 1 and sequence not in known:
            known.add(sequence)
            yield group, sequence
