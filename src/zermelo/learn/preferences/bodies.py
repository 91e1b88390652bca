"""All bodies of a language up to a length, each with how often it holds in every state.

Bodies grow by a literal that shares a variable with them. One that holds nowhere is not grown, nor
is one whose last literal changes nothing; of those that differ in names of variables only, one is
made.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, product
from math import inf

import numpy as np

from zermelo.learn.preferences.language import ArgumentPlace, Language, Mode
from zermelo.learn.preferences.table import Bindings, Counts, FactTables
from zermelo.strategies.preferences.constraint import (
    DIFFERENT,
    ConstraintBody,
    ShapeLiteral,
    canonical,
)

MOST_ROWS = 2_000_000
"""Bindings of one body: with more, it is not grown."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A body with its counts."""

    body: ConstraintBody
    counts: Counts  # [states]


@dataclass(frozen=True, slots=True)
class Growing:
    """A body that may grow: the types of its variables, the modes it has used, its bindings."""

    body: ConstraintBody
    types: Mapping[str, str]
    used: tuple[int, ...]  # [modes]
    bindings: Bindings

    @property
    def sense(self) -> tuple[object, ...]:
        """What it says of the states: all its bindings, whatever the variables are called."""
        names = sorted(self.bindings.names)
        rows = self.bindings.rows[:, [0, *(1 + self.bindings.names.index(n) for n in names)]]
        order = np.lexsort(rows.T[::-1])
        return tuple(names), rows[order].tobytes()


def bodies(
    language: Language, tables: FactTables, *, length: int, most: int, seconds: float = inf
) -> Iterator[Candidate]:
    """Yield bodies, the shortest first, until there are `most` or time is up."""
    deadline = time.monotonic() + seconds
    numbers = {kind: index for index, kind in enumerate(kinds_of(language))}
    start = Growing(ConstraintBody(()), {}, (0,) * len(language.modes), tables.nothing())
    grown, known, made = [start], {start.body}, 0
    told: set[tuple[object, ...]] = set()
    for _ in range(length):
        shorter, grown = grown, []
        for one in shorter:
            for longer in growths(one, language, tables, numbers, known):
                for body in (longer.body, *weighed(longer.body, language)):
                    yield Candidate(body, tables.counts(body, longer.bindings))
                    made += 1
                # What says the same of every state as a body before it grows into the same.
                if longer.sense not in told:
                    told.add(longer.sense)
                    grown.append(longer)
                if made >= most or time.monotonic() > deadline:
                    return


def kinds_of(language: Language) -> list[str]:
    """Return the types of variables of a language."""
    return sorted({p.of for m in language.modes for p in m.places if p.kind == "variable"})


def growths(
    one: Growing,
    language: Language,
    tables: FactTables,
    numbers: Mapping[str, int],
    known: set[ConstraintBody],
) -> Iterator[Growing]:
    """Yield what a body becomes by a literal more, where that is new and says something."""
    for index, mode in enumerate(language.modes):
        if one.used[index] >= mode.most:
            continue
        used = (*one.used[:index], one.used[index] + 1, *one.used[index + 1 :])
        for literal, types in literals(mode, one.types, language, numbers):
            if literal in one.body.literals:
                continue
            body = canonical(ConstraintBody((*one.body.literals, literal)), types)
            if body in known:
                continue
            known.add(body)
            bindings = tables.extended(one.bindings, literal)
            same = len(types) == len(one.types) and len(bindings.rows) == len(one.bindings.rows)
            if 0 < len(bindings.rows) <= MOST_ROWS and not (same and one.body.literals):
                yield Growing(ConstraintBody((*one.body.literals, literal)), types, used, bindings)


def literals(
    mode: Mode, types: Mapping[str, str], language: Language, numbers: Mapping[str, int]
) -> Iterator[tuple[ShapeLiteral, Mapping[str, str]]]:
    """Yield all literals of a mode that are tied to known variables, with the types after them."""

    def filled(
        place: int, args: tuple[str, ...], known: Mapping[str, str]
    ) -> Iterator[tuple[ShapeLiteral, Mapping[str, str]]]:
        if place == len(mode.places):
            tied = not types or any(arg in types for arg in args)
            if tied and (not mode.symmetric or is_sorted(mode, args)):
                yield ShapeLiteral(mode.shape, args), known
            return
        for arg, after in choices(mode.places[place], known):
            yield from filled(place + 1, (*args, arg), after)

    def choices(
        place: ArgumentPlace, known: Mapping[str, str]
    ) -> Iterator[tuple[str, Mapping[str, str]]]:
        match place.kind:
            case "value":
                yield place.of, known
            case "constant":
                for name in language.constants.get(place.of, ()):
                    yield name, known
            case "variable":
                own = [name for name, kind in known.items() if kind == place.of]
                for name in own:
                    yield name, known
                if len(known) < language.variables and mode.shape != DIFFERENT:
                    new = f"V{numbers[place.of]}_{len(own) + 1}"
                    yield new, {**known, new: place.of}

    yield from filled(0, (), types)


def is_sorted(mode: Mode, args: tuple[str, ...]) -> bool:
    """Tell whether like places are filled in ascending order, from the second place on.

    A comparison has its two places exchanged, and never the same in both.
    """
    if mode.shape == DIFFERENT:
        return args[0] < args[1]
    alike = pairwise(zip(mode.places[1:], args[1:], strict=True))
    return all(one <= other for (first, one), (second, other) in alike if first == second)


def weighed(body: ConstraintBody, language: Language) -> Iterator[ConstraintBody]:
    """Yield a body once more for each number that its instances may count for."""
    for literal, mode in product(body.literals, language.modes):
        if mode.weigh is not None and mode.shape == literal.shape:
            fixed = [
                (p.of, arg)
                for p, arg in zip(mode.places, literal.args, strict=True)
                if p.kind == "value"
            ]
            if all(one == other for one, other in fixed):
                yield ConstraintBody(body.literals, literal.args[mode.weigh])
