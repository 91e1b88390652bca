"""Gates -> pairs on two rails: what follows from a part of a state, in 64 cases at a time.

`engine/rails.py` says what two rails are. Here both rails of a circuit become one more circuit of
pairs, so that whatever runs broods runs it, machine code included. The one rail of a wire says that
it may be true, the other that it must be. A gate may be true if both that it needs may be, and must
be true if both must be; a complement may be true if the wire need not be. Loops begin with both
rails false and end with the least solution on each, as they do with one rail.

The view of such a brood is view and step in one: its fluents are those of the state, two words
each, and the moves that are made, one word each. Its outputs stand in the order of `Places`.
"""

from typing import NamedTuple

import numpy as np

from zermelo.circuit.order import Gates
from zermelo.engine.narrow import CLEAR, FEEDBACK, FUNCTIONS, SWEEP, Narrow, Pass, joint


class Places(NamedTuple):
    """Where the words of a brood on two rails begin; those of a fluent are 2 apart."""

    may: int  # [2 * fluents] each fluent may hold, and must hold
    does: int  # [moves] made
    ended: int  # [2] it may be the end, and must be
    goals: int  # [goals] each may hold
    may_move: int  # [moves] each may be legal
    must_move: int  # [moves] each must be
    after: int  # [2 * fluents] after the moves
    width: int


def places(fluents: int, goals: int, moves: int) -> Places:
    """Return the places for these numbers of fluents, goals and moves.

    >>> places(2, 1, 3)
    Places(may=0, does=4, ended=7, goals=9, may_move=10, must_move=13, after=16, width=20)
    """
    does, ended = 2 * fluents, 2 * fluents + moves
    may_move = ended + 2 + goals
    after = may_move + 2 * moves
    return Places(0, does, ended, ended + 2, may_move, may_move + moves, after, after + 2 * fluents)


def ternary(gates: Gates) -> Narrow:
    """Return a circuit on two rails; only its view is of use."""
    whole, _ = joint(gates)
    fluents, goals, moves = gates.fluents, gates.goals.size, gates.legal.size
    at = places(fluents, goals, moves)
    inputs, first = at.ended, 1 + fluents + moves

    def rails(wire: int) -> tuple[int, int]:
        """Return the wires that say whether a wire may be true, and whether it must be."""
        if wire == 0:
            return 0, 0
        if wire <= fluents:
            return 2 * wire - 1, 2 * wire
        if wire < first:
            return fluents + wire, fluents + wire
        return 1 + inputs + 2 * (wire - first), 2 + inputs + 2 * (wire - first)

    def both(literal: int) -> tuple[int, int]:
        """Return the literals that say whether a literal may be true, and whether it must be."""
        may, must = rails(literal >> 1)
        return (2 * must + 1, 2 * may + 1) if literal & 1 else (2 * may, 2 * must)

    pairs: list[int] = []
    for one, other in whole.pairs.reshape(-1, 2).tolist():
        for literals in zip(both(one), both(other), strict=True):
            pairs += literals
    orders: list[tuple[int, int, int]] = []
    begins = [0]  # by order: how many there are before it
    for kind, one, two in whole.orders.reshape(-1, 3).tolist():
        if kind == SWEEP:
            orders.append((SWEEP, 2 * one, 2 * two))
        elif kind == FEEDBACK:
            rail, sources = rails(one), both(two)
            orders += [(FEEDBACK, rail[k], sources[k]) for k in range(2)]
        elif kind == CLEAR:
            orders += [(CLEAR, rail, 0) for rail in rails(one)]
        else:
            orders.append((kind, begins[one], two))
        begins.append(len(orders))
    outputs = [both(literal) for literal in whole.outputs.tolist()]
    ended, shown = outputs[0], outputs[1 : 1 + goals]
    legal, after = outputs[1 + goals : 1 + goals + moves], outputs[1 + goals + moves :]
    listed = [*ended, *(may for may, _ in shown), *(may for may, _ in legal)]
    listed += [must for _, must in legal]
    listed += [rail for rails_of in after for rail in rails_of]
    nothing = np.zeros(0, np.int32)
    hidden = len(listed) - 1
    return Narrow(
        viewing=Pass(
            pairs=np.array(pairs, np.uint32),
            gates=len(pairs) // 2,
            orders=np.array(orders, np.int32).reshape(-1),
            size=len(orders),
            inputs=1 + inputs + 2 * (whole.inputs - first),
            outputs=np.array(listed, np.uint32),
        ),
        stepping=Pass(
            pairs=np.zeros(0, np.uint32),
            gates=0,
            orders=nothing,
            size=0,
            inputs=1 + inputs + hidden,
            outputs=np.arange(2, 2 + 2 * inputs, 2, dtype=np.uint32),
        ),
        code=np.zeros(FUNCTIONS, np.int64),
        fluents=inputs,
        moves=hidden,
        roles=1,
        goals=0,
        firsts=np.array([0, hidden], np.int32),
        goal_roles=nothing,
        goal_values=nothing,
    )
