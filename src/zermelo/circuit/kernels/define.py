"""Ground rules without cycles -> the gates of their atoms, each after what it depends on."""

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.kernels.pool import Pool, all_of
from zermelo.kernels.kernel import kernel

Ints = NDArray[np.int32]
READY, WAITING, OPEN = 0, 1, 2
"""Of an atom: its literal is known; it has rules, and none; its definition is going on."""


@kernel
def define(
    pool: Pool,
    heads: Ints,
    ends: Ints,
    body: Ints,
    rules: Ints,
    first: Ints,
    state: Ints,
    literal: Ints,
) -> bool:
    """Give every atom with rules its literal; return False if atoms depend on themselves.

    Depth first: by head in the order of rules, then in that of bodies.

    Args:
        pool: the inputs; gets the gates.
        heads: [rules] atoms.
        ends: [rules+1] where the body of the rule before ends in `body`.
        body: atoms, negative where negated.
        rules: [rules] rules by their heads.
        first: [atoms+1] where the rules of an atom begin in `rules`.
        state: [atoms] what is known of each.
        literal: [atoms] that of inputs; FALSE for all others.
    """
    longest = 0
    for rule in range(heads.size):
        longest = max(longest, ends[rule + 1] - ends[rule])
    most = 0
    for atom in range(state.size):
        most = max(most, first[atom + 1] - first[atom])
    literals = np.empty(longest, np.int32)
    ways = np.empty(most, np.int32)
    stack = np.empty(state.size, np.int32)  # atoms
    at_rule = np.empty(state.size, np.int32)  # where the look at each of them has come
    at_part = np.empty(state.size, np.int32)
    for root in heads:
        if state[root] != WAITING:
            continue
        depth = 0
        atom = root
        while True:
            if state[atom] == WAITING:
                state[atom] = OPEN
                stack[depth] = atom
                at_rule[depth] = first[atom]
                at_part[depth] = 0
                depth += 1
            below = -1
            index = at_rule[depth - 1]
            part = at_part[depth - 1]
            while below < 0 and index < first[atom + 1]:
                begin = ends[rules[index]]
                size = ends[rules[index] + 1] - begin
                while below < 0 and part < size:
                    used = abs(body[begin + part])
                    part += 1
                    if state[used] == OPEN:
                        return False
                    if state[used] == WAITING:
                        below = used
                if below < 0:
                    index += 1
                    part = 0
            if below >= 0:
                at_rule[depth - 1] = index
                at_part[depth - 1] = part
                atom = below
                continue
            for index in range(first[atom], first[atom + 1]):
                begin = ends[rules[index]]
                size = ends[rules[index] + 1] - begin
                for part in range(size):
                    used = body[begin + part]
                    literals[part] = literal[used] if used > 0 else literal[-used] ^ 1
                ways[index - first[atom]] = all_of(pool, literals, size) ^ 1
            literal[atom] = all_of(pool, ways, first[atom + 1] - first[atom]) ^ 1
            state[atom] = READY
            depth -= 1
            if depth == 0:
                break
            atom = stack[depth - 1]
    return True
