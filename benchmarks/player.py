"""Is a network player ever late? `python -m benchmarks.player [--requests 2000]`.

Four players at once are asked for moves at a clock of one second by our own game manager, in
matches of games of many kinds, while other processes keep every processor busy. Every answer is
timed and its move held to the rules. `--harm kill|stop|both` also kills or stops one of their
processes every other second; `--logs DIR` keeps what the players say. `--abuse` does everything to
one player that a manager should not do, and looks at how soon it answers INFO meanwhile, and at
its memory.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.player_abuse import abuse
from benchmarks.player_processes import Running, load, running
from zermelo.play.ggp.manager import Decision, host_match
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Role
from zermelo.position.load import load as load_game
from zermelo.position.load import read_rules
from zermelo.position.plain_game import PlainGame
from zermelo.rules.expand import expand
from zermelo.rules.goal_scale import on_goal_scale
from zermelo.text.spell import spell

GAMES = (
    "connect_four",
    "breakthrough",
    "tron",
    "tictactoe",
    "knightthrough",
    "hex",
    "fifteen_puzzle",
    "connect_four_3p",
)
START_CLOCK, PLAY_CLOCK = 8.0, 1.0
BIN = 0.05
EVERY = 2.0
"""Seconds between two harms."""


@dataclass
class Tally:
    """What has been asked and answered so far."""

    wanted: int
    margins: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    late_starts: int = 0
    matches: Counter[str] = field(default_factory=Counter)
    harms: Counter[str] = field(default_factory=Counter)
    lags: list[float] = field(default_factory=list)

    def hear(self, decision: Decision) -> None:
        """Count a decision."""
        self.margins.append(PLAY_CLOCK - decision.reply.seconds)
        if decision.reply.error:
            self.errors.append(decision.reply.error)

    @property
    def full(self) -> bool:
        """Whether enough was asked."""
        return len(self.margins) >= self.wanted


def rules_of(name: str) -> str:
    """Return the rules of a game in KIF, as a manager sends them."""
    return " ".join(spell(on_goal_scale(expand(read_rules(name))), "kif").split())


def plain(game: CircuitGame) -> PlainGame:
    """Return the game without kernels: loading them would hold up the manager."""
    return PlainGame(game.name, game.lexicon, game.gates)


async def matches(
    number: int, player: Running, games: list[tuple[PlainGame, str]], tally: Tally
) -> None:
    """Let a player play one match after the other."""
    chance = random.Random(number)
    for match in range(1000):
        game, rules = games[(number + match) % len(games)]
        role = Role(chance.randrange(len(game.roles)))
        left = (tally.wanted - len(tally.margins)) // 4 + 1
        hosted = await host_match(
            game,
            rules,
            {role: player.address},
            start_clock=START_CLOCK,
            play_clock=PLAY_CLOCK,
            match_id=f"m{number}.{match}",
            seed=chance.getrandbits(32),
            heard=tally.hear,
            most=min(left, 60),
        )
        tally.matches[game.name] += 1
        tally.late_starts += any(reply.error for reply in hosted.starts)
        if tally.full:
            return


async def harm(players: list[Running], kinds: list[signal.Signals], tally: Tally) -> None:
    """Do something bad to a process of a player, again and again."""
    chance = random.Random(0)
    while kinds:
        await asyncio.sleep(EVERY)
        duty = chance.choice(["thinker", "referee", "solver"])
        found = chance.choice(players).children(duty)
        if found:
            kind = chance.choice(kinds)
            os.kill(found[0], kind)
            tally.harms[f"{kind.name} {duty}"] += 1


async def play(players: list[Running], tally: Tally, kinds: list[signal.Signals]) -> None:
    """Ask all players at once until enough was asked."""
    games = [(plain(load_game(name)), rules_of(name)) for name in GAMES]
    harming = asyncio.create_task(harm(players, kinds, tally))
    lagging = asyncio.create_task(lag(tally))
    shown = asyncio.create_task(progress(tally))
    await asyncio.gather(*(matches(n, p, games, tally) for n, p in enumerate(players)))
    harming.cancel()
    lagging.cancel()
    shown.cancel()


async def lag(tally: Tally) -> None:
    """Note for how long the manager itself was held up: answers seem to come late then."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + 0.01
        await asyncio.sleep(0.01)
        tally.lags.append(loop.time() - due)


async def progress(tally: Tally) -> None:
    """Say how far it is."""
    while True:
        await asyncio.sleep(10)
        print(f"{len(tally.margins)} of {tally.wanted}", file=sys.stderr, flush=True)


def show(tally: Tally, seconds: float) -> None:
    """Print the margins as a histogram, and all that went wrong."""
    margins = sorted(tally.margins)
    bins = Counter(int(margin // BIN) for margin in margins)
    widest = max(bins.values())
    print(f"{len(margins)} PLAY requests at a clock of {PLAY_CLOCK:g} s in {seconds:.0f} s")
    print("time left when the answer was there:")
    for index in range(min(bins), max(bins) + 1):
        count = bins[index]
        bar = "#" * -(-50 * count // widest)
        print(f"  {index * BIN:5.2f} to {(index + 1) * BIN:4.2f} s  {count:5}  {bar}")
    late = sum(margin < 0 for margin in margins)
    illegal = sum(error.startswith("IL") for error in tally.errors)
    print(f"least margin {margins[0]:.3f} s; late {late}, illegal {illegal}, errors {tally.errors}")
    held_up = ", ".join(f"{lag:.3f}" for lag in sorted(tally.lags)[-5:])
    print(f"the manager itself was held up for {held_up} s at most")
    print(
        f"matches {dict(tally.matches)}, late START {tally.late_starts}, harm {dict(tally.harms)}"
    )


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--load", type=int, default=os.cpu_count(), help="busy processes")
    parser.add_argument("--harm", choices=["kill", "stop", "both"])
    parser.add_argument("--search", help="what the players think with")
    parser.add_argument("--logs", type=Path, help="a folder for the logs of the players")
    parser.add_argument("--abuse", action="store_true")
    given = parser.parse_args()
    if given.abuse:
        abuse()
        return
    kinds = {"kill": [signal.SIGKILL], "stop": [signal.SIGSTOP], None: []}.get(
        given.harm, [signal.SIGKILL, signal.SIGSTOP]
    )
    tally = Tally(given.requests)
    options = ["--search", given.search] if given.search else []
    with ExitStack() as stack:
        players = [stack.enter_context(running(*options)) for _ in range(given.players)]
        stack.enter_context(load(given.load))
        began = time.perf_counter()
        asyncio.run(play(players, tally, kinds))
        show(tally, time.perf_counter() - began)
        for number, player in enumerate(players if given.logs else ()):
            lines = "".join(f"{line}\n" for line in player.log)
            (given.logs / f"player{number}.log").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main()
