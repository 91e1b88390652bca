"""Depth-first search to a limit on f = g + h, on values of variables: the inner part of IDA*.

The line is a stack of arrays, and the search can stop after any node and go on later: so Python
looks at the clock now and then. Where a state may be an end, Python is asked what it is.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, lowest
from zermelo.search.puzzle.tables import (
    BEYOND,
    CUT,
    CUTS,
    DEEPER,
    DEPTH,
    DONE,
    HOPELESS,
    LIMIT,
    MAYBE_END,
    NO_WAY,
    NODES,
    PAUSED,
    PLY,
    Factored,
    SearchLine,
)

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


@kernel
def search(
    whole_game: Factored, whole_line: SearchLine, all_weights: Ints, registers: Longs, budget: int
) -> int:
    """Search on until so many nodes are counted; say why it stopped."""
    game, line, weights = bare_factored(whole_game), bare_line(whole_line), bare(all_weights)
    plies = line.plies
    limit, deepest = registers[LIMIT], registers[DEPTH]
    ply, nodes = registers[PLY], registers[NODES]
    beyond = registers[BEYOND]
    status = DONE
    while ply >= 0:
        rest = line.rest[ply]
        if ply == deepest and rest != np.uint64(0):
            registers[CUT] = 1
            rest = np.uint64(0)
        if rest == np.uint64(0):
            undo(game, line, ply)
            ply -= 1
            continue
        if nodes >= budget:
            status = PAUSED
            break
        if ply + 1 >= plies:
            status = DEEPER
            break
        move = lowest(rest)
        line.rest[ply] = rest & (rest - np.uint64(1))
        size = 0
        left, away, mix = line.left[ply], line.away[ply], line.hashes[ply]
        changing = line.movers[move]
        while changing != np.uint64(0):
            number = lowest(changing)
            changing &= changing - np.uint64(1)
            value = np.int64(line.values[number])
            place = move * game.variables + number
            other = np.int64(line.values[game.second[place]]) * game.units[place]
            new = np.int64(game.after[game.firsts[place] + value * game.strides[place] + other])
            if new != value:
                old_key, new_key = number * game.width + value, number * game.width + new
                left += weights[new_key] - weights[old_key]
                away += np.int64(game.ending[old_key]) - np.int64(game.ending[new_key])
                mix ^= game.keys[old_key] ^ game.keys[new_key]
                line.coming[2 * size] = number
                line.coming[2 * size + 1] = new
                size += 1
        if ply > 0 and mix == line.hashes[ply - 1] and takes_back(line, ply, size):
            continue
        nodes += 1
        f = ply + 1 + left
        if f > limit:
            registers[CUTS] += 1
            if left >= NO_WAY:
                registers[HOPELESS] += 1
            else:
                beyond = min(beyond, f)
            continue
        line.made[ply] = move
        ply += 1
        make(game, line, ply, size)
        line.left[ply], line.away[ply], line.hashes[ply] = left, away, mix
        legal = np.uint64(0)
        for index in range(game.judging):
            judge = game.judges[index]
            legal |= game.legal[judge * game.width + np.int64(line.values[judge])]
        line.rest[ply] = legal
        if away == 0 or legal == np.uint64(0):
            status = MAYBE_END
            break
    registers[PLY], registers[NODES], registers[BEYOND] = ply, nodes, beyond
    return status


@inner
def takes_back(line: SearchLine, ply: int, size: int) -> bool:
    """Whether the changes to come give all variables back the values that they had a move ago."""
    begin, end = line.tops[ply - 1], line.tops[ply]
    if end - begin != size:
        return False
    for index in range(size):
        found = False
        for entry in range(begin, end):
            same = line.changed[entry] == line.coming[2 * index]
            found = found or (same and line.before[entry] == line.coming[2 * index + 1])
        if not found:
            return False
    return True


@inner
def make(game: Factored, line: SearchLine, ply: int, size: int) -> None:
    """Make the changes to come, and note in the log of `ply` what was before."""
    top = line.tops[ply - 1]
    for index in range(size):
        number = line.coming[2 * index]
        line.changed[top] = number
        line.before[top] = line.values[number]
        top += 1
        put(game, line, number, line.coming[2 * index + 1])
    line.tops[ply] = top


@inner
def undo(game: Factored, line: SearchLine, ply: int) -> None:
    """Take the changes back that led to `ply`."""
    if ply > 0:
        for entry in range(line.tops[ply - 1], line.tops[ply]):
            put(game, line, line.changed[entry], int(line.before[entry]))


@inner
def put(game: Factored, line: SearchLine, number: int, value: int) -> None:
    """Give a variable a value, and say of each move whether it may change it."""
    first = number * game.width
    old = game.changing[first + np.int64(line.values[number])]
    new = game.changing[first + value]
    own = np.uint64(1) << np.uint64(number)
    line.values[number] = value
    gone = old & ~new
    while gone != np.uint64(0):
        line.movers[lowest(gone)] &= ~own
        gone &= gone - np.uint64(1)
    come = new & ~old
    while come != np.uint64(0):
        line.movers[lowest(come)] |= own
        come &= come - np.uint64(1)


@kernel
def go_back(game: Factored, line: SearchLine, ply: int) -> None:
    """Take the changes back that led to a node which turned out to be an end."""
    undo(bare_factored(game), bare_line(line), ply)


@inner
def bare_factored(game: Factored) -> Factored:
    """Return a puzzle on bare memory."""
    return Factored(
        game.variables,
        game.moves,
        game.width,
        game.judging,
        bare(game.judges),
        bare(game.legal),
        bare(game.second),
        bare(game.units),
        bare(game.strides),
        bare(game.firsts),
        bare(game.after),
        bare(game.changing),
        bare(game.keys),
        bare(game.ending),
    )


@inner
def bare_line(line: SearchLine) -> SearchLine:
    """Return a line on bare memory."""
    return SearchLine(
        line.plies,
        bare(line.values),
        bare(line.movers),
        bare(line.left),
        bare(line.away),
        bare(line.hashes),
        bare(line.rest),
        bare(line.made),
        bare(line.tops),
        bare(line.changed),
        bare(line.before),
        bare(line.coming),
    )
