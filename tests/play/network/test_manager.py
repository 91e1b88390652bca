"""The manager of matches: moves that are missing, broken or illegal are replaced, and noted."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.play.network.manager import Address, Reply, RequestedMove, ask, host_match, judged

Said = Callable[[str], str]


async def with_player(said: Said, script: Callable[[Address], Awaitable[None]]) -> None:
    """Run a script while a player listens that answers as it is told to."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(head.partition("Content-Length: ")[2].partition("\r\n")[0])
        text = (await reader.readexactly(length)).decode()
        writer.write(f"HTTP/1.0 200 OK\r\n\r\n{said(text)}".encode())
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        await script(Address(server.sockets[0].getsockname()[1]))


def test_a_player_that_does_not_answer_is_late() -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        reply = asyncio.run(ask(Address(deaf.getsockname()[1]), "( INFO )", 0.05))
    assert (reply.text, reply.error) == ("", "TO")
    assert reply.seconds >= 0.05


def test_a_player_that_is_not_there_is_a_broken_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    reply = asyncio.run(ask(Address(port), "( INFO )", 30))
    assert (reply.text, reply.error) == ("", "CE")
    assert reply.seconds >= 0


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply("(mark 9 9)", 0.5), "IL (mark 9 9)"),
        (Reply("(mark", 0.5), "IL (mark"),
        (Reply("", 0.5, "TO"), "TO"),
    ],
)
def test_any_legal_move_is_made_instead_of_what_is_none(
    tictactoe: CompiledGame, reply: Reply, error: str
) -> None:
    state, role = tictactoe.initial, Role(0)
    found = [judged(tictactoe, state, role, reply, Random(seed)) for seed in range(40)]
    assert {each.reply for each in found} == {Reply(reply.text, 0.5, error)}
    assert {each.move for each in found} == {*tictactoe.legal(state, role)}


def test_every_decision_is_heard(tictactoe: CompiledGame) -> None:
    heard: list[RequestedMove] = []

    async def script(address: Address) -> None:
        hosted = await host_match(
            tictactoe,
            "rules",
            {Role(0): address},
            start_clock=30,
            play_clock=30,
            heard=heard.append,
            most=3,
        )
        assert hosted.decisions == tuple(heard)
        assert [each.text for each in hosted.starts] == ["ready"]

    def said(text: str) -> str:
        return "ready" if "START" in text else "(mark 1 1)"

    asyncio.run(with_player(said, script))
    assert [each.reply.error for each in heard] == ["", "IL (mark 1 1)", "IL (mark 1 1)"]
