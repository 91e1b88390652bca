"""A puzzle as a row of small numbers: the value of each variable, and tables of what moves do.

Where variables make up the whole state, where each says by itself or with one other what follows,
and where one variable says whether a move is legal, a move is a few look-ups instead of a pass of
the circuit: the fifteen puzzle is such. Everything in the tables is proved from the rules.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from zermelo.engine.rails import Cases
from zermelo.game.game import State
from zermelo.search.puzzle.additive import Additive
from zermelo.search.puzzle.tables import Bytes, Factored
from zermelo.search.puzzle.variables import Outcomes, Variable, Variables

MOST_VARIABLES = 64
"""Variables and moves: a word has a bit for each."""
MOST_VALUES = 256
"""Of a variable: a byte holds one."""
TRIES = 8


@lru_cache(maxsize=8)
def factored(variables: Variables) -> tuple[Factored, list[Variable]] | None:
    """Return a puzzle as tables, and the variables that they are about; None if it has none."""
    if variables.moves > MOST_VARIABLES:
        return None
    for cover in covers(variables):
        outcomes = [variables.followed(variable, cover) for variable in cover]
        judged = judges(variables, cover)
        if judged is not None and all(outcomes):
            known = [outcome for outcome in outcomes if outcome is not None]
            return arrays(variables, cover, known, judged), cover
    return None


def covers(variables: Variables) -> Iterator[list[Variable]]:
    """Yield some choices of variables that have no fluent in common, and all fluents together."""
    seen: set[tuple[Variable, ...]] = set()
    for first in variables.proved[:TRIES]:
        cover, used = [first], set(first)
        for variable in variables.proved:
            if not used & set(variable):
                cover.append(variable)
                used |= set(variable)
        cover.sort()
        whole = len(used) == variables.game.dimensions.fluents
        narrow = len(cover) <= MOST_VARIABLES and max(map(len, cover)) <= MOST_VALUES
        if whole and narrow and tuple(cover) not in seen:
            seen.add(tuple(cover))
            yield cover


def judges(
    variables: Variables, cover: Sequence[Variable]
) -> list[tuple[int, tuple[bool, ...]]] | None:
    """Return for each move a variable that says if it is legal, and by which values; None if none.

    Only for states that are not the end.
    """
    found: dict[int, tuple[int, tuple[bool, ...]]] = {}
    for number, variable in enumerate(cover):
        cases = Cases.unknown(variables.game.dimensions.fluents, len(variable))
        for place, fluent in enumerate(variable):
            variables.closed(cases, fluent, 1 << place)
        for move, (may, may_not) in enumerate(variables.rails.legality(cases)):
            if move not in found and not may & may_not:
                legal = tuple(bool(may >> place & 1) for place in range(len(variable)))
                found[move] = number, legal
    moves = range(variables.moves)
    return [found[move] for move in moves] if len(found) == variables.moves else None


def arrays(
    variables: Variables,
    cover: Sequence[Variable],
    outcomes: Sequence[Outcomes],
    judged: Sequence[tuple[int, tuple[bool, ...]]],
) -> Factored:
    """Return what is proved of variables as arrays."""
    moves, size = variables.moves, len(cover)
    width = max(map(len, cover))
    legal = np.zeros((size, width), np.uint64)
    for move, (judge, by_value) in enumerate(judged):
        for value in np.flatnonzero(by_value):
            legal[judge, value] |= np.uint64(1 << move)
    second = np.zeros((moves, size), np.int32)
    strides = np.zeros((moves, size), np.int32)
    units = np.zeros((moves, size), np.int32)
    firsts = np.zeros((moves, size), np.int64)
    changing = np.zeros((size, width), np.uint64)
    after: list[int] = []
    for number in range(size):
        for move in range(moves):
            outcome = outcomes[number][move]
            columns = max(1, len(outcome.second))
            second[move, number] = cover.index(outcome.second) if outcome.second else number
            units[move, number] = bool(outcome.second)
            strides[move, number] = columns
            firsts[move, number] = len(after)
            for own, row in enumerate(outcome.after):
                after += [own if value is None else value for value in row]
                if any(value not in (own, None) for value in row):
                    changing[number, own] |= np.uint64(1 << move)
    judges = np.unique(np.array([number for number, _ in judged], np.int32))
    return Factored(
        size,
        moves,
        width,
        judges.size,
        judges,
        legal.reshape(-1),
        second.reshape(-1),
        units.reshape(-1),
        strides.reshape(-1),
        firsts.reshape(-1),
        np.array(after, np.uint8),
        changing.reshape(-1),
        np.random.default_rng(0).integers(1, 1 << 63, size * width, np.uint64),
        ending(variables, cover, width),
    )


def ending(variables: Variables, cover: Sequence[Variable], width: int) -> Bytes:
    """Return with which values of which variables the match may be over."""
    found = np.zeros((len(cover), width), np.uint8)
    for number, variable in enumerate(cover):
        cases = Cases.unknown(variables.game.dimensions.fluents, len(variable))
        for place, fluent in enumerate(variable):
            variables.closed(cases, fluent, 1 << place)
        over = variables.rails.view(cases).terminal[0]
        found[number, : len(variable)] = [over >> place & 1 for place in range(len(variable))]
    return found.reshape(-1)


def values_of(state: State, cover: Sequence[Variable]) -> list[int]:
    """Return the value of each variable in a state, as a number among its own."""
    return [
        next(place for place, fluent in enumerate(variable) if state >> fluent & 1)
        for variable in cover
    ]


def weights_of(estimate: Additive, cover: Sequence[Variable], width: int) -> list[int]:
    """Return the weights of all values of all variables, one after the other."""
    found = [0] * (len(cover) * width)
    for number, variable in enumerate(cover):
        for place, fluent in enumerate(variable):
            found[number * width + place] = estimate.weights[fluent]
    return found
