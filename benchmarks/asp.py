"""The search that asks a solver, on Nim and tic-tac-toe: nodes, and CPU after the start.

python -m benchmarks.asp [--classical SECONDS]

Every row is without rules and with rules that are made and used at once. Nodes are those below the
root. The CPU is that of this process and of the solver's, less what a position with one move takes.
The classical starts may take minutes; they are measured if they are asked for, each within limits.
"""

import argparse
import resource
from dataclasses import dataclass

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import load
from zermelo.search.base import Clock, Limits, last
from zermelo.search.spec import parse

BOARDS = {"S": ("ox. ... ..o", "x"), "M": ("... ... x.o", "x"), "L": ("..x ... ...", "o")}
PILES = {"S": (2, 2, 3, 0), "M": (1, 2, 3, 3), "L": (1, 3, 3, 4)}
LAST_BOARD, LAST_PILES = ("xox xoo ox.", "x"), (0, 0, 1, 0)
"""Positions with one move left: what they take is the start."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What a search came to and took."""

    values: tuple[float, ...]
    proven: bool
    nodes: int
    seconds: float


def tictactoe(rows: str, mover: str) -> tuple[CompiledGame, State]:
    """Return the game and a position of it."""
    game = load("tictactoe")
    cells = [
        f"(cell {row} {column} {'b' if mark == '.' else mark})"
        for row, marks in enumerate(rows.split(), 1)
        for column, mark in enumerate(marks, 1)
    ]
    return game, game.state_of([*cells, f"(control {mover})"])


def nim(*piles: int) -> tuple[CompiledGame, State]:
    """Return the game with these piles."""
    text = ",".join(f"pile{number}={size}" for number, size in enumerate(piles, 1))
    game = load(f"nim_capped:{text}")
    return game, game.initial


def cpu() -> float:
    """Return the seconds that this process and its children that have ended took."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, who))


def spent(game: CompiledGame, state: State, spec: str, seconds: float | None = None) -> Spent:
    """Return what a search of a position took."""
    clock = Clock(Limits(seconds=seconds))
    think = parse(spec).start(game, Role(0), clock)
    begin, clock = cpu(), Clock(Limits(seconds=seconds))
    found = last(think(state, clock))
    assert found is not None
    return Spent(found.values, found.proven, clock.count.nodes - 1, cpu() - begin)


def start_of(game: CompiledGame, state: State) -> float:
    """Return the seconds that go by anyway; more the first time, when modules are loaded."""
    return min(spent(game, state, "asp").seconds for _ in range(3))


def main() -> None:
    """Print a row for each position."""
    reading = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reading.add_argument("--classical", type=float, metavar="SECONDS", help="the large starts too")
    classical: float | None = reading.parse_args().classical
    starts = {
        "nim_capped": start_of(*nim(*LAST_PILES)),
        "tictactoe": start_of(*tictactoe(*LAST_BOARD)),
    }
    rows = [("nim_capped", size, nim(*piles)) for size, piles in PILES.items()]
    rows += [("tictactoe", size, tictactoe(*board)) for size, board in BOARDS.items()]
    if classical:
        rows += [(name, "classical", (load(name), load(name).initial)) for name in starts]
    print("| | value | nodes | seconds | with rules: nodes | seconds |")
    print("|---|---|---|---|---|---|")
    for name, size, (game, state) in rows:
        told = [f"{name} {size}"]
        for spec in ("asp", "asp:learn=true"):
            found = spent(game, state, spec, classical if size == "classical" else None)
            value = f"{found.values[0]:g}" if found.proven else "out of time"
            told += [value] if len(told) == 1 else []
            told += [f"{found.nodes:,}", f"{max(0.0, found.seconds - starts[name]):.2f}"]
        print("|", " | ".join(told), "|", flush=True)


if __name__ == "__main__":
    main()
