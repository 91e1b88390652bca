"""Every child is killed or stopped at every step of the protocol: the answers are right anyway.

All combinations take some minutes (`-m slow`); a few of them are always run.
"""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from benchmarks.player_abuse import FREE, PATIENCE
from benchmarks.player_processes import Running, command_of, descendants, running, say

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import read_rules
from zermelo.play.network.clocks import budget
from zermelo.play.network.manager import ask
from zermelo.rules.expand import expand
from zermelo.rules.goal_scale import on_goal_scale
from zermelo.text.spell import spell

RULES = " ".join(spell(on_goal_scale(expand(read_rules("connect_four"))), "kif").split())
START_CLOCK, PLAY_CLOCK = 2.0, 2.0
PATIENT = 300.0

STEPS = {
    "PREVIEW": 0.05,
    "START": 0.0,
    "compiling": 0.4,
    "ready": budget(START_CLOCK) - 0.05,
    "PLAY": 0.0,
    "thinking": 0.5,
    "answer": budget(PLAY_CLOCK) - 0.05,
    "waiting": 0.0,
    "STOP": 0.0,
    "ABORT": 0.0,
}
"""When harm is done, in seconds after a message; `ready` and `answer` are just before these."""
VICTIMS = ("referee", "thinker", "spare", "solver", "grounder", "all")
QUICK = frozenset(
    {
        ("compiling", "all", signal.SIGKILL),
        ("thinking", "all", signal.SIGSTOP),
        ("PLAY", "all", signal.SIGKILL),
    }
)


def cases() -> Iterator[object]:
    for case in product(STEPS, VICTIMS, (signal.SIGKILL, signal.SIGSTOP)):
        marks = [] if case in QUICK else [pytest.mark.slow]
        yield pytest.param(*case, marks=marks, id=f"{case[0]}-{case[1]}-{case[2].name}")


@pytest.fixture(scope="module")
def player() -> Iterator[Running]:
    with running("--patience", str(PATIENCE)) as player:
        yield player


class Harm:
    """Something bad that happens once, at one step."""

    def __init__(self, player: Running, step: str, victim: str, kind: signal.Signals) -> None:
        self.player = player
        self.step = step
        self.victim = victim
        self.kind = kind

    def victims(self) -> list[int]:
        if self.victim == "all":
            return descendants(self.player.process.pid)
        if self.victim == "grounder":
            found = descendants(self.player.process.pid)
            return [pid for pid in found if b"zermelo.process.answering" in command_of(pid)]
        thinkers = self.player.children("thinker")
        if self.victim == "spare":
            return thinkers[1:]
        return thinkers[:1] if self.victim == "thinker" else self.player.children(self.victim)

    async def after(self, step: str) -> None:
        """Do it if this is the step."""
        if step == self.step:
            await asyncio.sleep(STEPS[step])
            for pid in self.victims():
                try:
                    os.kill(pid, self.kind)
                except ProcessLookupError:
                    continue

    async def ask(self, text: str, *steps: str) -> str:
        """Send a message, and do harm while it is answered."""
        asking = asyncio.create_task(ask(self.player.address, text, PATIENT))
        await asyncio.sleep(0.01)
        await asyncio.gather(*(self.after(step) for step in steps))
        return (await asking).text


async def play(harm: Harm, game: CompiledGame, rules: str, word: str) -> None:
    """Play the start of a match, in which `word` is what the game calls `drop`."""
    state, role, moves = game.initial, Role(0), "NIL"
    if harm.step == "PREVIEW":
        assert await harm.ask(f"( PREVIEW ({rules}) 2 )", "PREVIEW") == "ready"
    clocks = f"{START_CLOCK:g} {PLAY_CLOCK:g}"
    text = f"( START m1 {game.roles[role]} ({rules}) {clocks})"
    assert await harm.ask(text, "START", "compiling", "ready") == "ready"
    for turn in range(4):
        steps = ("PLAY", "thinking", "answer") if turn == 2 else ()
        answer = (await harm.ask(f"( PLAY m1 {moves} )", *steps)).replace(word, "drop")
        legal = spelled(game, state, role)
        assert answer in legal, f"turn {turn}"
        other = spelled(game, state, Role(1))[0]
        joint = (game.read(role, answer), game.read(Role(1), other))
        state = game.next(state, joint)
        moves = f"({answer} {other})".replace("drop", word)
        if turn == 2:
            await harm.after("waiting")
    last = "ABORT" if harm.step == "ABORT" else "STOP"
    done = await harm.ask(f"( {last} m1 {moves} )", last)
    assert done == {"STOP": "done", "ABORT": "aborted"}[last]


def spelled(game: CompiledGame, state: State, role: Role) -> list[str]:
    return [game.spell(role, move) for move in game.legal(state, role)]


@pytest.mark.parametrize(("step", "victim", "kind"), list(cases()))
def test_no_harm_makes_an_answer_wrong(
    player: Running,
    game_of: Callable[[str], CompiledGame],
    step: str,
    victim: str,
    kind: signal.Signals,
) -> None:
    word = "drop"
    if step in ("PREVIEW", "START", "compiling", "ready"):
        word = f"drop{time.time_ns()}"  # not compiled before
    harm = Harm(player, step, victim, kind)
    asyncio.run(play(harm, game_of("connect_four"), RULES.replace("drop", word), word))
    assert say(player.address, "( INFO )") == FREE
    assert not any("Traceback" in line for line in player.log)
