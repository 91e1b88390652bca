"""A table: the exact value of every position that can be reached, for every role.

Values are whole numbers, the goals of ends; a match that does not end counts as half of what two
roles share. Positions are rows in ascending order, so that one is found by bisection. Where they
are folded, one row stands for all images under symmetry.
"""

import hashlib
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints, Words
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.folding import Folding
from zermelo.search.worth import Worth
from zermelo.text.strategy_text import rules_mark

Kind = Literal["minimax", "maxn"]
MINIMAX: Kind = "minimax"
"""Values of one role, or of two that share a constant sum: nobody can be kept from them."""
MAXN: Kind = "maxn"
"""Values by max^n: all play for themselves, and of moves worth the same to their mover the first is
made. Somebody who breaks ties otherwise may change what others get."""


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """Rows in ascending order, with the value for each role and the distance to the end."""

    game: str  # its name, for people
    fingerprint: str  # of its rules
    kind: Kind
    start: Words  # [words] the row that all others were reached from
    total: int | None  # what two roles share; None if there is no such number
    rows: Words  # [words, rows] sorted by the first word, then by the second, ...
    values: NDArray[np.signedinteger]  # [roles, rows] at the end; 0 where there is no end
    distances: Ints  # [rows] -1 is none
    positions: int  # that the rows stand for
    folding: Folding | None = None  # by symmetries that exchange no roles

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.distances)

    def worth(self, row: Words) -> Worth | None:
        """Return what a row is worth; None if it is not among the positions."""
        number = found_in(self.rows, self.folding, row)
        if number is None:
            return None
        distance = int(self.distances[number])
        if distance >= 0:
            return Worth(tuple(map(float, self.values[:, number])), distance)
        if self.total is None:
            return Worth(None, None)
        return Worth((self.total / 2, self.total / 2), None)


def found_in(rows: Words, folding: Folding | None, row: Words) -> int | None:
    """Return the number of the row that stands for another one, by bisection; None if none does.

    Args:
        rows: [words, rows] sorted by the first word, then by the second, ...
        folding: by which of all images of a position the smallest stands for it.
        row: [words] of a position.
    """
    if folding:
        row = folding.folded(row[None])[0][0]
    low, high = 0, rows.shape[1]
    for word, column in zip(row, rows, strict=True):
        part = column[low:high]
        below = int(np.searchsorted(part, word, "left"))
        low, high = low + below, low + int(np.searchsorted(part, word, "right"))
    return low if low < high else None


def in_order(rows: Words) -> NDArray[np.int64]:
    """Return the numbers of rows [rows, words] in ascending order."""
    if rows.shape[1] == 1:
        return np.argsort(rows[:, 0])
    return np.lexsort(rows.T[::-1])


def fingerprint(game: CompiledGame) -> str:
    """Return a name for exactly these rules and words: nothing else has the same answers.

    How rules are compiled is no part of it, so that a file outlives changes of the compiler. Where
    a game is known by its circuit alone, it is a name for that.
    """
    words = game.lexicon.roles, game.lexicon.fluents, game.lexicon.moves
    digest = hashlib.sha256(repr(words).encode())
    if game.sheet is not None:
        digest.update(rules_mark(game.sheet).encode())
        return digest.hexdigest()[:32]
    for part in game.engine.identity():
        digest.update(part)
    return digest.hexdigest()[:32]
