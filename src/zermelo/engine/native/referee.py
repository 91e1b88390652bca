"""Whether machine code says what the gates say: random broods are compared.

Gates are read in plain Python, so that nothing is taken from what is examined, and nothing has to
be compiled before. The states are random bits, not positions of matches: code has to be right for
all of them.
"""

from collections.abc import Sequence
from ctypes import CFUNCTYPE, c_void_p
from itertools import zip_longest
from random import Random

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.lanes import aligned
from zermelo.engine.narrow import CLEAR, FEEDBACK, SWEEP, Narrow, Pass, new_workspace, width
from zermelo.engine.native.special import Known, who_moves, whose_turn
from zermelo.engine.wide import Wide

Words = NDArray[np.uint64]
LANES = 64
ONES = (1 << LANES) - 1
WIDE_WORDS = 16
WIDE_LANES = LANES * WIDE_WORDS
SEED = 1908
NOTHING: Known = {}


def settled(circuit: Pass, inputs: Sequence[int], ones: int = ONES) -> list[int]:
    """Return the outputs of a pass for words of its first inputs; the others are those of loops.

    `ones` has a bit for each lane.
    """
    wires = [0, *inputs] + [0] * (circuit.inputs - 1 - len(inputs) + circuit.gates)
    pairs = circuit.pairs.tolist()
    orders = circuit.orders.reshape(-1, 3).tolist()

    def value(literal: int) -> int:
        return wires[literal >> 1] ^ (ones if literal & 1 else 0)

    changed = number = 0
    while number < len(orders):
        kind, first, second = orders[number]
        number += 1
        if kind == SWEEP:
            for gate in range(first, second):
                wires[circuit.inputs + gate] = value(pairs[2 * gate]) & value(pairs[2 * gate + 1])
        elif kind == CLEAR:
            wires[first] = changed = 0
        elif kind == FEEDBACK:
            changed |= wires[first] ^ value(second)
            wires[first] = value(second)
        elif changed:
            changed, number = 0, first
    return [value(literal) for literal in circuit.outputs.tolist()]


def agrees(game: Narrow, see: int, expand: int, advance: int) -> bool:
    """Whether the functions at these addresses compute random broods as the gates do.

    There may be code for each turn, and for the moves of each role: so some of the states are of
    that turn, and some of the moves are of that role alone.
    """
    random = Random(SEED)
    kinds = zip_longest(
        (NOTHING, *whose_turn(game)), (NOTHING, *who_moves(game)), fillvalue=NOTHING
    )
    return all(
        expands_alike(game, expand, random, {**known, **made})
        and advances_alike(game, advance, random, {**known, **made})
        and sees_alike(game, see, random, known)
        for known, made in (*kinds, (NOTHING, NOTHING))
    )


def expands_alike(game: Narrow, expand: int, random: Random, known: Known) -> bool:
    """Whether the children of a random state are computed alike, for random joint moves."""
    words = random_words(1, game.fluents, random, known)
    parents = [ONES * (word & 1) for word in words]
    return makes_alike(game, expand, row_of([word & 1 for word in words]), parents, random, known)


def advances_alike(game: Narrow, advance: int, random: Random, known: Known) -> bool:
    """Whether random moves in random states, one for each lane, are computed alike."""
    parents = random_words(1, game.fluents, random, known)
    return makes_alike(game, advance, np.array(parents, np.uint64), parents, random, known)


def makes_alike(
    game: Narrow, function: int, given: Words, parents: Sequence[int], random: Random, known: Known
) -> bool:
    """Whether a function makes of what it is given the brood that follows from some parents."""
    does = random_words(1 + game.fluents, game.moves, random, known)
    children = settled(game.stepping, [*parents, *does])
    space, brood = new_workspace(game), np.zeros(width(game), np.uint64)
    space.does[:] = does
    called(function, given, space.does, brood, space.scratch)
    return brood.tolist() == [*children, *settled(game.viewing, children)]


def sees_alike(game: Narrow, see: int, random: Random, known: Known) -> bool:
    """Whether what holds in random states is computed alike."""
    fluents = random_words(1, game.fluents, random, known)
    space, brood = new_workspace(game), np.zeros(width(game), np.uint64)
    brood[: game.fluents] = fluents
    called(see, brood, space.scratch)
    return brood.tolist() == [*fluents, *settled(game.viewing, fluents)]


def random_words(first: int, size: int, random: Random, known: Known) -> list[int]:
    """Return random words for wires from `first` on, of which some are known in all lanes."""
    wires = range(first, first + size)
    words = (random.getrandbits(LANES) for _ in wires)
    return [
        ONES * known[wire] if wire in known else word
        for wire, word in zip(wires, words, strict=True)
    ]


def agrees_wide(game: Narrow, wide: Wide, view: int, step: int) -> bool:
    """Whether the functions at two addresses compute 1024 random states as the gates do."""
    random = Random(SEED)
    ones = (1 << WIDE_LANES) - 1
    fluents, does = (
        [random.getrandbits(WIDE_LANES) for _ in range(size)] for size in (game.fluents, game.moves)
    )
    memory = aligned(wide.slots * WIDE_WORDS)
    wires = memory.reshape(-1, WIDE_WORDS)
    first_move = 1 + game.fluents
    if game.fluents:
        wires[1:first_move] = [vector(word) for word in fluents]
    called(view, memory)
    seen = [wide.terminal, *wide.goals.tolist(), *wide.legal.tolist()]
    if numbers(wires[seen]) != settled(game.viewing, fluents, ones):
        return False
    if game.moves:
        wires[first_move : first_move + game.moves] = [vector(word) for word in does]
    called(step, memory)
    return numbers(wires[wide.next]) == settled(game.stepping, [*fluents, *does], ones)


def vector(number: int) -> Words:
    """Return the words of a number with a bit for each lane."""
    return np.frombuffer(number.to_bytes(8 * WIDE_WORDS, "little"), np.uint64)


def numbers(vectors: Words) -> list[int]:
    """Return vectors as numbers with a bit for each lane."""
    return [int.from_bytes(row.tobytes(), "little") for row in vectors]


def row_of(state: Sequence[int]) -> Words:
    """Return the row of a state of which every fluent is given."""
    words = max(1, (len(state) + LANES - 1) // LANES)
    whole = sum(bit << fluent for fluent, bit in enumerate(state))
    return np.frombuffer(whole.to_bytes(8 * words, "little"), np.uint64)


def called(address: int, *arrays: Words) -> None:
    """Call the function at an address with the memory of arrays."""
    CFUNCTYPE(None, *[c_void_p] * len(arrays))(address)(*(array.ctypes.data for array in arrays))
