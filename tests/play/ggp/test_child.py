"""Children that crash, talk nonsense, cannot be started, or are stopped."""

import asyncio
import os
import signal
import sys
from typing import Any

import pytest

from zermelo.play.ggp import child as module
from zermelo.play.ggp.child import Child, is_stopped

ECHO = """
import json, sys
for line in sys.stdin:
    order = json.loads(line)
    if order["do"] != "ping":
        print(json.dumps({"say": "heard", "order": order}), flush=True)
    elif "deaf" not in sys.argv:
        print(json.dumps({"say": "pong"}), flush=True)
"""


def watched(program: list[str], enough: int, *, stop: bool = False) -> tuple[list[Any], list[str]]:
    """Let a child live until it, or the log, has said enough; returns both."""
    said: list[Any] = []
    log: list[str] = []

    async def watch() -> None:
        child = Child(
            "thinker",
            [],
            patience=0.3,
            pause=0.0,
            hear=lambda _, message: said.append(message),
            log=log.append,
        )
        child.command = program
        child.order({"do": "start", "rules": "(role x)"})
        child.order({"do": "turn", "number": 1})
        child.order({"do": "answered", "number": 1})
        child.order({"do": "turn", "number": 2})
        living = asyncio.create_task(child.live())
        stopped = not stop
        while len(said) + len(log) < enough:
            await asyncio.sleep(0.01)
            if not stopped and len(said) == 2 and child.process:
                os.kill(child.process.pid, signal.SIGSTOP)
                stopped = True
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
        assert child.process is None or child.process.returncode is not None

    asyncio.run(asyncio.wait_for(watch(), 30))
    return said, log


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSES", (0.0,))
    monkeypatch.setattr(module, "PING", 0.05)


def test_a_new_child_is_told_where_the_match_stands() -> None:
    said, _ = watched([sys.executable, "-c", ECHO], 2)
    assert [message["order"]["do"] for message in said] == ["start", "turn"]
    assert said[1]["order"]["number"] == 2


def test_a_child_that_was_stopped_is_replaced_and_told_again() -> None:
    said, log = watched([sys.executable, "-c", ECHO], 5, stop=True)
    assert [message["order"]["do"] for message in said] == ["start", "turn"] * 2
    assert log == ["the thinker was stopped; another one takes over"]


def test_a_child_that_does_not_answer_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WARMING", 0.3)
    said, log = watched([sys.executable, "-c", ECHO, "deaf"], 5)
    assert "the thinker did not answer; another one takes over" in log
    assert len(said) >= 2


def test_the_last_words_of_a_child_are_kept() -> None:
    _, log = watched([sys.executable, "-c", "raise SystemExit('no luck')"], 2)
    assert log[0] == "the thinker failed: no luck; another one takes over"


def test_a_child_that_talks_nonsense_is_replaced() -> None:
    _, log = watched([sys.executable, "-c", "print('hello', flush=True)"], 2)
    assert log[0].startswith("the thinker failed: ")


def test_a_child_that_cannot_be_started_is_tried_again() -> None:
    _, log = watched(["/no/such/program"], 3)
    assert "No such file" in log[0]
    assert len(log) >= 3


def test_a_process_that_runs_is_not_stopped() -> None:
    assert not is_stopped(os.getpid())
    assert not is_stopped(2**22 + 1)
