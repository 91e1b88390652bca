"""Random playouts of ours beside those of other engines, in one run: `python -m benchmarks.peers`.

One core each, driven as a user would: ours by the function behind `zermelo playouts`, OpenSpiel's
C++ games from Python, Pgx (if it is installed) by its batched JAX step on the CPU. Times are CPU
seconds, for two threads against one seconds of the clock. What counts is the ratio.
"""

import argparse
import importlib.util
import random
import time
from dataclasses import dataclass

from zermelo.game.load import load
from zermelo.sampling.playouts import play_out

GAMES = {
    "tictactoe": ("tic_tac_toe", "tic_tac_toe"),
    "connect_four": ("connect_four", "connect_four"),
    "breakthrough": ("breakthrough", None),
    "reversi": ("othello", "othello"),
    "checkers": ("checkers", None),
    "hex:size=9": ("hex(board_size=9)", None),
    "chess": ("chess", None),
}


@dataclass(frozen=True, slots=True)
class Rate:
    """How fast an engine plays."""

    playouts: float  # a second
    steps: float  # a second

    def __str__(self) -> str:
        """Spell it with thousands."""
        return f"{self.playouts:>13,.0f} {self.steps:>15,.0f}"


def ours(name: str, seconds: float) -> Rate:
    """Return the rate of our playouts."""
    game = load(name)
    play_out(game, seconds=0.05)
    begin = time.process_time()
    result = play_out(game, seconds=seconds)
    spent = time.process_time() - begin
    return Rate(result.playouts / spent, result.steps / spent)


def two_threads(name: str, seconds: float) -> float:
    """Return how many times faster two threads are than one: the best of three turns of both."""
    game = load(name)
    best = {1: 0.0, 2: 0.0}
    for _ in range(3):
        for threads in best:
            result = play_out(game, seconds=seconds / 3, threads=threads)
            best[threads] = max(best[threads], result.steps / result.seconds)
    return best[2] / best[1]


def open_spiel(name: str, seconds: float) -> Rate:
    """Return the rate of OpenSpiel's C++ game, driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    generator = random.Random(0)
    playouts = steps = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(generator.choice(state.legal_actions()))
            steps += 1
        playouts += 1
    spent = time.process_time() - begin
    return Rate(playouts / spent, steps / spent)


def pgx(name: str, seconds: float, batch: int = 1024) -> Rate:
    """Return the rate of Pgx's batched game on the CPU."""
    import jax
    import jax.numpy as jnp
    import pgx

    environment = pgx.make(name)
    start = jax.jit(jax.vmap(environment.init))
    step = jax.jit(jax.vmap(environment.step))
    choose = jax.jit(
        lambda key, state: jax.random.categorical(key, jnp.log(state.legal_action_mask), axis=-1)
    )
    key = jax.random.PRNGKey(0)
    fresh = start(jax.random.split(key, batch))
    state = step(fresh, choose(key, fresh))
    playouts = steps = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        state = fresh
        while not bool(state.terminated.all()):
            key, part = jax.random.split(key)
            steps += batch - int(state.terminated.sum())
            state = step(state, choose(part, state))
        playouts += batch
    spent = time.process_time() - begin
    return Rate(playouts / spent, steps / spent)


def installed(module: str) -> bool:
    """Whether a peer can be measured here."""
    return importlib.util.find_spec(module) is not None


def show(title: str, rate: Rate, mine: Rate) -> None:
    """Print one line, with the ratio of ours to it."""
    ratio = f"{mine.playouts / rate.playouts:>10.1f} {mine.steps / rate.steps:>9.1f}"
    print(f"{title:32} {rate} {ratio}", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="some of the games only")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    arguments = parser.parse_args()
    print(f"{'':32} {'playouts/s':>13} {'steps/s':>15} {'ratio':>10} {'of steps':>9}")
    for name in arguments.games:
        peer, batched = GAMES[name]
        mine = ours(name, arguments.seconds)
        show(f"{name}: zermelo", mine, mine)
        if installed("pyspiel"):
            show("  OpenSpiel from Python", open_spiel(peer, arguments.seconds), mine)
        if installed("pgx") and batched:
            show("  Pgx, batches of 1024", pgx(batched, arguments.seconds), mine)
        ratio = two_threads(name, arguments.seconds)
        print(f"{'  two threads against one':32} {'':29} {ratio:>10.2f}", flush=True)


if __name__ == "__main__":
    main()
