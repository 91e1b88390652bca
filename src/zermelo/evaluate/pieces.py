"""Whose piece is it? Take it off the board in random positions, and see who is worse off.

Rule sheets do not say who owns a `wp` or an `x`. What shows it is what its owner loses without it:
moves while the match goes on; where all lose moves alike, as in reversi, goals at the end. A piece
that nobody loses more by than the others, such as a wall, is nobody's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.drawing import drawing_of
from zermelo.sampling.matches import RandomMatchBatch, goal_table

STATES = 2048
"""Positions that a piece is taken off in: more hardly change who loses by it."""
LAYERS = 500
"""Steps of the random matches that are looked at."""
MARGIN = 0.25
"""How much more, of all that is lost, the owner must lose than any other role."""


@dataclass(frozen=True, slots=True)
class OwnedPiece:
    """What stands on cells of a board: its fluents, and the role that it belongs to."""

    name: str
    owner: int
    fluents: tuple[int, ...]
    moves: float  # how many moves its owner loses without it, on average


@lru_cache(maxsize=32)
def pieces(game: CompiledGame) -> tuple[OwnedPiece, ...]:
    """Return the pieces that belong to a role, by name; none where no board can be seen."""
    kinds = kinds_of_piece(game)
    if not kinds:
        return ()
    rows = sampled(game)
    found = [
        OwnedPiece(name, owner, tuple(fluents), moves)
        for name, fluents in sorted(kinds.items())
        for owner, moves in owners(game, rows, fluents)
    ]
    # What only one side is seen to have says nothing of who is ahead.
    owning = {piece.owner for piece in found}
    return tuple(found) if len(owning) == len(game.roles) else ()


def kinds_of_piece(game: CompiledGame) -> dict[str, list[int]]:
    """Return the fluents of everything that can stand on a cell and is not a blank."""
    drawing = drawing_of(game)
    found: dict[str, list[int]] = {}
    for number, fluent in enumerate(game.lexicon.fluent_terms):
        shape, leaves = fluent.shape, fluent.leaves
        for board, blanks in zip(drawing.layout.boards, drawing.blanks, strict=True):
            for grid in board:
                if grid.shape == shape and grid.shows(leaves):
                    content = grid.place(leaves)[2]
                    if content not in blanks:
                        found.setdefault(content, []).append(number)
    return found


def sampled(game: CompiledGame) -> Words:
    """Return positions of random matches: half of them ends, where there are enough."""
    random = np.random.default_rng(0)
    going, ended = [], []
    for layer in RandomMatchBatch(game, seed=0):
        ended.append(layer.rows[layer.views.ended])
        rest = layer.rows[~layer.views.ended]
        going.append(rest[random.random(len(rest)) < 0.1])
        if layer.step >= LAYERS:
            break
    parts = [np.concatenate(part) for part in (going, ended)]
    chosen = [random.permutation(len(part))[: STATES // 2] for part in parts]
    return np.concatenate([part[order] for part, order in zip(parts, chosen, strict=True)])


def owners(game: CompiledGame, rows: Words, fluents: list[int]) -> Iterator[tuple[int, float]]:
    """Yield the role that loses most when one of `fluents` is taken away, if one does.

    With it comes how many moves it loses, in the mean over all these positions.
    """
    bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
    there = bits[:, fluents] > 0
    some = there.any(axis=1)
    if not some.any():
        return
    before, there = rows[some], there[some]
    # Another one of them in every position, or only the first cells would have a say.
    turn = np.arange(len(before))[:, None] + np.arange(len(fluents))
    taken = np.where(there, turn % len(fluents), len(fluents)).argmin(axis=1)
    after = np.unpackbits(before.view(np.uint8), axis=1, bitorder="little")
    after[np.arange(len(after)), np.array(fluents)[taken]] = 0
    left = np.packbits(after, axis=1, bitorder="little").view(np.uint64)
    moves, goals = losses(game, before, np.ascontiguousarray(left))
    for loss in (moves, goals):
        part = loss / max(float(loss.sum()), 1e-9)
        best = int(part.argmax())
        if part[best] > np.delete(part, best).max(initial=0.0) + MARGIN:
            yield best, float(moves[best]) / len(before)
            return


def losses(game: CompiledGame, before: Words, after: Words) -> list[NDArray[np.float64]]:
    """Return what each role loses in moves while the match goes on, and in goals at its end."""
    views = [game.engine.view(rows) for rows in (before, after)]
    ended = views[0].ended
    size = game.dimensions.moves
    legal = [
        np.unpackbits(view.legal.view(np.uint8), axis=1, count=size, bitorder="little")
        for view in views
    ]
    gone = (legal[0] > legal[1])[~ended].sum(axis=0)
    bounds = game.dimensions.firsts
    moves = [gone[bounds[role] : bounds[role + 1]].sum() for role in range(len(game.roles))]
    numbers, values = zip(*(goal_table(game, view) for view in views), strict=True)
    worth = [np.where(number == 1, value, 0) for number, value in zip(numbers, values, strict=True)]
    goals = np.maximum(0, worth[0] - worth[1])[ended].sum(axis=0)
    return [np.array(moves, np.float64), goals.astype(np.float64)]
