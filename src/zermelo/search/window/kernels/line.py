"""Lines of moves after a search: with the moves of all roles, and on through the table."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES, bare_game
from zermelo.engine.narrow import Narrow
from zermelo.kernels.kernel import inner, kernel
from zermelo.search.window.kernels.images import fold, origin_of
from zermelo.search.window.kernels.stack import (
    AT,
    BEGIN,
    END,
    Stack,
    bare_stack,
    breed,
    ends,
    open_node,
    plant,
    put_first,
)
from zermelo.search.window.kernels.table import (
    HIGH,
    LOW,
    TableArrays,
    bare_table,
    find,
    hash_of,
    holds,
    keep,
    move_of,
    place,
    rest_of,
)

Ints = NDArray[np.int32]
Words = NDArray[np.uint64]


@kernel
def unfold(
    whole_game: Narrow,
    whole_stack: Stack,
    whole_table: TableArrays,
    line: Ints,
    depth: int,
    value: float,
    joints: Ints,
) -> int:
    """Fill joints [room, roles] with a line of moves from the root; returns its length.

    Where the table broke a line off, it goes on as far as the table knows the value exactly. The
    root is in its place in the stack; its frame, and the two first broods, are used for this.

    Args:
        line: [length, any] the mover's move, or those of all roles, numbered among all moves.
        depth: how deep the root was searched; -1 is to the end.
        value: of the root.
    """
    game, stack = bare_game(whole_game), bare_stack(whole_stack)
    table = bare_table(whole_table)
    plant(game, stack)
    root = int(np.int64(0))  # typed, as in `plant`
    number = 0
    while number < joints.shape[0] and ends(game, stack, root) & np.uint64(1) == np.uint64(0):
        open_node(game, stack, root, root, root)
        if number < line.shape[0]:
            for index in range(line.shape[1]):
                put_first(stack, root, int(np.int64(line[number, index])))
        elif depth < 0 or number < depth:
            move = best_known(stack, table, root, depth - number if depth >= 0 else -1, value)
            if move < 0:
                break
            put_first(stack, root, move)
        else:
            break
        for index in range(stack.frames[BEGIN] + 1):
            role = 0
            while stack.pool[index] >= game.firsts[role + 1]:
                role += 1
            joints[number, role] = stack.pool[index] - game.firsts[role]
        advance(game, stack, root)
        number += 1
    return number


@kernel
def keep_line(
    whole_game: Narrow, whole_stack: Stack, whole_replies: TableArrays, root: Words, line: Ints
) -> None:
    """Keep the moves of a line [length, roles] in a refutation table, by the states they are for.

    Nothing is kept for the root, whose row is [words], nor for a state of which a move is known.
    """
    game, stack = bare_game(whole_game), bare_stack(whole_stack)
    replies = bare_table(whole_replies)
    for word in range(stack.words):
        stack.rows[word] = root[word]
    plant(game, stack)
    ply = int(np.int64(0))  # typed, as in `plant`
    for number in range(line.shape[0]):
        open_node(game, stack, ply, ply, ply)
        for role in range(line.shape[1]):
            put_first(stack, ply, int(np.int64(line[number, role])))
        again = True
        for word in range(stack.words):
            again = again and stack.rows[word] == root[word]
        cell, hashed = find(replies, stack.rows, ply), hash_of(stack.rows, ply, replies.words)
        if not again and rest_of(replies, cell) == np.uint64(0):
            move = int(np.int64(stack.pool[stack.frames[BEGIN]]))
            keep(replies, stack.rows, ply, hashed, cell, ply, 0.0, -np.inf, np.inf, move, again)
        advance(game, stack, ply)


@inner
def best_known(stack: Stack, table: TableArrays, row: int, depth: int, value: float) -> int:
    """Return the table's move in a state, if it knows that it is worth `value`; else -1."""
    turned = int(np.int64(0))
    if stack.images.symmetries:
        turned = fold(stack.images, stack.rows, stack.keys, row, stack.words)
    cell = find(table, stack.keys, row)
    rest, at = rest_of(table, cell), place(table, cell)
    low = table.bounds[at + table.words + LOW]
    high = table.bounds[at + table.words + HIGH]
    exact = holds(rest, depth) and low == value and high == value
    return origin_of(stack.images, turned, move_of(rest)) if exact else -1


@inner
def advance(game: Narrow, stack: Stack, root: int) -> None:
    """Let the root become its first child."""
    stack.frames[AT] = stack.frames[BEGIN]
    stack.frames[END] = stack.frames[BEGIN] + 1
    breed(game, stack, root, root == 0)
    for word in range(stack.words):
        stack.rows[word] = stack.rows[LANES * stack.words + word]
    for word in range(stack.width):
        stack.broods[word] = stack.broods[stack.width + word]
