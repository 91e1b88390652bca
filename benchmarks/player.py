"""Is a network player ever late? `python -m benchmarks.player --kill 3 8 --hog 2 --requests 1000`.

Players are asked for moves at a short clock by our own game manager, in matches of games of many
kinds, while other processes keep every processor busy (`--hog`). Every answer is timed and its move
checked against the rules; another process asks INFO all the while. `--kill LOW HIGH` also kills or
stops a process of each player every LOW to HIGH seconds, `--all` all of them at once. `--logs DIR`
keeps what the players say. `--sheets DIR` plays the beginnings of matches by all rule sheets of a
folder instead. `--abuse` does everything to one player that a manager should not do, and looks at
how soon it answers INFO meanwhile, and at its memory.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path

from benchmarks.player_abuse import abuse, probing
from benchmarks.player_processes import Running, descendants, load, running
from zermelo.engine.circuit_engine import CircuitEngine
from zermelo.engine.engines.plain import PlainEngine
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role
from zermelo.game.load import load as load_game
from zermelo.game.load import read_rules
from zermelo.game.rule_game import RuleGame
from zermelo.play.network.manager import RequestedMove, host_match
from zermelo.rules.check import require
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
START_CLOCK = 8.0
BIN = 0.05
BEGINNING, WHOLE = 8, 60
"""Turns of a match at most: of a sheet of a folder, and of a game of the library."""
PROBE = 0.05
"""Seconds between two INFOs."""


@dataclass
class Tally:
    """What has been asked and answered so far."""

    wanted: int
    clock: float
    margins: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    late_starts: int = 0
    matches: Counter[str] = field(default_factory=Counter)
    harms: Counter[str] = field(default_factory=Counter)
    lags: list[float] = field(default_factory=list)
    infos: list[float] = field(default_factory=list)

    def hear(self, decision: RequestedMove) -> None:
        """Count a decision."""
        reply = decision.reply
        self.margins.append(self.clock - reply.seconds)
        if reply.error:
            self.errors["nil" if reply.text.strip() == "nil" else reply.error[:2]] += 1

    @property
    def full(self) -> bool:
        """Whether enough was asked."""
        return len(self.margins) >= self.wanted


def rules_of(name: str) -> str:
    """Return the rules of a game in KIF, as a manager sends them."""
    return " ".join(spell(on_goal_scale(expand(read_rules(name))), "kif").split())


def plain(game: CompiledGame) -> CompiledGame:
    """Return the game without kernels: loading them would hold up the manager."""
    assert isinstance(game.engine, CircuitEngine)
    return replace(game, engine=PlainEngine(game.engine.wiring))


def library() -> Iterator[tuple[Game, str]]:
    """Yield games of the library and their rules, again and again."""
    yield from cycle([(plain(load_game(name)), rules_of(name)) for name in GAMES])


def sheets(folder: Path) -> Iterator[tuple[Game, str]]:
    """Yield games from the rule sheets of a folder in random order; those that cannot be read not.

    The manager derives what is legal from the rules: they need not be compiled.
    """
    paths = sorted(folder.glob("*.kif"))
    random.Random(0).shuffle(paths)
    for path in cycle(paths):
        try:
            rules = read_rules(str(path))
            require(rules)
            yield RuleGame(path.stem, rules), " ".join(spell(rules, "kif").split())
        except ZermeloError as error:
            print(f"{path.name}: {str(error).splitlines()[0]}", file=sys.stderr)


async def matches(
    number: int, player: Running, games: Iterator[tuple[Game, str]], most: int, tally: Tally
) -> None:
    """Let a player play one match after the other."""
    chance, known = random.Random(number), 0
    for match, (game, rules) in enumerate(games):
        role = Role(chance.randrange(len(game.roles)))
        hosted = await host_match(
            game,
            rules,
            {role: player.address},
            start_clock=START_CLOCK,
            play_clock=tally.clock,
            match_id=f"m{number}.{match}",
            seed=chance.getrandbits(32),
            heard=tally.hear,
            most=min(tally.wanted - len(tally.margins), most),
        )
        tally.matches[game.name] += 1
        for reply in hosted.starts:
            if reply.text != "ready":
                tally.late_starts += 1
                print(f"{game.name}: START {reply.text} {reply.error}", file=sys.stderr)
        if tally.errors.total() > known:
            print(f"{game.name}: {dict(tally.errors)}", file=sys.stderr)
            known = tally.errors.total()
        if tally.full:
            return


async def harm(player: Running, pause: tuple[float, float], every: bool, tally: Tally) -> None:
    """Kill or stop processes of a player, again and again."""
    chance = random.Random(player.address.port)
    while True:
        await asyncio.sleep(chance.uniform(*pause))
        found = descendants(player.process.pid)
        kind = chance.choice([signal.SIGKILL, signal.SIGSTOP])
        for pid in found if every else found and [chance.choice(found)]:
            try:
                os.kill(pid, kind)
            except ProcessLookupError:
                continue
            tally.harms["kills" if kind is signal.SIGKILL else "stops"] += 1


async def play(players: list[Running], tally: Tally, given: argparse.Namespace) -> None:
    """Ask all players at once until enough was asked."""
    games = sheets(given.sheets) if given.sheets else library()
    most = BEGINNING if given.sheets else WHOLE
    beside = [asyncio.create_task(lag(tally)), asyncio.create_task(progress(tally))]
    if given.kill:
        pause = (given.kill[0], given.kill[1])
        beside += [asyncio.create_task(harm(each, pause, given.all, tally)) for each in players]
    await asyncio.gather(*(matches(n, p, games, most, tally) for n, p in enumerate(players)))
    for task in beside:
        task.cancel()


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
    margins, infos = sorted(tally.margins), sorted(tally.infos)
    bins = Counter(int(margin // BIN) for margin in margins)
    widest = max(bins.values())
    print(f"{len(margins)} PLAYs at a clock of {tally.clock:g} s in {seconds:.0f} s")
    print("time left when the answer was there:")
    for index in range(min(bins), max(bins) + 1):
        count = bins[index]
        bar = "#" * -(-50 * count // widest)
        print(f"  {index * BIN:5.2f} to {(index + 1) * BIN:4.2f} s  {count:5}  {bar}")
    held_up = ", ".join(f"{lag:.3f}" for lag in sorted(tally.lags)[-5:])
    print(f"least margin {margins[0]:.3f} s; the manager itself was held up for {held_up} s")
    shown = dict(tally.matches.most_common(len(GAMES)))
    print(f"matches {tally.matches.total()}, most of {shown}")
    late, errors = sum(margin < 0 for margin in margins), tally.errors
    print(
        f"PLAYs {len(margins)}, late {late} ({late / len(margins):.1%}), illegal {errors['IL']}, "
        f"nil {errors['nil']}, no answer {errors['TO'] + errors['CE']}, "
        f"START without ready {tally.late_starts}, "
        f"kills {tally.harms['kills']}, stops {tally.harms['stops']}"
    )
    if infos:
        half, most = infos[len(infos) // 2], infos[int(0.99 * (len(infos) - 1))]
        times = f"median {1000 * half:.1f} ms, p99 {1000 * most:.1f} ms"
        print(f"INFOs {len(infos)}, {times}, longest {1000 * infos[-1]:.0f} ms")


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--clock", type=float, default=1.0, help="seconds for a move")
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--hog", type=int, default=os.cpu_count(), help="busy processes")
    parser.add_argument("--kill", type=float, nargs=2, metavar="S", help="seconds between harms")
    parser.add_argument("--all", action="store_true", help="harm all processes of a player at once")
    parser.add_argument("--sheets", type=Path, help="a folder of rule sheets to play")
    parser.add_argument("--search", help="what the players think with")
    parser.add_argument("--logs", type=Path, help="a folder for the logs of the players")
    parser.add_argument("--abuse", action="store_true")
    given = parser.parse_args()
    if given.abuse:
        abuse()
        return
    tally = Tally(given.requests, given.clock)
    options = ["--search", given.search] if given.search else []
    with ExitStack() as stack:
        players = [stack.enter_context(running(*options)) for _ in range(given.players)]
        stack.enter_context(load(given.hog))
        began = time.perf_counter()
        with ExitStack() as probes:
            found = [probes.enter_context(probing(each.address, PROBE)) for each in players]
            asyncio.run(play(players, tally, given))
        for each in found:
            tally.infos += each["seconds"]
        show(tally, time.perf_counter() - began)
        for number, player in enumerate(players if given.logs else ()):
            lines = "".join(f"{line}\n" for line in player.log)
            (given.logs / f"player{number}.log").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main()
