"""Games of every kind that have tables, and their tables in files."""

from pathlib import Path

from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.search.base import Clock
from zermelo.search.solve.prove import prove
from zermelo.search.solve.tabling import of_everybody, table_of
from zermelo.search.tables.table import Table

SHARED = """
(role a) (role b) (init (at start)) (init (turn a))
(<= (legal ?r (go ?d)) (true (turn ?r)) (way ?d))
(way left) (way right)
(<= (legal a noop) (true (turn b))) (<= (legal b noop) (true (turn a)))
(<= (next (turn b)) (true (turn a))) (<= (next (turn a)) (true (turn b)))
(<= (next (at ?z)) (does ?r (go ?d)) (true (at ?y)) (leads ?y ?d ?z))
(leads start left low) (leads start right high)
(leads low left x) (leads low right y) (leads high left y) (leads high right z)
(<= terminal (true (at x))) (<= terminal (true (at y))) (<= terminal (true (at z)))
(<= (goal a 30) (true (at x))) (<= (goal b 60) (true (at x)))
(<= (goal a 50) (true (at y))) (<= (goal b 60) (true (at y)))
(<= (goal a 10) (true (at z))) (<= (goal b 90) (true (at z)))
"""
"""A game of two roles in turn whose ends share out different sums, and in which moves tie."""
ROUND = """
(role a) (role b) (init (at 1)) (init (turn a))
(<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))
(<= (legal ?r wait) (true (turn ?r))) (<= (legal ?r stop) (true (turn ?r)))
(<= (legal a noop) (true (turn b))) (<= (legal b noop) (true (turn a)))
(<= (next (at 1)) (not stopped)) (<= stopped (does ?r stop))
(<= terminal (not (true (at 1))))
(<= (goal a 55) (not (true (at 1))) (true (turn a)))
(<= (goal a 0) (not (true (at 1))) (true (turn b)))
(<= (goal b 55) (not (true (at 1))) (true (turn b)))
(<= (goal b 0) (not (true (at 1))) (true (turn a)))
"""
"""Who stops loses, and nobody has to: half of an odd total for each."""
DUELS = (
    "tictactoe",
    "nim:pile1=0,pile2=1,pile3=2,pile4=3",
    "kayles:pins=5",
    "connect_three:width=3,height=3",
    "hex:size=2",
)
CYCLES = ("dodgem", "round.kif")
ALONE = ("hanoi:disks=2", "lights_out:width=3,height=2", "missionaries_and_cannibals")
EVERYBODY = ("nim_3p:pile1=0,pile2=1,pile3=2,pile4=1", "race", "shared.kif")


def sheets(folder: Path) -> None:
    """Write the rules of the games that are not in the library."""
    (folder / "shared.kif").write_text(SHARED)
    (folder / "round.kif").write_text(ROUND)


def table_for(game: CompiledGame, state: State | None = None, *, fold: bool = True) -> Table:
    """The table of all that can be reached from a state, by the way of `solve --table`."""
    start = game.initial if state is None else state
    try:
        _, solution = prove(game, start, Clock(), fold=fold, whole=True)
    except UnsuitedError as error:
        return of_everybody(game, start, megabytes=512, why=error)
    assert solution is not None
    return table_of(game, solution)


def reachable(game: CompiledGame, start: State) -> set[State]:
    """All states that can be reached, found in the plainest way."""
    found, todo = {start}, [start]
    while todo:
        state = todo.pop()
        if not game.terminal(state):
            new = {child.state for child in game.children(state)} - found
            found |= new
            todo += new
    return found
