"""Children that crash, talk nonsense, cannot be started, or are stopped, and who takes over."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from zermelo.play.network import child
from zermelo.play.network import duty as post
from zermelo.play.network.duty import DutyKeeper
from zermelo.process import spawn
from zermelo.process.family import descendants

ECHO = """
import sys
from zermelo.process.frames import framed, received
say = lambda message: (sys.stdout.buffer.write(framed(message)), sys.stdout.flush())
say({"say": "warm"})
for order in received(sys.stdin.buffer):
    if order["do"] != "ping":
        say({"say": "heard", "order": order})
    elif "deaf" not in sys.argv:
        say({"say": "pong"})
"""
"""A child that says what it is told."""
NEVER = 120.0


class Watched:
    """A post in the middle of a match, and what it and its log have said."""

    def __init__(self, program: list[str], spares: int = 0) -> None:
        self.said: list[Any] = []
        self.log: list[str] = []
        self.post = DutyKeeper(
            "thinker",
            [],
            patience=NEVER,
            pause=0.0,
            hear=lambda _, message: self.said.append(message),
            log=self.log.append,
            spares=spares,
        )
        self.post.command = program
        for number, order in enumerate(("start", "turn", "answered", "turn")):
            self.post.order({"do": order, "number": number})

    def orders(self) -> list[str]:
        """What the children say that they were told."""
        return [said["order"]["do"] for said in self.said if said["say"] == "heard"]

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await asyncio.sleep(0.01)


def watch(watched: Watched, script: Callable[[], Awaitable[None]]) -> None:
    """Let the children live until a script has come to its end."""

    async def both() -> None:
        living = asyncio.create_task(watched.post.live())
        await script()
        left = list(watched.post.children)
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
        assert all(each.process and each.process.returncode is not None for each in left)

    asyncio.run(asyncio.wait_for(both(), NEVER))


def pid_of(watched: Watched) -> int:
    assert watched.post.on_duty is not None
    assert watched.post.on_duty.process is not None
    return watched.post.on_duty.process.pid


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post, "RESTART_PAUSES", (0.0,))
    monkeypatch.setattr(child, "PING_INTERVAL", 0.05)


def echo(*arguments: str) -> list[str]:
    return [sys.executable, "-c", ECHO, *arguments]


def test_a_new_child_is_told_where_the_match_stands() -> None:
    watched = Watched(echo())

    async def script() -> None:
        await watched.until(lambda: len(watched.orders()) == 2)

    watch(watched, script)
    assert watched.orders() == ["start", "turn"]
    assert watched.said[-1]["order"] == {"do": "turn", "number": 3, "crashes": 0}


@pytest.mark.parametrize(
    ("harm", "why"), [(signal.SIGSTOP, "was stopped"), (signal.SIGKILL, "was ended by SIGKILL")]
)
@pytest.mark.parametrize("spares", [0, 1])
def test_a_child_that_is_harmed_is_replaced_by_one_that_is_told_again(
    harm: signal.Signals, why: str, spares: int
) -> None:
    watched = Watched(echo(), spares)

    async def script() -> None:
        await watched.until(lambda: len(watched.orders()) == 2)
        await watched.until(lambda: len(watched.post.children) == 1 + spares)
        os.kill(pid_of(watched), harm)
        await watched.until(lambda: len(watched.orders()) == 4)

    watch(watched, script)
    assert watched.orders() == ["start", "turn"] * 2
    assert watched.said[-1]["order"]["crashes"] == 0, "that was not its fault"
    assert watched.log == [f"the thinker {why}; another one takes over"]


def test_one_that_stands_by_takes_over_at_once_and_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched = Watched(echo(), spares=1)

    async def script() -> None:
        await watched.until(lambda: len(watched.post.children) == 2)
        spare = next(each for each in watched.post.children if each is not watched.post.on_duty)
        await watched.until(lambda: spare.warm)
        monkeypatch.setattr(post, "RESTART_PAUSES", (NEVER,))
        os.kill(pid_of(watched), signal.SIGKILL)
        await watched.until(lambda: watched.post.on_duty is spare)
        await watched.until(lambda: len(watched.orders()) == 4)

    watch(watched, script)
    assert watched.orders() == ["start", "turn"] * 2


@pytest.mark.parametrize("spares", [0, 1])
def test_a_child_that_does_not_end_its_match_is_replaced_soon_if_another_stands_by(
    monkeypatch: pytest.MonkeyPatch, spares: int
) -> None:
    watched = Watched(echo(), spares)
    monkeypatch.setattr(post, "LONGEST_ENDING", 0.2)

    async def script() -> None:
        await watched.until(lambda: len(watched.post.children) == 1 + spares)
        await watched.until(lambda: all(each.warm for each in watched.post.children))
        watched.post.patience = NEVER if spares else 0.5  # of a match that ends, not of pings
        watched.post.order({"do": "stop"})
        watched.post.order({"do": "start", "number": 9})
        await watched.until(lambda: watched.orders()[-2:] == ["start", "start"])

    watch(watched, script)
    assert watched.log == ["the thinker did not end its match; another one takes over"]
    assert watched.said[-1]["order"]["number"] == 9


def test_one_that_stands_by_is_replaced_too() -> None:
    watched = Watched(echo(), spares=1)

    async def script() -> None:
        await watched.until(lambda: len(watched.post.children) == 2)
        spare = next(each for each in watched.post.children if each is not watched.post.on_duty)
        assert spare.process is not None
        os.kill(spare.process.pid, signal.SIGSTOP)
        await watched.until(lambda: bool(watched.log))
        await watched.until(lambda: len(watched.post.children) == 2)

    watch(watched, script)
    assert watched.orders() == ["start", "turn"], "who is on duty was left alone"
    assert [said["say"] for said in watched.said].count("warm") == 1, "others are not heard"


def test_a_child_that_does_not_answer_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(echo("deaf"))
    watched.post.patience = 0.3

    async def script() -> None:
        await watched.until(lambda: len(watched.orders()) >= 4)

    watch(watched, script)
    assert "the thinker did not answer; another one takes over" in watched.log


def test_what_a_child_started_and_was_stopped_is_ended() -> None:
    program = "import subprocess, sys; subprocess.run(['sleep', '60']);" + ECHO
    watched = Watched([sys.executable, "-c", program])

    async def script() -> None:
        await watched.until(lambda: bool(watched.post.children))
        await watched.until(lambda: any(True for _ in descendants(pid_of(watched))))
        os.kill(next(descendants(pid_of(watched))), signal.SIGSTOP)
        await watched.until(lambda: len(watched.orders()) == 2)

    watch(watched, script)
    assert watched.log == ["a process of the thinker was stopped; it is ended"]


@pytest.mark.parametrize(
    ("program", "first"),
    [
        ("raise SystemExit('no luck')", "failed: no luck"),
        ("1 / 0", "failed: ZeroDivisionError: division by zero"),
        ("import os, sys; sys.stderr.write('lost'); sys.stderr.flush(); os.abort()", "was ended"),
    ],
)
def test_the_last_words_of_a_child_are_logged(program: str, first: str) -> None:
    watched = Watched([sys.executable, "-c", program])

    async def script() -> None:
        await watched.until(lambda: len(watched.log) > 3)

    watch(watched, script)
    assert watched.log[0].startswith(f"the thinker {first}")
    assert watched.log[0].endswith("; another one takes over")
    if "ended" in first:
        assert "was ended by SIGABRT: lost;" in watched.log[0]
    if "Zero" in first:
        assert watched.log[1] == "  | Traceback (most recent call last):"


def test_whoever_takes_over_is_told_how_often_others_crashed() -> None:
    watched = Watched([sys.executable, "-c", ECHO.replace("say({", "1/0; say({", 1)])

    async def script() -> None:
        await watched.until(lambda: watched.post.crashes == 2)
        watched.post.command = echo()
        await watched.until(lambda: bool(watched.orders()))

    watch(watched, script)
    assert watched.said[-1]["order"]["crashes"] >= 2


def test_a_child_that_talks_nonsense_is_replaced() -> None:
    watched = Watched([sys.executable, "-c", "print('hello', flush=True)"])

    async def script() -> None:
        await watched.until(lambda: len(watched.log) > 1)

    watch(watched, script)
    assert watched.log[0].startswith("the thinker failed: ")


def test_a_child_that_cannot_be_started_is_tried_again() -> None:
    watched = Watched(["/no/such/program"])

    async def script() -> None:
        await watched.until(lambda: len(watched.log) >= 3)

    watch(watched, script)
    assert "No such file" in watched.log[0]


def test_a_child_that_is_stopped_before_it_has_begun_is_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As a process that is stopped between fork and exec: whoever started it waits for ever.
    slow = subprocess.Popen
    starts: list[float] = []

    def held_up(*arguments: Any, **options: Any) -> Any:
        starts.append(0)
        if len(starts) > 1:
            return slow(*arguments, **options)
        with subprocess.Popen(["sleep", "60"]) as process:
            os.kill(process.pid, signal.SIGSTOP)
            process.wait()
        raise OSError("it was killed before it began")

    monkeypatch.setattr(spawn, "Popen", held_up)
    monkeypatch.setattr(spawn, "LOOK_INTERVAL", 0.05)
    watched = Watched(echo())

    async def script() -> None:
        await watched.until(lambda: len(watched.orders()) == 2)

    watch(watched, script)
    assert watched.log == ["the thinker failed: it was killed before it began"]


def test_a_child_that_never_begins_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    late: list[subprocess.Popen[bytes]] = []
    go = threading.Event()

    def held_up(*arguments: Any, **options: Any) -> Any:
        go.wait()
        late.append(subprocess.Popen(*arguments, **options))
        return late[-1]

    monkeypatch.setattr(spawn, "Popen", held_up)
    monkeypatch.setattr(spawn, "LOOK_INTERVAL", 0.02)
    monkeypatch.setattr(spawn, "LONGEST_START", 0.1)
    watched = Watched(echo())

    async def script() -> None:
        await watched.until(lambda: len(watched.log) >= 2)
        go.set()
        await watched.until(lambda: any(each.returncode is not None for each in late))

    watch(watched, script)
    assert watched.log[0] == "the thinker failed: the process did not start within 0.1 s"
