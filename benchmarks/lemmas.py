"""Nodes of exact searches with and without the rules of a strategy, learnt for the purpose.

python -m benchmarks.lemmas [GAME ...]

Positions are all that come about by the first moves of a game; what is told is the sum over them.
A search that needs more than five million nodes for one of them is left out.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, joints
from zermelo.game.load import load
from zermelo.learn.learning import learn
from zermelo.learn.selection import rules_to_play_by
from zermelo.learn.strategy_file import strategy_text
from zermelo.search.base import Clock, Limits, last
from zermelo.search.spec import parse

GAMES = ("tictactoe", "nim_capped", "connect_three", "hex:size=3")
SEARCHES = ("alphabeta:table=false", "alphabeta", "scout", "mtd", "iterative")
MOST = 5_000_000


def learnt(name: str, folder: Path) -> tuple[CompiledGame, Path]:
    """Return a game, and a file with the rules to play it by."""
    game = load(name)
    found = learn(game, game.initial)
    path = folder / "rules.lp"
    path.write_text(strategy_text(game, found, rules_to_play_by(game, found), name))
    return game, path


def positions(game: CompiledGame) -> list[State]:
    """Return what two moves can lead to."""
    states = {game.initial}
    for _ in range(2):
        states = {
            game.next(state, joint)
            for state in states
            if not game.terminal(state)
            for joint in joints(game, state)
        }
    return sorted(states)


def nodes(game: CompiledGame, states: list[State], spec: str) -> tuple[int, list[float]] | None:
    """Return the nodes that a search takes for all states, and their values; None if too many."""
    total, values = 0, []
    for state in states:
        clock = Clock(Limits(nodes=MOST))
        found = last(parse(spec).start(game, Role(0), clock)(state, clock))
        if found is None or not found.proven:
            return None
        total += clock.count.nodes
        values.append(found.values[0])
    return total, values


def with_lemmas(spec: str, path: Path) -> str:
    """Return a search that goes by the rules of a file."""
    return f"{spec}{',' if ':' in spec else ':'}lemmas={path}"


def main() -> None:
    """Print a row for each game, with nodes without and with lemmas for each search."""
    print("| game | positions |", " | ".join(SEARCHES), "|")
    print("|---|---|" + "---|" * len(SEARCHES))
    for name in sys.argv[1:] or GAMES:
        with TemporaryDirectory() as folder:
            game, path = learnt(name, Path(folder))
            states = positions(game)
            told = [name, f"{len(states):,}"]
            for search in SEARCHES:
                plain = nodes(game, states, search)
                cut = nodes(game, states, with_lemmas(search, path))
                if plain is None or cut is None:
                    told.append("")
                    continue
                assert plain[1] == cut[1], f"{search} has other values with lemmas in {name}"
                told.append(f"{plain[0]:,} → {cut[0]:,}")
        print("|", " | ".join(told), "|", flush=True)


if __name__ == "__main__":
    main()
