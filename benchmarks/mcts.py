"""Monte Carlo tree search beside OpenSpiel's, and beside itself: `python -m benchmarks.mcts`.

    python -m benchmarks.mcts --rates            simulations a second, in one run
    python -m benchmarks.mcts --peer connect_four --games 100    matches against pyspiel.MCTSBot
    python -m benchmarks.mcts --pool mcts mcts:playout=uniform   two of ours, on eight games
    python -m benchmarks.mcts --auto --games 60 --seconds 0.1    auto against plain UCT, on twelve

OpenSpiel's bot is C++ and takes a number of simulations, not a time: before every move the number
is set by how long the last one took, so that both have the same seconds of the clock on one core.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Move, Role, State
from zermelo.game.load import load
from zermelo.play.score import score
from zermelo.play.series import series, table
from zermelo.search.base import Clock, Limits, Search, Thinker, last
from zermelo.search.spec import parse

POOL = (
    "connect_four",
    "breakthrough",
    "reversi",
    "hex:size=7",
    "checkers",
    "gomoku:size=9,line=5",
    "kalah",
    "knightthrough",
)
TWELVE = (
    *POOL,
    "dots_and_boxes",
    "nine_mens_morris",
    "domineering",
    "pawn_race",
)
PLAIN = "mcts:playout=uniform,solver=false,dag=false"
MOST = 10_000_000
"""Simulations that OpenSpiel's bot is asked for at most."""
LETTERS = "abcdefgh"


def column(text: str) -> str:
    """`(drop 4)` as OpenSpiel spells it: the column alone."""
    return str(int(text.strip("()").split()[1]) - 1)


def pawn(text: str) -> str:
    """`(move 1 2 1 3)` as OpenSpiel spells it, whose first player comes from above."""
    _, x, y, to_x, to_y = text.strip("()").split()
    return f"{LETTERS[int(x) - 1]}{9 - int(y)}{LETTERS[int(to_x) - 1]}{9 - int(to_y)}"


def disc(text: str) -> str:
    """`(place 3 4)` as OpenSpiel spells it."""
    if "place" not in text:
        return "pass"
    _, x, y = text.strip("()").split()
    return f"{LETTERS[int(x) - 1]}{y}"


def square(text: str) -> str:
    """`(mark 1 2)` as OpenSpiel spells it."""
    _, x, y = text.strip("()").split()
    return f"({int(x) - 1},{int(y) - 1})"


PEERS: dict[str, tuple[str, Callable[[str], str]]] = {
    "tictactoe": ("tic_tac_toe", square),
    "connect_four": ("connect_four", column),
    "breakthrough": ("breakthrough", pawn),
    "reversi": ("othello", disc),
}


@dataclass(slots=True)
class Bot:
    """OpenSpiel's search with a clock."""

    game: Any
    seconds: float
    seed: int
    solve: bool = False
    simulations: int = 100

    def choose(self, state: Any) -> int:
        """Return an action, after about as many seconds as there are."""
        bot = new_bot(self.game, self.simulations, self.seed, self.solve)
        begin = time.perf_counter()
        action = int(bot.step(state))
        gone = time.perf_counter() - begin
        wanted = int(self.simulations * min(4.0, self.seconds / gone))
        self.simulations = max(10, min(MOST, wanted))  # what is proved takes no time at all
        return action


def new_bot(game: Any, simulations: int, seed: int, solve: bool) -> Any:
    """Return OpenSpiel's bot as its own examples make it."""
    import pyspiel

    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, rollouts, 2.0, simulations, 1000, solve, seed, False)


def action_of(state: Any, text: str) -> int:
    """Return OpenSpiel's action that a move of ours is; its spelling may have more around it."""
    for action in state.legal_actions():
        spelled = state.action_to_string(state.current_player(), action)
        if text in (spelled, spelled.replace("*", ""), spelled[1:]):
            return int(action)
    raise AssertionError(f"OpenSpiel has no move {text} in\n{state}")


@dataclass(slots=True)
class Table:
    """A match between ours and OpenSpiel's: both engines follow it."""

    game: CompiledGame
    spell: Callable[[str], str]
    ours: State
    theirs: Any

    def mover(self) -> Role:
        """Return who is in turn by both; they must agree."""
        return Role(int(self.theirs.current_player()))

    def moves(self) -> dict[Move, int]:
        """Return our legal moves and the actions that they are."""
        role = self.mover()
        legal = self.game.legal(self.ours, role)
        found = {
            move: action_of(self.theirs, self.spell(self.game.spell(role, move))) for move in legal
        }
        assert sorted(found.values()) == sorted(self.theirs.legal_actions())
        return found

    def play(self, move: Move, action: int) -> None:
        """Make a move on both sides."""
        role = self.mover()
        joint: Joint = tuple(
            move if other == role else self.game.legal(self.ours, Role(other))[0]
            for other in range(len(self.game.roles))
        )
        self.ours = self.game.next(self.ours, joint)
        self.theirs.apply_action(action)


def peer_match(name: str, search: Search, seconds: float, seed: int, seat: Role) -> float:
    """Return what we get in one match from a random opening, in 0 to 1."""
    import pyspiel

    title, spell = PEERS[name]
    game = load(name)
    theirs = pyspiel.load_game(title)
    match = Table(game, spell, game.initial, theirs.new_initial_state())
    generator = Random(f"{name} {seed}")
    for _ in range(2):
        move, action = generator.choice(sorted(match.moves().items()))
        match.play(move, action)
    limits = Limits(seconds=seconds)
    thinker: Thinker = search.start(game, seat, Clock(limits))
    bot = Bot(theirs, seconds, seed, solve=True)
    bot.choose(match.theirs)  # finds out how fast it is
    while not match.theirs.is_terminal():
        moves = match.moves()
        if match.mover() == seat:
            found = last(thinker(match.ours, Clock(limits)))
            assert found is not None
            assert found.move in moves
            match.play(found.move, moves[found.move])
        else:
            action = bot.choose(match.theirs)
            match.play(next(move for move in moves if moves[move] == action), action)
    assert game.terminal(match.ours)
    returns = match.theirs.returns()
    return (returns[seat] + 1) / 2 if abs(returns[seat]) <= 1 else float(returns[seat] > 0)


def against_peer(name: str, spec: str, games: int, seconds: float, seed: int) -> None:
    """Play matches with the roles exchanged, and say how it goes."""
    scores: list[float] = []
    for number in range(games):
        search = parse(spec)
        scores.append(peer_match(name, search, seconds, seed + number // 2, Role(number % 2)))
        found = score(scores, len(scores))
        assert found is not None
        text = f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f})"
        print(f"\r{name}: {spec} against MCTSBot, {number + 1} matches: {text}", end="", flush=True)
    print()


def rates(seconds: float, turns: int = 10) -> None:
    """Print simulations a second of both, by CPU time: the same number of searches, as long each.

    A simulation is a match played out from a leaf whose reward goes up the tree. OpenSpiel plays
    one out at every visit, we as many as there are lanes to a leaf, here 64 (by default fewer, to
    have more visits): so visits are printed as well.
    """
    import pyspiel

    heading = ("game", "MCTSBot", "simulations", "ratio", "visits", "ratio")
    print("{:<14}{:>12}{:>16}{:>8}{:>12}{:>8}".format(*heading))
    for name in PEERS:
        theirs = pyspiel.load_game(PEERS[name][0])
        bot = Bot(theirs, seconds, 1)
        done, begin = 0, time.process_time()
        for _ in range(turns):
            done += bot.simulations
            bot.choose(theirs.new_initial_state())
        peer = done / (time.process_time() - begin)
        game, limits = load(name), Limits(seconds=seconds)
        search = parse("mcts:solver=false,dag=false,lanes=64")
        last(search.start(game, Role(0), Clock())(game.initial, Clock(Limits(nodes=1))))
        visits, playouts, begin = 0, 0, time.process_time()
        for _ in range(turns):
            clock = Clock(limits)
            last(search.start(game, Role(0), clock)(game.initial, clock))
            visits, playouts = visits + clock.count.nodes, playouts + clock.count.leaves
        spent = time.process_time() - begin
        row = (name, peer, playouts / spent, playouts / spent / peer, visits / spent)
        text = "{:<14}{:>12,.0f}{:>16,.0f}{:>8.1f}{:>12,.0f}{:>8.1f}"
        print(text.format(*row, visits / spent / peer), flush=True)


def pool(one: str, other: str, names: list[str], games: int, seconds: float, seed: int) -> None:
    """Play two searches against each other on several games, and print the mean score."""
    means = []
    for name in names:
        limits = Limits(seconds=seconds)
        searches = [parse(one), parse(other)]
        played = list(series(load(name), searches, games=games, limits=limits, seed=seed))
        found = table(played, 2)[0].score
        assert found is not None
        means.append(found.mean)
        print(f"{name:<22} {found.mean:.3f} ({found.low:.3f} to {found.high:.3f})", flush=True)
    print(f"{one} against {other}, {seconds:g} s a move: mean {sum(means) / len(means):.3f}")


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rates", action="store_true", help="simulations a second")
    parser.add_argument("--peer", nargs="*", metavar="GAME", help="matches against pyspiel.MCTSBot")
    parser.add_argument("--pool", nargs=2, metavar="SPEC", help="two searches, on eight games")
    parser.add_argument("--auto", action="store_true", help="auto against plain UCT, on twelve")
    parser.add_argument("--on", nargs="*", metavar="GAME", help="games instead of these")
    parser.add_argument("--search", default="mcts", help="ours, against the peer")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.2, help="for each move")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    if given.rates:
        rates(given.seconds)
    for name in given.peer or ():
        against_peer(name, given.search, given.games, given.seconds, given.seed)
    if given.pool:
        one, other = given.pool
        pool(one, other, given.on or list(POOL), given.games, given.seconds, given.seed)
    if given.auto:
        pool("auto", PLAIN, given.on or list(TWELVE), given.games, given.seconds, given.seed)


if __name__ == "__main__":
    main()
