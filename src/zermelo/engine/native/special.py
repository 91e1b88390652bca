"""A pass specialised for known values of a few fluents: smaller, because constants fold away.

Whose turn it is decides about half of what a circuit computes. The circuit alone shows which
fluents say so, because they feed more gates than almost any others. When one role moves, no lane
makes any of the other roles' moves that matter. None of this needs a proof: specialised code
checks the actual values first and runs only where they match.
"""

from collections.abc import Mapping

import numpy as np

from zermelo.engine.narrow import FALSE, FEEDBACK, SWEEP, TRUE, Narrow, Pass, work_of

LEAST_READERS = 8
"""Gates that read a fluent before it is taken for one that says whose turn it is."""
LEAST_GAIN = 0.2
"""Share of the gates that must vanish: more code is fetched from slower memory."""
MOST_GATES = 40_000
"""Gates of a circuit beyond which it has code for all states only: more would take seconds."""
PLAYERS = 2
"""Roles for which there is code for the moves of each: of more, the code would be too much."""
Known = Mapping[int, bool]
"""By wire: whether it is true or false in all lanes."""


def turns(game: Narrow) -> list[Known]:
    """Return what to take as known in each of two kinds of states; nothing if that is idle."""
    found = whose_turn(game)
    return found if is_small(game) and pays(game.viewing, found) else []


def movers(game: Narrow) -> list[Known]:
    """Return, for each role, that no other makes a move that matters; nothing if that is idle."""
    found = who_moves(game)
    return found if is_small(game) and pays(game.stepping, found) else []


def whose_turn(game: Narrow) -> list[Known]:
    """Return that one of two fluents holds and the other does not, and the other way round.

    They are the two that most gates read.
    """
    wires = np.concatenate([game.viewing.pairs, game.stepping.pairs]) >> 1
    readers = np.bincount(wires, minlength=1 + game.fluents)[1 : 1 + game.fluents]
    most = 1 + np.argsort(-readers, kind="stable")[:2]
    if len(most) < 2 or readers[most[1] - 1] < max(LEAST_READERS, readers[most[0] - 1] // 2):
        return []
    one, other = most.tolist()
    return [{one: True, other: False}, {one: False, other: True}]


def who_moves(game: Narrow) -> list[Known]:
    """Return, for each of two roles, that none of the other's moves that matter is made."""
    if game.roles != PLAYERS:
        return []
    first = 1 + game.fluents
    read = np.unique(np.concatenate([game.stepping.pairs, game.stepping.outputs]) >> 1)
    places = read[(read >= first) & (read < first + game.moves)].astype(np.int64) - first
    roles = np.searchsorted(game.firsts, places, side="right") - 1
    found: list[Known] = [
        dict.fromkeys((first + places[roles != role]).tolist(), False) for role in range(PLAYERS)
    ]
    return found if all(found) else []


def is_small(game: Narrow) -> bool:
    """Whether there may be code for several kinds of states."""
    return work_of(game) <= MOST_GATES


def pays(circuit: Pass, kinds: list[Known]) -> bool:
    """Whether a pass is much smaller for each kind of states: then each has code of its own."""
    most = circuit.gates * (1 - LEAST_GAIN)
    return all(specialised(circuit, known).gates <= most for known in kinds)


def specialised(circuit: Pass, known: Known) -> Pass:
    """Return a pass that computes the same where the known wires are what they are said to be.

    Of a loop all wires stay, and the order of all that is evaluated.
    """
    first, pairs = circuit.inputs, circuit.pairs.tolist()
    literals = [2 * wire for wire in range(first + circuit.gates)]
    for wire, holds in known.items():
        literals[wire] = TRUE if holds else FALSE
    written: list[tuple[int, int]] = []
    seen: dict[tuple[int, int], int] = {}
    ends = [0]  # by gate: how many were written before it
    for gate in range(circuit.gates):
        one, other = pairs[2 * gate], pairs[2 * gate + 1]
        one, other = literals[one >> 1] ^ (one & 1), literals[other >> 1] ^ (other & 1)
        literals[first + gate] = conjunction(one, other, first, written, seen)
        ends.append(len(written))

    def after(literal: int) -> int:
        return literals[literal >> 1] ^ (literal & 1)

    orders = [
        (kind, ends[one], ends[two])
        if kind == SWEEP
        else (kind, one, after(two) if kind == FEEDBACK else two)
        for kind, one, two in circuit.orders.reshape(-1, 3).tolist()
    ]
    outputs = [after(literal) for literal in circuit.outputs.tolist()]
    return without_the_unread(first, written, orders, outputs)


def conjunction(
    one: int,
    other: int,
    first: int,
    written: list[tuple[int, int]],
    seen: dict[tuple[int, int], int],
) -> int:
    """Return the literal of a gate, which is written if nothing simpler is the same."""
    if one > other:
        one, other = other, one
    if one == FALSE or one ^ 1 == other:
        return FALSE
    if one in (TRUE, other):
        return other
    if (one, other) not in seen:
        seen[one, other] = 2 * (first + len(written))
        written.append((one, other))
    return seen[one, other]


def without_the_unread(
    first: int,
    written: list[tuple[int, int]],
    orders: list[tuple[int, int, int]],
    outputs: list[int],
) -> Pass:
    """Return a pass without the gates that nothing depends on."""
    read = bytearray(first + len(written))
    for literal in outputs:
        read[literal >> 1] = 1
    for kind, _, literal in orders:
        if kind == FEEDBACK:
            read[literal >> 1] = 1
    for gate in range(len(written) - 1, -1, -1):
        if read[first + gate]:
            one, other = written[gate]
            read[one >> 1] = read[other >> 1] = 1
    place = list(range(0, 2 * first, 2))
    kept: list[int] = []
    ends = [0]
    for gate, (one, other) in enumerate(written):
        place.append(2 * first + len(kept))
        if read[first + gate]:
            kept += (place[one >> 1] ^ (one & 1), place[other >> 1] ^ (other & 1))
        ends.append(len(kept) // 2)

    def now(literal: int) -> int:
        return place[literal >> 1] ^ (literal & 1)

    moved: list[tuple[int, int, int]] = []
    for kind, one, two in orders:
        if kind == SWEEP:
            moved.append((kind, ends[one], ends[two]))
        elif kind == FEEDBACK:
            moved.append((kind, one, now(two)))
        else:
            moved.append((kind, one, two))
    return Pass(
        pairs=np.array(kept, np.uint32),
        gates=len(kept) // 2,
        orders=np.array(moved, np.int32).reshape(-1),
        size=len(moved),
        inputs=first,
        outputs=np.array([now(literal) for literal in outputs], np.uint32),
    )
