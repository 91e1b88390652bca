"""Endgames: a table of exact values, asked by a search whose moves lead into it.

A position in the table is a leaf, and its value is proven. The position that the search begins at
is searched all the same, so that there is a move.
"""

from fractions import Fraction
from functools import cached_property

from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State
from zermelo.game.proof import Proof
from zermelo.search.tables.believed import load_table, proof_of
from zermelo.search.tables.table import MINIMAX, Table

ENDGAMES = "a table that `zermelo solve --table` wrote: what is in it is not searched"
"""What the option is about, in all searches."""


class Endgames:
    """What one role gets in the positions of a table."""

    def __init__(self, game: CompiledGame, role: Role, table: Table) -> None:
        """Know nothing yet of any position."""
        self.game, self.role, self.table = game, role, table
        self.known: dict[State, float | None] = {}
        self.root: State | None = None  # where the search begins

    @property
    def total(self) -> Fraction | None:
        """What both roles share."""
        return None if self.table.total is None else Fraction(self.table.total)

    @cached_property
    def proof(self) -> Proof:
        """Why its values are exact."""
        return proof_of(self.table)

    def worth(self, state: State) -> float | None:
        """Return what the role gets; None where the table does not know, or the search begins."""
        if state == self.root:
            return None
        if state not in self.known:
            found = self.table.worth(self.game.row(state))
            values = None if found is None else found.values
            self.known[state] = None if values is None else values[self.role]
        return self.known[state]


def endgames_of(game: Game, role: Role, file: str) -> Endgames:
    """Return the endgames in a file, as one role sees them.

    Raises:
        ReadError: the file is no table, damaged, or says what is not true.
        UnsuitedError: it is of another game, or its values depend on how ties are broken.
    """
    if (compiled := game.compiled) is None:
        raise UnsuitedError(f"tables are about rules, and {game.name} has none")
    table = load_table(compiled, file)
    if table.kind != MINIMAX:
        raise UnsuitedError(
            f"{file} has values by max^n, which depend on how ties are broken: only a table of one "
            "role, or of two that share a constant sum, can end a search"
        )
    return Endgames(compiled, role, table)
