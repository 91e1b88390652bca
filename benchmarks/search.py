"""Our compiled searches beside those of others, in one run: `python -m benchmarks.search`.

Tic-tac-toe is solved from the empty board: by our alpha-beta with a table, by OpenSpiel's
alpha-beta in Python on its C++ game, by easyAI's Negamax with a table. Connect four is searched to
some depth by ours and easyAI's, without tables: there the nodes a second count. easyAI has a game
of its own, and gets another one that is as lean as Python allows. Times are CPU seconds of one
core, the best of several runs, without loading and compiling; but what a search makes ready for a
match is part of its time.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any, ClassVar

from easyAI import AI_Player, Human_Player, Negamax, TranspositionTable, TwoPlayerGame
from easyAI.games.ConnectFour import ConnectFour

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.search.base import Clock, Limits, Search, last
from zermelo.search.spec import parse

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
WIDTH, HEIGHT = 7, 6
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class TicTacToe(TwoPlayerGame):  # type: ignore[misc]  # easyAI has no types
    """Tic-tac-toe as easyAI wants it, with moves taken back rather than games copied."""

    def __init__(self) -> None:
        """Begin with an empty board."""
        self.players = [Human_Player(), AI_Player(None)]
        self.current_player = 1
        self.board = [0] * 9
        self.nodes = 0

    def possible_moves(self) -> list[int]:
        """Return the empty cells."""
        return [cell for cell, owner in enumerate(self.board) if not owner]

    def make_move(self, move: int) -> None:
        """Mark a cell."""
        self.nodes += 1
        self.board[move] = self.current_player

    def unmake_move(self, move: int) -> None:
        """Take a mark back."""
        self.board[move] = 0

    def lose(self) -> bool:
        """Whether the other has a row."""
        other, board = self.opponent_index, self.board
        return any(board[a] == board[b] == board[c] == other for a, b, c in ROWS)

    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.lose() or 0 not in self.board

    def scoring(self) -> int:
        """Return what the mover gets."""
        return -100 if self.lose() else 0

    def ttentry(self) -> tuple[int, ...]:
        """Return the key of the table."""
        return (self.current_player, *self.board)


class Counted(ConnectFour):  # type: ignore[misc]  # easyAI has no types
    """easyAI's own connect four, its nodes counted over all copies."""

    nodes: ClassVar[int] = 0

    def make_move(self, column: int) -> None:
        """Drop a man."""
        Counted.nodes += 1
        super().make_move(column)


class LeanFour(TwoPlayerGame):  # type: ignore[misc]  # easyAI has no types
    """Connect four with moves taken back, and only rows through the last man looked at."""

    def __init__(self) -> None:
        """Begin with an empty board."""
        self.players = [Human_Player(), AI_Player(None)]
        self.current_player = 1
        self.columns: list[list[int]] = [[] for _ in range(WIDTH)]
        self.moves: list[int] = []
        self.nodes = 0

    def possible_moves(self) -> list[int]:
        """Return the columns with room."""
        return [column for column, men in enumerate(self.columns) if len(men) < HEIGHT]

    def make_move(self, column: int) -> None:
        """Drop a man."""
        self.nodes += 1
        self.columns[column].append(self.current_player)
        self.moves.append(column)

    def unmake_move(self, column: int) -> None:
        """Take a man back."""
        self.columns[column].pop()
        self.moves.pop()

    def count(self, column: int, row: int, step: tuple[int, int], owner: int) -> int:
        """Return how many men of an owner follow a cell in a direction."""
        found = 0
        column, row = column + step[0], row + step[1]
        while 0 <= column < WIDTH and 0 <= row < len(self.columns[column]):
            if self.columns[column][row] != owner:
                break
            found += 1
            column, row = column + step[0], row + step[1]
        return found

    def lose(self) -> bool:
        """Whether the last man made four in a row."""
        if not self.moves:
            return False
        column = self.moves[-1]
        row = len(self.columns[column]) - 1
        owner = self.columns[column][row]
        return any(
            self.count(column, row, (x, y), owner) + self.count(column, row, (-x, -y), owner) >= 3
            for x, y in DIRECTIONS
        )

    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.lose() or len(self.moves) == WIDTH * HEIGHT

    def scoring(self) -> int:
        """Return what the mover gets."""
        return -100 if self.lose() else 0


def best_time(action: Callable[[], object], runs: int) -> float:
    """Return the CPU seconds of the fastest of some runs."""
    times = []
    for _ in range(runs):
        begin = time.process_time()
        action()
        times.append(time.process_time() - begin)
    return min(times)


def think(search: Search, game: CompiledGame, limits: Limits | None = None) -> Clock:
    """Search the initial state for the first role in a new match; returns what was spent."""
    clock = Clock(limits)
    found = last(search.start(game, Role(0), clock)(game.initial, clock))
    assert found is not None
    return clock


def tictactoe(runs: int) -> None:
    """Print how long each takes to solve tic-tac-toe."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = load("tictactoe")
    search = parse("alphabeta:kernel=on")
    think(search, game)
    mine = best_time(lambda: think(search, game), 20 * runs)
    spiel = pyspiel.load_game("tic_tac_toe")
    theirs = best_time(lambda: minimax.alpha_beta_search(spiel), runs)
    easy = best_time(lambda: Negamax(9, tt=TranspositionTable())(TicTacToe()), runs)
    print("tic-tac-toe, solved from the empty board")
    for title, seconds in (("zermelo", mine), ("OpenSpiel", theirs), ("easyAI", easy)):
        print(f"  {title:12} {1e3 * seconds:9.2f} ms {seconds / mine:9.1f} times ours", flush=True)


def connect_four(depth: int, runs: int) -> None:
    """Print how many nodes a second each searches in connect four."""
    game = load("connect_four")
    search = parse(f"alphabeta:kernel=on,table=false,depth={depth}")
    nodes = think(search, game).count.nodes
    mine = nodes / best_time(lambda: think(search, game), 5 * runs)
    print(f"connect four to depth {depth}, nodes a second")
    print(f"  {'zermelo':20} {mine:12,.0f} of {nodes:,}", flush=True)
    players = [Human_Player(), AI_Player(None)]
    games: dict[str, Any] = {"easyAI": Counted(players), "easyAI, lean game": LeanFour()}
    for title, played in games.items():
        begin = time.process_time()
        Negamax(depth)(played)
        rate = played.nodes / (time.process_time() - begin)
        ratio = f"ours {mine / rate:,.0f} times as many"
        print(f"  {title:20} {rate:12,.0f} of {played.nodes:,}; {ratio}", flush=True)


def solve(name: str, spec: str, seconds: float) -> None:
    """Print how long a game takes to be solved."""
    game = load(name)
    search = parse(spec)
    think(search, game, Limits(depth=1))
    clock = Clock(Limits(seconds=seconds))
    begin = time.process_time()
    found = last(search.start(game, Role(0), clock)(game.initial, clock))
    spent = time.process_time() - begin
    assert found is not None
    value = f"{found.values[0]:g}" if found.proven else "unknown"
    print(f"{name} by {spec}: {value} after {spent:.1f} s, {clock.count.nodes:,} nodes", flush=True)


def main() -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="the fastest of so many counts")
    parser.add_argument("--depth", type=int, default=8, help="in connect four")
    parser.add_argument("--seconds", type=float, default=600.0, help="for each game to be solved")
    arguments = parser.parse_args()
    tictactoe(arguments.runs)
    connect_four(arguments.depth, arguments.runs)
    solve("connect_four:width=5,height=5", "mtd:kernel=on", arguments.seconds)
    solve("connect_four:width=6,height=4", "mtd:kernel=on", arguments.seconds)


if __name__ == "__main__":
    main()
