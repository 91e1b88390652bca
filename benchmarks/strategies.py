"""Strategies for several games: what they take in positions, rules and seconds; and all is true.

python -m benchmarks.strategies [GAME ...]
python -m benchmarks.strategies --instances
python -m benchmarks.strategies --transfers

The second has the positions that the program of Hahn and Shankar was measured on, the third what
lemmas of smaller instances spare in larger ones.
"""

import sys
import time

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.game.load import load
from zermelo.learn.learning import LearnedStrategy, learn
from zermelo.learn.selection import selected
from zermelo.learn.transfer import read_lemmas
from zermelo.learn.verify import verify
from zermelo.strategies.strategy import Strategy, fingerprint, spell_strategy
from zermelo.text.source import Source

GAMES = (
    "tictactoe",
    "nim_capped",
    "connect_three",
    "hex:size=3",
    "chomp",
    "domineering:rows=4,columns=4",
    "breakthrough:width=3,height=4",
    "misere_nim",
    "reversi:size=4",
    "dots_and_boxes:rows=2,columns=2",
)
INSTANCES = (
    ("nim_capped:pile1=2,pile2=2,pile3=3,pile4=0", ""),
    ("nim_capped:pile1=1,pile2=2,pile3=3,pile4=3", ""),
    ("nim_capped:pile1=1,pile2=3,pile3=3,pile4=4", ""),
    ("nim_capped", ""),
    ("tictactoe", "ox. ... ..o x"),
    ("tictactoe", "... ... x.o x"),
    ("tictactoe", "..x ... ... o"),
    ("tictactoe", "... ... ... x"),
)
"""Rows of tic-tac-toe, and who moves."""
TRANSFERS = (
    ("nim_capped:pile1=2,pile2=2,pile3=3,pile4=0", "nim_capped:pile1=1,pile2=2,pile3=3,pile4=3"),
    ("nim_capped:pile1=1,pile2=3,pile3=3,pile4=4", "nim_capped"),
    ("chomp", "chomp:rows=4,columns=5"),
    ("connect_three:height=3", "connect_three"),
    ("connect_three:width=3", "connect_three"),
    ("hex:size=2", "hex:size=3"),
    ("domineering:rows=3,columns=4", "domineering:rows=4,columns=4"),
    ("kayles:pins=5", "kayles:pins=8"),
)
SECONDS = 120.0


def main() -> None:
    """Print a row for each game."""
    match sys.argv[1:]:
        case ["--instances"]:
            instances()
        case ["--transfers"]:
            transfers()
        case names:
            games(names or GAMES)


def header(*names: str) -> None:
    """Print the head of a table."""
    row(*names)
    row(*["---"] * len(names))


def row(*cells: object) -> None:
    """Print a row of a table."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def games(names: tuple[str, ...] | list[str]) -> None:
    """Learn and verify strategies."""
    header(*"game,values,positions opened,lemmas,rules,seconds,states,wrong".split(","))
    for name in names:
        game = load(name)
        found = learn(game, game.initial, seconds=SECONDS)
        rules = found.lemmas
        begin = time.perf_counter()
        if found.complete:
            rules = tuple(
                selected(game, game.initial, found.lemmas, found.symmetries, found.values)
            )
        seconds = found.seconds + time.perf_counter() - begin
        held = verify(game, found.lemmas, found.symmetries)
        values = ", ".join(map(str, found.values)) + ("" if found.complete else " (not complete)")
        sizes = found.nodes, len(found.lemmas), len(rules)
        row(name, values, *sizes, f"{seconds:.1f}", held.states, len(held.wrong))


def instances() -> None:
    """Learn from positions, some of them within a match."""
    header("position", "values", "positions opened", "lemmas", "seconds", "wrong")
    for name, rows in INSTANCES:
        game = load(name)
        start = marked(game, rows) if rows else game.initial
        found = learn(game, start)
        held = verify(game, found.lemmas, found.symmetries, start=start)
        values = ", ".join(map(str, found.values))
        place = f"{name} {rows}".strip()
        row(place, values, found.nodes, len(found.lemmas), f"{found.seconds:.1f}", len(held.wrong))


def marked(game: CompiledGame, rows: str) -> State:
    """Return a position of tic-tac-toe."""
    *lines, mover = rows.split()
    cells = [
        f"(cell {column} {line} {'b' if mark == '.' else mark})"
        for line, marks in enumerate(lines, 1)
        for column, mark in enumerate(marks, 1)
    ]
    return game.state_of([*cells, f"(control {mover})"])


def transfers() -> None:
    """Learn larger instances with and without the lemmas of smaller ones."""
    header("from", "to", "lemmas", "of them proved", "positions opened", "alone", "wrong")
    for small, large in TRANSFERS:
        source = strategy(small)
        game = load(large)
        alone: LearnedStrategy = learn(game, game.initial, seconds=SECONDS)
        borrowed = read_lemmas(game, source)
        found = learn(game, game.initial, borrowed=borrowed, seconds=SECONDS)
        held = verify(game, found.lemmas, found.symmetries)
        taken = found.taken
        count = taken.proved + taken.failed + taken.missing
        row(small, large, count, taken.proved, found.nodes, alone.nodes, len(held.wrong))


def strategy(name: str) -> Source:
    """Return the file of all lemmas that a game has."""
    game = load(name)
    found = learn(game, game.initial, seconds=SECONDS)
    every = Strategy(name, fingerprint(game), "lemmas", "proved", found.lemmas)
    return Source(name, spell_strategy(every, game, found.symmetries))


if __name__ == "__main__":
    main()
