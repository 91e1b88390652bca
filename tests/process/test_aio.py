"""A child of an event loop: messages both ways, its last words, its end."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable

import pytest

from zermelo.process.aio import AsyncChild
from zermelo.process.frames import FrameError, framed

ECHO = """
import sys
from zermelo.process.frames import framed, received
for message in received(sys.stdin.buffer):
    sys.stdout.buffer.write(framed({"echo": message}) * 2)
    sys.stdout.flush()
"""


def with_child(
    program: str, script: Callable[[AsyncChild], Awaitable[None]], longest: int = 1 << 26
) -> None:
    """Let a script talk to a child that runs a program."""

    async def both() -> None:
        child = await AsyncChild.start([sys.executable, "-c", program], longest)
        try:
            await script(child)
        finally:
            await child.close()
        assert child.returncode is not None

    asyncio.run(asyncio.wait_for(both(), 120))


def test_messages_go_both_ways() -> None:
    async def script(child: AsyncChild) -> None:
        for text in ("first", "x" * (1 << 20)):
            child.send(framed({"text": text}))
            for _ in range(2):
                assert await child.receive() == {"echo": {"text": text}}
        assert child.returncode is None

    with_child(ECHO, script)


def test_whoever_ended_says_nothing_any_more_and_hears_nothing() -> None:
    async def script(child: AsyncChild) -> None:
        child.kill()
        assert await child.receive() is None
        child.send(framed({"text": "x" * (1 << 20)}))
        assert await child.wait() == -signal.SIGKILL
        child.kill()

    with_child(ECHO, script)


def test_its_last_words_are_kept() -> None:
    async def script(child: AsyncChild) -> None:
        assert await child.receive() is None
        assert await child.end() == 1
        assert child.last_words.lines()[-1] == "ZeroDivisionError: division by zero"
        assert len(str(child.last_words)) == 1 << 14

    with_child("import sys; sys.stderr.write('x' * (1 << 20)); 1 / 0", script)


def test_one_that_only_closes_its_pipes_is_ended() -> None:
    async def script(child: AsyncChild) -> None:
        assert await child.receive() is None
        assert await child.end() == -signal.SIGKILL

    with_child("import os, time; os.closerange(0, 3); time.sleep(600)", script)


@pytest.mark.parametrize("longest", [50, 1 << 26])
def test_what_is_too_long_or_nonsense_is_no_message(longest: int) -> None:
    program = ECHO if longest == 50 else "print('hello, world')"

    async def script(child: AsyncChild) -> None:
        child.send(framed({"text": "x" * 100}))
        with pytest.raises(FrameError):
            await child.receive()

    with_child(program, script, longest)
