"""Table: play by the exact values of all positions, as `zermelo solve --table` writes them.

Of the moves with the best value the one is made that ends the match soonest, or latest where the
role gets less than half; of these the first. Values are proven: a table that was not made here is
checked when it is loaded, every position by those that follow it (`search/tables/recheck.py`).
Tables of more than two roles have the values of max^n, and of equal moves the first is made.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from zermelo.errors import UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State, Trait
from zermelo.search.base import Clock, Prospect, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.parts.root import ended, require_moves
from zermelo.search.solve.tabling import told_by
from zermelo.search.tables.believed import load_table
from zermelo.search.tables.table import Table


@dataclass(frozen=True, slots=True)
class TableSearch:
    """Plays by a table of all positions and their exact values."""

    needs: ClassVar[Trait] = Trait.TURNS | Trait.DETERMINISTIC | Trait.PERFECT | Trait.CIRCUIT
    file: str = option("", "the table to play by, which `zermelo solve --table` wrote")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match.

        Raises:
            UsageError: no file is named.
            ReadError, UnsuitedError: the file is no table of this game, or says what is not true.
        """
        if not self.file:
            raise UsageError(
                "table needs a file: table:file=NAME; `zermelo solve --table` makes one"
            )
        if (compiled := game.compiled) is None:
            raise UnsuitedError(f"a table is for rules, and {game.name} has none")
        return partial(think, compiled, role, load_table(compiled, self.file), self.file)


def think(
    game: CompiledGame, role: Role, table: Table, file: str, state: State, clock: Clock
) -> Iterator[Result]:
    """Yield the best move, with its value; PlayError where the table does not know the position."""
    over = ended(game, state)
    if over is not None:
        yield over
        return
    require_moves(game, state)
    known = told_by(game, table, state, file)
    clock.count.nodes += 1
    joint = known.best[0].joint
    has_choice = len(game.legal(state, role)) > 1
    yield Result(
        joint[role],
        known.values or (0.0,) * len(game.roles),
        known.line or (joint,),
        len(known.line),
        known.proof,
        note=told(known.distance, known.note),
        shortest=known.shortest,
        unsolvable=known.values is None,
        prospects=tuple(
            Prospect(one.joint[role], one.worth.values[role])
            for one in known.choices
            if has_choice and one.worth.values is not None
        ),
    )


def told(distance: int | None, note: str) -> str:
    """Return how far the end is, for people, and what else there is to say.

    >>> told(1, ""), told(None, "by max^n")
    ('the end in 1 move', 'the match does not end; by max^n')
    """
    far = "the match does not end"
    if distance is not None:
        far = f"the end in {distance} move{'' if distance == 1 else 's'}"
    return f"{far}; {note}" if note else far
